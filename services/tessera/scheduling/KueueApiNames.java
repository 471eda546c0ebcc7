package tessera.scheduling;

import java.util.List;

/** The names that the API of Kueue gives to what others write and read. */
public final class KueueApiNames {

    /** The label by which a pod or a workload names its LocalQueue. */
    public static final String QUEUE_LABEL = "kueue.x-k8s.io/queue-name";

    /** The API versions, the newest first. */
    public static final List<String> VERSIONS = List.of("kueue.x-k8s.io/v1beta2", "kueue.x-k8s.io/v1beta1");

    private KueueApiNames() {}
}
