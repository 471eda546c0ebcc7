package tessera.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tessera.app.report.RoomReport;
import tessera.insight.MigRepartitioning;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.MigRoom;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Prints which nodes could be divided anew so that a pod finds the instances it wants. */
@Command(name = "room", mixinStandardHelpOptions = true, versionProvider = TesseraCommand.VersionProvider.class, sortOptions = false, description = "List nodes whose MIG layout could change to fit a pending pod. GPUs in use keep their layout.")
final class MigRoomCommand implements Callable<Integer> {

    @Mixin
    private ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private PrintOptions printing = new PrintOptions();

    @Parameters(paramLabel = "NAMESPACE/POD", description = "The pending pod.")
    private String pod = "";

    @Override
    public Integer call() throws Failure {
        try (var desk = cluster.opened()) {
            var seen = MeasuredFleet.of(desk, printing.patience());
            int slash = pod.indexOf('/');
            var found = slash < 0 ? seen.fleet().waiting().stream().filter(one -> one.name().equals(pod)).findFirst()
                    : seen.fleet().snapshot().pod(pod.substring(0, slash), pod.substring(slash + 1));
            if (found.isEmpty()) {
                throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no pod “%s” that waits".formatted(pod)));
            }
            var key = found.get();
            var objects = desk.reached().objects();
            var whole = objects.object(ObjectRef.pod(key.namespace(), key.name()))
                    .orElseThrow(() -> new Failure(
                            Problem.of(ProblemKind.NOT_FOUND, "There is no pod “%s” any more".formatted(pod))));
            printing.print(new RoomReport(MigRepartitioning.wanted(key.requests()),
                    MigRoom.of(seen.fleet(), PodSchedulingSpec.of(whole), objects)), desk);
            printing.complain(seen);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
        return 0;
    }
}
