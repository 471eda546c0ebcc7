package tessera.app.cli;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.ResourceClaimsReport;
import tessera.gpu.ClusterResourceClaimOverview;
import tessera.gpu.DevicePoolSummary;
import tessera.model.ProblemException;

/** Prints ResourceClaims, pending ones first. */
@Command(name = "claims", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class ResourceClaimsCommand implements Callable<Integer> {

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private OutputAndTimeoutOptions outputOptions = new OutputAndTimeoutOptions();

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "resourceClaims.namespace")
    private String namespace = "";

    @Option(names = "--pending", descriptionKey = "resourceClaims.pending")
    private boolean pending;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ProblemException {
        try (var clusterSelection = cluster.openDesk()) {
            var fleet = ClusterSnapshotAwaiter.awaitFleet(clusterSelection.snapshots(), clusterSelection.accelerators(),
                    ClusterSnapshotAwaiter.RequiredSnapshotCollection.NONE, outputOptions.clusterTimeout());
            var clusterSnapshot = fleet.snapshot();
            NamespaceOptionValidator.checkExists(clusterSelection, clusterSnapshot, namespace, spec.commandLine());
            var overview = ClusterResourceClaimOverview.of(clusterSnapshot);
            outputOptions.print(new ResourceClaimsReport(overview,
                    DevicePoolSummary.linesOf(overview.ledger(), overview.leakedClaims()), clusterSnapshot.devices(),
                    new ResourceClaimsReport.ResourceClaimListFilter(namespace, pending),
                    created -> clusterSnapshot.ageOf(created, Clock.systemUTC().instant())), clusterSelection);
            var hidden = Stream.of(clusterSnapshot.devices().hiddenSlicesProblem(),
                    clusterSnapshot.devices().hiddenClaimsProblem()).flatMap(Optional::stream).toList();
            overview.problems().stream().filter(problem -> !hidden.contains(problem))
                    .forEach(problem -> CommandLineErrorPrinter.printRemark(problem, spec.commandLine()));
            outputOptions.printGaps(clusterSnapshot);
        }
        return 0;
    }
}
