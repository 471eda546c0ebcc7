package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Option;
import tessera.cluster.ClusterConnection;
import tessera.logs.LogSource;
import tessera.logs.LoggedPod.ContainerState;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** The options that say which pod is meant that is named, and how long to wait for its cluster. */
final class PodOptions {

    @Option(names = {"-n",
        "--namespace"}, paramLabel = "NAME", description = "Namespace of the pod (default: the context's).")
    private String namespace = "";

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Time to wait for the cluster (default: 60).")
    private int patience = 60;

    /** The cluster, as soon as it answers. */
    ClusterConnection connected(ClusterDesk desk) throws Failure, InterruptedException {
        return ConnectionAwaiter.to(desk, Duration.ofSeconds(patience));
    }

    /** A pod that is named with its namespace or without, which then is the one of the option or else of the context. */
    ObjectRef named(String pod, ClusterConnection connection) throws Failure {
        return new PodName(pod, namespace).in(connection);
    }

    /**
     * The container of a pod that is meant.
     *
     * @param wanted empty for the usual one
     * @throws Failure when there is none by that name, or it does not run
     */
    static String running(LogSource pods, ObjectRef pod, String wanted) throws Failure, InterruptedException {
        var found = pods.pod(pod);
        var name = wanted.isEmpty() ? found.usual() : wanted;
        var container = found.container(name);
        if (container.isEmpty()) {
            throw new Failure(new Problem(ProblemKind.NOT_FOUND, "The pod has no container “%s”".formatted(name), "",
                    "It has " + String.join(", ", found.names()) + "."));
        }
        if (container.get().state() != ContainerState.RUNNING) {
            throw new Failure(new Problem(ProblemKind.INVALID, "The container “%s” is not running".formatted(name),
                    container.get().words(), ""));
        }
        return name;
    }
}
