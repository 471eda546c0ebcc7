package tessera.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node's wish to keep pods away.
 *
 * @param key    what it is about, e.g. {@code nvidia.com/gpu}
 * @param value  may be empty
 * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
 */
public record Taint(String key, String value, String effect) {

    /** Of a node that is cordoned. */
    public static final Taint UNSCHEDULABLE = new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");
    private static final Map<String, String> TROUBLES = Map.of(
            "node.kubernetes.io/not-ready", "not ready",
            "node.kubernetes.io/unreachable", "not reachable",
            "node.kubernetes.io/memory-pressure", "short of memory",
            "node.kubernetes.io/disk-pressure", "short of disk",
            "node.kubernetes.io/pid-pressure", "short of process numbers",
            "node.kubernetes.io/network-unavailable", "without network",
            "node.cloudprovider.kubernetes.io/uninitialized", "not initialized yet",
            UNSCHEDULABLE.key(), "cordoned");

    /** Whether it keeps away those who do not tolerate it; else it is only a wish. */
    public boolean repels() {
        return !effect.equals("PreferNoSchedule");
    }

    /**
     * What a node is whom the cluster itself gave this taint, and from whom it takes the taint as soon as the node is so no
     * more; empty for taints that stay until somebody takes them away.
     */
    public Optional<String> trouble() {
        return Optional.ofNullable(TROUBLES.get(key));
    }

    /** Those among some that keep a pod away. */
    public static List<Taint> repelling(List<Taint> taints, List<Toleration> tolerations) {
        return taints.stream().filter(Taint::repels).filter(taint -> !Toleration.any(tolerations, taint)).toList();
    }

    /** As kubectl writes it: {@code key=value:effect}. */
    @Override
    public String toString() {
        return value.isEmpty() ? key + ":" + effect : key + "=" + value + ":" + effect;
    }
}
