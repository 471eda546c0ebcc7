package tessera.demo.telemetry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.objects.SimulatedApiStorage;

/** The pods of each node as of the last request; rebuilt only when a pod has changed. Any thread. */
final class SimulatedPodsByNode {

    private final SimulatedApiStorage objects;
    private final SimulatedResourceType pods;
    private final int nodeName;
    private volatile CachedPodGrouping nodePodLists = new CachedPodGrouping(-1, Map.of());

    /** @param writes how often pods had been written when it was made */
    private record CachedPodGrouping(long writes, Map<String, List<SimulatedStoredObject>> byNode) {}

    SimulatedPodsByNode(SimulatedApiStorage objects) {
        this.objects = objects;
        pods = objects.catalog().get("pods");
        nodeName = pods.traits().fields().stream().map(SimulatedResourceType.SelectableField::path).toList()
                .indexOf("spec.nodeName");
    }

    List<SimulatedStoredObject> podsOn(String node) {
        long writes = objects.store().countWrites(pods);
        var current = nodePodLists;
        if (current.writes() != writes) {
            current = new CachedPodGrouping(writes, groupByNode());
            nodePodLists = current;
        }
        return current.byNode().getOrDefault(node, List.of());
    }

    private Map<String, List<SimulatedStoredObject>> groupByNode() {
        var byNode = new HashMap<String, List<SimulatedStoredObject>>();
        for (var pod : objects.store().list(pods, "").objects()) {
            byNode.computeIfAbsent(pod.fieldValues().get(nodeName), _ -> new ArrayList<>()).add(pod);
        }
        return byNode;
    }
}
