package tessera.doctor;

import java.util.stream.Stream;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;

/**
 * The scope of an examination.
 *
 * @param node its name; empty for all nodes
 * @param pod  as {@code namespace/name}, or work that has no pods; empty for all pods
 */
public record DiagnosisScope(String node, String pod) {

    public static final DiagnosisScope ALL = new DiagnosisScope("", "");

    public static DiagnosisScope ofNode(String name) {
        return new DiagnosisScope(name, "");
    }

    public static DiagnosisScope ofPod(String key) {
        return new DiagnosisScope("", key);
    }

    /** Returns whether findings about a pod belong to the scope. */
    boolean includes(PodSummary other) {
        return includesAll() || (pod.isEmpty() ? other.node().equals(node) : other.key().equals(pod));
    }

    /** Returns the examined pod, whether or not it uses devices; none without one, or if it has no node. */
    Stream<PodSummary> boundPods(ClusterSnapshot clusterSnapshot) {
        if (pod.isEmpty()) {
            return Stream.of();
        }
        return clusterSnapshot.pods().filter(this::includes).filter(each -> !each.node().isEmpty());
    }

    /** Returns the namespace of the examined pod; empty where none is. */
    String podNamespace() {
        return pod.substring(0, Math.max(0, pod.indexOf('/')));
    }

    /** Returns the examined node, or that of the examined pod; empty for neither. */
    String nodeName(ClusterSnapshot clusterSnapshot) {
        if (pod.isEmpty()) {
            return node;
        }
        return clusterSnapshot.pods().filter(this::includes).map(PodSummary::node).findFirst().orElse("");
    }

    boolean includesAll() {
        return node.isEmpty() && pod.isEmpty();
    }
}
