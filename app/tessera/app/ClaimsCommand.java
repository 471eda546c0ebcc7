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

/** Prints the claims on devices, those that wait first. */
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
        try (var desk = cluster.opened()) {
            var fleet = SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(), SnapshotAwaiter.RequiredSource.NONE,
                    printing.patience());
            var snapshot = fleet.snapshot();
            NamespaceOption.there(desk, snapshot, namespace, spec.commandLine());
            var overview = ClaimOverview.of(snapshot);
            printing.print(new ClaimsReport(overview, PoolLine.of(overview.ledger(), overview.leaked()),
                    snapshot.devices().hiddenClaims().isEmpty(),
                    new ClaimsReport.ClaimScope(namespace, pending), created -> snapshot
                            .age(created, Clock.systemUTC().instant())),
                    desk);
            var hidden = Stream.of(snapshot.devices().hiddenSlices(), snapshot.devices().hiddenClaims())
                    .flatMap(Optional::stream).toList();
            overview.gaps().stream().filter(why -> !hidden.contains(why))
                    .forEach(why -> CliErrors.remark(why, spec.commandLine()));
            printing.complain(snapshot);
        }
        return 0;
    }
}
