package tessera.demo.telemetry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoredObject;
import tessera.demo.store.objects.StoredObjects;

/** The pods of each node as of the last request; rebuilt only when a pod has changed. Any thread. */
final class PodRoster {

    private final StoredObjects objects;
    private final ResourceType pods;
    private final int nodeName;
    private volatile Sheet sheet = new Sheet(-1, Map.of());

    /** @param writes how often pods had been written when it was made */
    private record Sheet(long writes, Map<String, List<StoredObject>> byNode) {}

    PodRoster(StoredObjects objects) {
        this.objects = objects;
        pods = objects.catalog().get("pods");
        nodeName = pods.traits().fields().stream().map(ResourceType.SelectableField::path).toList()
                .indexOf("spec.nodeName");
    }

    List<StoredObject> podsOn(String node) {
        long writes = objects.store().countWrites(pods);
        var current = sheet;
        if (current.writes() != writes) {
            current = new Sheet(writes, groupByNode());
            sheet = current;
        }
        return current.byNode().getOrDefault(node, List.of());
    }

    private Map<String, List<StoredObject>> groupByNode() {
        var byNode = new HashMap<String, List<StoredObject>>();
        for (var pod : objects.store().list(pods, "").objects()) {
            byNode.computeIfAbsent(pod.fieldValues().get(nodeName), _ -> new ArrayList<>()).add(pod);
        }
        return byNode;
    }
}
