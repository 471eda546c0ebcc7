package tessera.app;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tessera.app.report.RepartitionReport;
import tessera.insight.MigRepartitioning;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.MigRepartitionOption;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Prints the nodes that could be repartitioned for a pod's MIG request. */
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
        try (var desk = cluster.openDesk()) {
            var seen = MeasuredFleet.awaitAllReadings(desk, printing.clusterTimeout());
            int slash = pod.indexOf('/');
            var found = slash < 0 ? seen.fleet().waiting().stream().filter(one -> one.name().equals(pod)).findFirst()
                    : seen.fleet().snapshot().findPod(pod.substring(0, slash), pod.substring(slash + 1));
            if (found.isEmpty()) {
                throw new Failure(Problem.of(ProblemKind.NOT_FOUND, "There is no pod “%s” that waits".formatted(pod)));
            }
            var key = found.get();
            var objects = desk.clusterServices().objectSource();
            var whole = objects.find(ObjectRef.pod(key.namespace(), key.name()))
                    .orElseThrow(() -> new Failure(
                            Problem.of(ProblemKind.NOT_FOUND, "There is no pod “%s” any more".formatted(pod))));
            printing.print(new RepartitionReport(MigRepartitioning.requestedInstances(key.requests()),
                    MigRepartitionOption.findOptions(seen.fleet(), PodSchedulingSpec.of(whole), objects)), desk);
            printing.printGaps(seen);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        }
        return 0;
    }
}
