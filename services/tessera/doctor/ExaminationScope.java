package tessera.doctor;

import java.util.stream.Stream;
import tessera.model.PodFacts;
import tessera.model.Snapshot;

/**
 * The scope of an examination.
 *
 * @param node its name; empty for all nodes
 * @param pod  as {@code namespace/name}, or work that has no pods; empty for all pods
 */
public record ExaminationScope(String node, String pod) {

    public static final ExaminationScope ALL = new ExaminationScope("", "");

    public static ExaminationScope ofNode(String name) {
        return new ExaminationScope(name, "");
    }

    public static ExaminationScope ofPod(String key) {
        return new ExaminationScope("", key);
    }

    /** Returns whether findings about a pod belong to the scope. */
    boolean includes(PodFacts other) {
        return includesAll() || (pod.isEmpty() ? other.node().equals(node) : other.key().equals(pod));
    }

    /** Returns the examined pod, whether or not it uses devices; none without one, or if it has no node. */
    Stream<PodFacts> boundPods(Snapshot snapshot) {
        return pod.isEmpty() ? Stream.of()
                : snapshot.pods().filter(this::includes).filter(each -> !each.node().isEmpty());
    }

    /** Returns the namespace of the examined pod; empty where none is. */
    String podNamespace() {
        return pod.substring(0, Math.max(0, pod.indexOf('/')));
    }

    /** Returns the examined node, or that of the examined pod; empty for neither. */
    String nodeName(Snapshot snapshot) {
        return pod.isEmpty() ? node
                : snapshot.pods().filter(this::includes).map(PodFacts::node).findFirst().orElse("");
    }

    boolean includesAll() {
        return node.isEmpty() && pod.isEmpty();
    }
}
