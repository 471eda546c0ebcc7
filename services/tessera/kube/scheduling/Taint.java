package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.text.MessageCatalog;

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
    private static final MessageCatalog MESSAGES = MessageCatalog.of(Taint.class);
    private static final Map<String, String> TROUBLES = Map.of("node.kubernetes.io/not-ready", "taint.not-ready",
            "node.kubernetes.io/unreachable", "taint.unreachable", "node.kubernetes.io/memory-pressure",
            "taint.memory-pressure", "node.kubernetes.io/disk-pressure", "taint.disk-pressure",
            "node.kubernetes.io/pid-pressure", "taint.pid-pressure", "node.kubernetes.io/network-unavailable",
            "taint.network-unavailable", "node.cloudprovider.kubernetes.io/uninitialized", "taint.uninitialized",
            UNSCHEDULABLE.key(), "taint.unschedulable");

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
        return Optional.ofNullable(TROUBLES.get(key)).map(MESSAGES::text);
    }

    /** As kubectl writes it: {@code key=value:effect}. */
    @Override
    public String toString() {
        return value.isEmpty() ? key + ":" + effect : key + "=" + value + ":" + effect;
    }
}
