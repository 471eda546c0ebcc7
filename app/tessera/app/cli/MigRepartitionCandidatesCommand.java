package tessera.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tessera.app.report.MigRepartitionOptionsReport;
import tessera.gpu.MigRepartitionFinder;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.MigRepartitionOption;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;

/** Prints the nodes that could be repartitioned for a pod's MIG request. */
@Command(name = "room", mixinStandardHelpOptions = true, versionProvider = TesseraRootCommand.VersionProvider.class, sortOptions = false)
final class MigRepartitionCandidatesCommand implements Callable<Integer> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigRepartitionCandidatesCommand.class);

    @Mixin
    private ClusterCommandLineOptions cluster = new ClusterCommandLineOptions();

    @Mixin
    private OutputAndTimeoutOptions outputOptions = new OutputAndTimeoutOptions();

    @Parameters(paramLabel = "NAMESPACE/POD", descriptionKey = "migRepartitionCandidates.namespace-pod")
    private String pod = "";

    @Override
    public Integer call() throws ProblemException {
        try (var clusterSelection = cluster.openDesk()) {
            var measuredFleet = MeasuredFleetSnapshot.awaitAllReadings(clusterSelection,
                    outputOptions.clusterTimeout());
            int slash = pod.indexOf('/');
            var found = slash < 0
                    ? measuredFleet.fleet().pendingPods().stream().filter(one -> one.name().equals(pod)).findFirst()
                    : measuredFleet.fleet().snapshot().findPod(pod.substring(0, slash), pod.substring(slash + 1));
            if (found.isEmpty()) {
                throw new ProblemException(
                        Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("pod.notPending", pod)));
            }
            var key = found.get();
            var objects = clusterSelection.clusterServices().objectSource();
            var whole = objects.find(ObjectRef.pod(key.namespace(), key.name())).orElseThrow(() -> new ProblemException(
                    Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("pod.gone", pod))));
            outputOptions.print(new MigRepartitionOptionsReport(MigRepartitionFinder.requestedInstances(key.requests()),
                    MigRepartitionOption.findOptions(measuredFleet.fleet(), PodSchedulingSpec.of(whole), objects)),
                    clusterSelection);
            outputOptions.printGaps(measuredFleet);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        }
        return 0;
    }
}
