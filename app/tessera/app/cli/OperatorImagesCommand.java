package tessera.app.cli;

import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.text.MessageCatalog;

/** Prints the images that a GPU stack needs, for mirroring. */
@Command(name = "images", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class OperatorImagesCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OperatorImagesCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private HelmReleaseCommandLineOptions release = new HelmReleaseCommandLineOptions();

    @Mixin
    private HelmChartCommandLineOptions chart = new HelmChartCommandLineOptions();

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "operatorImages.timeout")
    private int timeout = 60;

    @Spec
    private CommandSpec command = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        var wanted = chart.hasChart()
                ? new GpuStackReleaseIntent.InstallReleaseIntent(release.name(), chart.chartSource(),
                        chart.valuesYaml())
                : new GpuStackReleaseIntent.SetReleaseValuesIntent(release.name(),
                        GpuStackReleaseIntent.SetReleaseValuesIntent.RECORDED, chart.valuesYaml());
        try (var clusterSelection = cluster.openDesk()) {
            chart.signIn(clusterSelection);
            ClusterSnapshotAwaiter.awaitSnapshot(clusterSelection.snapshots(),
                    ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES, Duration.ofSeconds(timeout));
            var needs = clusterSelection.clusterServices().planRunner().listImages(wanted, chart.registryName());
            needs.images().forEach(command.commandLine().getOut()::println);
            needs.strays()
                    .forEach(stray -> CommandLineErrorPrinter.printRemark(
                            Problem.of(OperationProblemKind.INVALID,
                                    MESSAGES.text("images.stray", stray, chart.registryName())),
                            command.commandLine()));
            CommandLineErrorPrinter.flushOutput(command.commandLine());
            return 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
    }
}
