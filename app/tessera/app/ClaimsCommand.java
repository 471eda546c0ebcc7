package tessera.app;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tessera.app.report.ClaimsReport;
import tessera.insight.ClaimOverview;
import tessera.insight.PoolLine;
import tessera.model.Failure;

/** Prints ResourceClaims, pending ones first. */
@Command(name = "claims", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List ResourceClaims: pending claims and why they wait, allocated devices and their pods, and leaked claims.")
final class ClaimsCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", description = "List only claims of this namespace.")
    private String namespace = "";

    @Option(names = "--pending", description = "List only claims without an allocation.")
    private boolean pending;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Failure {
        try (var desk = cluster.openDesk()) {
            var fleet = SnapshotAwaiter.awaitFleet(desk.snapshots(), desk.accelerators(),
                    SnapshotAwaiter.RequiredSource.NONE,
                    printing.clusterTimeout());
            var snapshot = fleet.snapshot();
            NamespaceOption.checkExists(desk, snapshot, namespace, spec.commandLine());
            var overview = ClaimOverview.of(snapshot);
            printing.print(new ClaimsReport(overview, PoolLine.linesOf(overview.ledger(), overview.leakedClaims()),
                    snapshot.devices().hiddenClaimsProblem().isEmpty(),
                    new ClaimsReport.ClaimScope(namespace, pending), created -> snapshot
                            .ageOf(created, Clock.systemUTC().instant())),
                    desk);
            var hidden = Stream.of(snapshot.devices().hiddenSlicesProblem(), snapshot.devices().hiddenClaimsProblem())
                    .flatMap(Optional::stream).toList();
            overview.gaps().stream().filter(problem -> !hidden.contains(problem))
                    .forEach(problem -> CliErrors.printRemark(problem, spec.commandLine()));
            printing.printGaps(snapshot);
        }
        return 0;
    }
}
