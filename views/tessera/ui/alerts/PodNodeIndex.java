package tessera.ui.alerts;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.gpu.GpuFleet;

/** The nodes of some pods of a fleet; for an exporter, the node that it reports on. */
final class PodNodeIndex {

    private final Map<String, String> nodes = new HashMap<>();

    /** @param wanted their keys: a few of many thousands, which are gone through often */
    PodNodeIndex(GpuFleet fleet, Set<String> wanted) {
        var names = wanted.stream().map(key -> key.substring(key.indexOf('/') + 1)).collect(Collectors.toSet());
        fleet.snapshot().pods().filter(pod -> names.contains(pod.name()))
                .forEach(pod -> nodes.put(pod.key(), pod.node()));
        fleet.readings().nodes().values().stream().filter(readings -> wanted.contains(readings.source()))
                .forEach(readings -> nodes.put(readings.source(), readings.node()));
    }

    /** Returns the node of a pod; empty where it is not known. */
    String nodeOf(String key) {
        return nodes.getOrDefault(key, "");
    }
}
