package tessera.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.GpuStackPreflightReport;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.operator.GpuStackPreflightCheckResult;
import tessera.text.MessageCatalog;

/** Prints the preflight checks for the installation of a GPU stack. */
@Command(name = "preflight", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class OperatorPreflightCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OperatorPreflightCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private HelmReleaseCommandLineOptions release = new HelmReleaseCommandLineOptions();

    @Mixin
    private HelmChartCommandLineOptions chart = new HelmChartCommandLineOptions();

    @Mixin
    private OutputAndTimeoutOptions outputOptions = new OutputAndTimeoutOptions();

    @Override
    public Integer call() throws ProblemException {
        var installRelease = new GpuStackReleaseIntent.InstallReleaseIntent(release.name(),
                chart.hasChart() ? chart.chartSource() : GpuStackReleaseIntent.SetReleaseValuesIntent.RECORDED,
                chart.valuesYaml());
        try (var clusterSelection = cluster.openDesk()) {
            chart.signIn(clusterSelection);
            ClusterSnapshotAwaiter.awaitSnapshot(clusterSelection.snapshots(),
                    ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES, outputOptions.clusterTimeout());
            var checks = clusterSelection.clusterServices().planRunner().preflight(installRelease);
            outputOptions.print(new GpuStackPreflightReport(checks), clusterSelection);
            if (checks.stream()
                    .anyMatch(check -> check.verdict() == GpuStackPreflightCheckResult.PreflightCheckVerdict.FAIL)) {
                return PlanApplyCommandLineOptions.REFUSED;
            }
            return 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }
}
