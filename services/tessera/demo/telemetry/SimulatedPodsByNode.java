package tessera.demo.telemetry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.store.ServedResourceType;
import tessera.demo.store.StoredKubernetesObject;
import tessera.demo.store.objects.SimulatedApiStorage;

/** The pods of each node as of the last request; rebuilt only when a pod has changed. Any thread. */
final class SimulatedPodsByNode {

    private final SimulatedApiStorage objects;
    private final ServedResourceType pods;
    private final int nodeName;
    private volatile NodePodLists nodePodLists = new NodePodLists(-1, Map.of());

    /** @param writes how often pods had been written when it was made */
    private record NodePodLists(long writes, Map<String, List<StoredKubernetesObject>> byNode) {}

    SimulatedPodsByNode(SimulatedApiStorage objects) {
        this.objects = objects;
        pods = objects.catalog().get("pods");
        nodeName = pods.traits().fields().stream().map(ServedResourceType.SelectableField::path).toList()
                .indexOf("spec.nodeName");
    }

    List<StoredKubernetesObject> podsOn(String node) {
        long writes = objects.store().countWrites(pods);
        var current = nodePodLists;
        if (current.writes() != writes) {
            current = new NodePodLists(writes, groupByNode());
            nodePodLists = current;
        }
        return current.byNode().getOrDefault(node, List.of());
    }

    private Map<String, List<StoredKubernetesObject>> groupByNode() {
        var byNode = new HashMap<String, List<StoredKubernetesObject>>();
        for (var pod : objects.store().list(pods, "").objects()) {
            byNode.computeIfAbsent(pod.fieldValues().get(nodeName), _ -> new ArrayList<>()).add(pod);
        }
        return byNode;
    }
}
