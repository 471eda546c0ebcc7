package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoredObject;

/** Where a pod is in the world: what binding notes, noted for a pod that is born on its node. */
final class BindingTopology {

    private static final List<String> LABELS = List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

    private BindingTopology() {}

    static void note(ObjectNode pod, StoredObject node) {
        for (var label : LABELS) {
            var place = node.labels().get(label);
            if (place != null) {
                StoreJson.child(StoreJson.child(pod, "metadata"), "labels").put(label, place);
            }
        }
    }
}
