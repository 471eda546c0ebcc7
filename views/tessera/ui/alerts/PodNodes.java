package tessera.ui.alerts;

import java.util.HashMap;
import java.util.Map;
import tessera.insight.Fleet;

/** On which node each pod of a fleet is; an exporter's is on the node that it tells of. */
final class PodNodes {

    private final Map<String, String> nodes = new HashMap<>();

    PodNodes(Fleet fleet) {
        fleet.snapshot().unbound().forEach(pod -> nodes.put(pod.key(), pod.node()));
        for (var info : fleet.snapshot().nodes()) {
            info.pods().forEach(pod -> nodes.put(pod.key(), pod.node()));
        }
        fleet.readings().nodes().values().forEach(readings -> nodes.put(readings.source(), readings.node()));
    }

    /** Empty where that is not known. */
    String of(String namespace, String pod) {
        return nodes.getOrDefault(namespace + "/" + pod, "");
    }
}
