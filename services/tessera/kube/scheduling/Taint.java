package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A taint of a node, which keeps pods away.
 *
 * @param key    what it is about, e.g. {@code nvidia.com/gpu}
 * @param value  may be empty
 * @param effect {@code NoSchedule}, {@code PreferNoSchedule} or {@code NoExecute}
 */
public record Taint(String key, String value, String effect) {

    public static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
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

    /** Returns whether it keeps away pods that do not tolerate it. */
    public boolean repels() {
        return effect.equals("NoSchedule") || effect.equals("NoExecute");
    }

    /** Returns whether pods that do not tolerate it only rather go elsewhere. */
    public boolean isPreference() {
        return effect.equals("PreferNoSchedule");
    }

    /**
     * Returns the node problem for which the cluster sets and removes this taint itself; empty for taints that stay until somebody removes them.
     */
    public Optional<String> nodeProblemText() {
        return Optional.ofNullable(TROUBLES.get(key));
    }

    /** As kubectl writes it: {@code key=value:effect}. */
    @Override
    public String toString() {
        return value.isEmpty() ? key + ":" + effect : key + "=" + value + ":" + effect;
    }
}
