package tessera.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.scheduling.Taint;

/**
 * A node as the API server reports it, reduced to what the product shows. Heartbeat times are left out, so that a
 * node which only beat is equal to itself before.
 *
 * @param uid           tells a node from its successor of the same name
 * @param created       by the server's clock; null when the object does not say
 * @param unschedulable whether the node is cordoned
 * @param capacity      what the kubelet counts, healthy or not
 * @param allocatable   what the scheduler may hand out
 * @param address       the internal IP, empty when there is none
 * @param annotations   those that tell of its devices, or of who closed it and why; all others are left out
 * @param migWritten    when the state of its MIG change was written last, by the server's clock; null where it does not say
 */
public record NodeSummary(String name, String uid, @Nullable Instant created, Map<String, String> labels,
        List<Taint> taints, boolean unschedulable, ResourceAmounts capacity, ResourceAmounts allocatable,
        List<StatusCondition> conditions, String address, NodeSystemInfo system, Map<String, String> annotations,
        @Nullable Instant migWritten) {

    private static final String GKE = "cloud.google.com/gke-";

    public NodeSummary {
        taints = List.copyOf(taints);
        conditions = List.copyOf(conditions);
    }

    /** A node without annotations that are kept. */
    public NodeSummary(String name, String uid, @Nullable Instant created, Map<String, String> labels,
            List<Taint> taints, boolean unschedulable, ResourceAmounts capacity, ResourceAmounts allocatable,
            List<StatusCondition> conditions, String address, NodeSystemInfo system) {
        this(name, uid, created, labels, taints, unschedulable, capacity, allocatable, conditions, address, system,
                Map.of(), null);
    }

    public Optional<StatusCondition> findCondition(String type) {
        return conditions.stream().filter(statusCondition -> statusCondition.type().equals(type)).findFirst();
    }

    public boolean isReady() {
        return findCondition("Ready").map(StatusCondition::isTrue).orElse(false);
    }

    public boolean isWindows() {
        return label("kubernetes.io/os").equals("windows");
    }

    /** Returns whether it is a GKE node, where pods tolerate taints named after the devices that they request. */
    public boolean isGkeNode() {
        return hasGkeLabels(labels);
    }

    /** Returns whether labels are those of a GKE node. */
    public static boolean hasGkeLabels(Map<String, String> labels) {
        return labels.keySet().stream().anyMatch(label -> label.startsWith(GKE));
    }

    /** Returns the value of an annotation that is kept; empty when the node does not carry it. */
    public String annotation(String key) {
        return annotations.getOrDefault(key, "");
    }

    /** Returns the label's value, empty when the node does not carry it. */
    public String label(String key) {
        return labels.getOrDefault(key, "");
    }
}
