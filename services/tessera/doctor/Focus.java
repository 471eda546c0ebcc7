package tessera.doctor;

import tessera.model.PodFacts;
import tessera.model.Snapshot;

/**
 * What is to be examined.
 *
 * @param node its name; empty for all nodes
 * @param pod  as {@code namespace/name}, or work that has no pods; empty for all pods
 */
public record Focus(String node, String pod) {

    public static final Focus ALL = new Focus("", "");

    public static Focus node(String name) {
        return new Focus(name, "");
    }

    public static Focus pod(String key) {
        return new Focus("", key);
    }

    /** Whether what is told of a pod belongs to it. */
    boolean means(PodFacts other) {
        return all() || (pod.isEmpty() ? other.node().equals(node) : other.key().equals(pod));
    }

    /** Of the pod that is meant; empty where none is. */
    String namespace() {
        return pod.substring(0, Math.max(0, pod.indexOf('/')));
    }

    /** The node that is meant, or on which the pod is that is meant; empty for neither. */
    String home(Snapshot snapshot) {
        return pod.isEmpty() ? node
                : snapshot.pods().filter(this::means).map(PodFacts::node).findFirst().orElse("");
    }

    boolean all() {
        return node.isEmpty() && pod.isEmpty();
    }
}
