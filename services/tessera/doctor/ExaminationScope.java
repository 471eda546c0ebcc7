package tessera.doctor;

import java.util.stream.Stream;
import tessera.model.PodFacts;
import tessera.model.Snapshot;

/**
 * What is to be examined.
 *
 * @param node its name; empty for all nodes
 * @param pod  as {@code namespace/name}, or work that has no pods; empty for all pods
 */
public record ExaminationScope(String node, String pod) {

    public static final ExaminationScope ALL = new ExaminationScope("", "");

    public static ExaminationScope node(String name) {
        return new ExaminationScope(name, "");
    }

    public static ExaminationScope pod(String key) {
        return new ExaminationScope("", key);
    }

    /** Whether what is told of a pod belongs to it. */
    boolean means(PodFacts other) {
        return all() || (pod.isEmpty() ? other.node().equals(node) : other.key().equals(pod));
    }

    /** The pod that is meant, whether or not it has to do with devices; none where none is, or it has no node. */
    Stream<PodFacts> bound(Snapshot snapshot) {
        return pod.isEmpty() ? Stream.of() : snapshot.pods().filter(this::means).filter(each -> !each.node().isEmpty());
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
