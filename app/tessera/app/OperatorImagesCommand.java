package tessera.app;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.intent.ReleaseIntent;

/** Prints the images that a GPU stack needs, for mirroring. */
@Command(name = "images", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List the images of a chart with the given values, one per line; without --chart, those of the installed release. Changes nothing.")
final class OperatorImagesCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private ReleaseOptions release = new ReleaseOptions();

    @Mixin
    private ChartOptions chart = new ChartOptions();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Time to wait for the cluster (default: 60).")
    private int patience = 60;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        var wanted = chart.hasChart()
                ? new ReleaseIntent.InstallRelease(release.name(), chart.chartSource(), chart.valuesYaml())
                : new ReleaseIntent.SetValues(release.name(), ReleaseIntent.SetValues.RECORDED, chart.valuesYaml());
        try (var desk = cluster.openDesk()) {
            chart.signIn(desk);
            SnapshotAwaiter.awaitFleet(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NODES,
                    Duration.ofSeconds(patience));
            var needs = desk.clusterServices().planRunner().listImages(wanted, chart.registryName());
            needs.images().forEach(command.commandLine().getOut()::println);
            needs.strays().forEach(stray -> CliErrors.printRemark(Problem.of(ProblemKind.INVALID,
                    stray + " does not come from " + chart.registryName()
                            + ": no value of the chart says where it is from"),
                    command.commandLine()));
            CliErrors.flushOutput(command.commandLine());
            return 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "It was given up"), stopped);
        }
    }
}
