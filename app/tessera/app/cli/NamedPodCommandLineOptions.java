package tessera.app.cli;

import java.time.Duration;
import picocli.CommandLine.Option;
import tessera.app.wiring.ClusterSelectionService;
import tessera.cluster.ClusterConnection;
import tessera.logs.LogPodFacts.ContainerState;
import tessera.logs.PodLogSource;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** The options for a named pod and the timeout for its cluster. */
final class NamedPodCommandLineOptions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NamedPodCommandLineOptions.class);

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "namedPod.namespace")
    private String namespace = "";

    @Option(names = "--timeout", paramLabel = "SECONDS", descriptionKey = "namedPod.timeout")
    private int timeout = 60;

    /** Waits for the cluster's connection and returns it. */
    ClusterConnection awaitConnection(ClusterSelectionService clusterSelection)
            throws ProblemException, InterruptedException {
        return ClusterConnectionAwaiter.awaitConnection(clusterSelection, Duration.ofSeconds(timeout));
    }

    /** Returns the pod of a name with or without its namespace; defaults to the option's, then the context's. */
    ObjectRef podRef(String pod, ClusterConnection connection) throws ProblemException {
        return new PodNameArgument(pod, namespace).resolveIn(connection);
    }

    /**
     * Returns the chosen container of a pod, or fails where it is not running.
     *
     * @param wanted empty for the usual one
     * @throws ProblemException when there is none by that name, or it does not run
     */
    static String runningContainer(PodLogSource pods, ObjectRef pod, String wanted)
            throws ProblemException, InterruptedException {
        var podFacts = pods.findPod(pod);
        var name = wanted.isEmpty() ? podFacts.defaultContainer() : wanted;
        var container = podFacts.findContainer(name);
        if (container.isEmpty()) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.NOT_FOUND, MESSAGES.reason("container.notFound", name))
                            .withRemedy(MESSAGES.text("container.notFound.remedy", podFacts.containerNames())));
        }
        if (container.get().state() != ContainerState.RUNNING) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.INVALID, MESSAGES.reason("container.notRunning", name))
                            .withDetail(container.get().statusText()));
        }
        return name;
    }
}
