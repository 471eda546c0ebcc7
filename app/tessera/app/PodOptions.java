package tessera.app;

import java.time.Duration;
import picocli.CommandLine.Option;
import tessera.cluster.ClusterConnection;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** The options that say which pod is meant that is named, and how long to wait for its cluster. */
final class PodOptions {

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", description = "The namespace of the pod.")
    private String namespace = "";

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "Give up after so many seconds to reach the cluster.")
    private int patience = 60;

    /** The cluster, as soon as it answers. */
    ClusterConnection connected(ClusterDesk desk) throws Failure, InterruptedException {
        return Connected.to(desk, Duration.ofSeconds(patience));
    }

    /** A pod that is named with its namespace or without, which then is the one of the option or else of the context. */
    ObjectRef named(String pod, ClusterConnection connection) {
        int slash = pod.indexOf('/');
        var place = slash > 0 ? pod.substring(0, slash)
                : !namespace.isEmpty() ? namespace
                        : connection.namespace().isEmpty() ? "default" : connection.namespace();
        return ObjectRef.pod(place, pod.substring(slash + 1));
    }
}
