package tessera.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.GpuStackPreflightReport;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.operator.PreflightCheck;

/** Prints the preflight checks for the installation of a GPU stack. */
@Command(name = "preflight", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Check what could prevent an installation, with remedies. Changes nothing. Exits with 3 if an installation would be refused.")
final class OperatorPreflightCommand implements Callable<Integer> {

    @Mixin
    private ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private HelmReleaseOptions release = new HelmReleaseOptions();

    @Mixin
    private HelmChartOptions chart = new HelmChartOptions();

    @Mixin
    private OutputAndTimeoutOptions printing = new OutputAndTimeoutOptions();

    @Override
    public Integer call() throws ProblemException {
        var wanted = new GpuStackReleaseIntent.InstallRelease(release.name(),
                chart.hasChart() ? chart.chartSource() : GpuStackReleaseIntent.SetValues.RECORDED, chart.valuesYaml());
        try (var desk = cluster.openDesk()) {
            chart.signIn(desk);
            ClusterSnapshotAwaiter.awaitFleet(desk.snapshots(), desk.accelerators(),
                    ClusterSnapshotAwaiter.RequiredObjects.NODES,
                    printing.clusterTimeout());
            var checks = desk.clusterServices().planRunner().preflight(wanted);
            printing.print(new GpuStackPreflightReport(checks), desk);
            return checks.stream().anyMatch(check -> check.verdict() == PreflightCheck.CheckVerdict.FAIL)
                    ? PlanApplyOptions.REFUSED
                    : 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
