package tessera.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.app.report.PreflightReport;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.operator.PreflightCheck;

/** Prints the preflight checks for the installation of a GPU stack. */
@Command(name = "preflight", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "Check what could prevent an installation, with remedies. Changes nothing. Exits with 3 if an installation would be refused.")
final class OperatorPreflightCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ReleaseOptions release = new ReleaseOptions();

    @Mixin
    private ChartOptions chart = new ChartOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Override
    public Integer call() throws Failure {
        var wanted = new ReleaseIntent.InstallRelease(release.name(),
                chart.hasChart() ? chart.chartSource() : ReleaseIntent.SetValues.RECORDED, chart.valuesYaml());
        try (var desk = cluster.openDesk()) {
            chart.signIn(desk);
            SnapshotAwaiter.awaitFleet(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NODES,
                    printing.clusterTimeout());
            var checks = desk.clusterServices().planRunner().preflight(wanted);
            printing.print(new PreflightReport(checks), desk);
            return checks.stream().anyMatch(check -> check.verdict() == PreflightCheck.CheckVerdict.FAIL)
                    ? PlanOptions.REFUSED
                    : 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
