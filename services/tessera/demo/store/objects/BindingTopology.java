package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.StoreJson;
import tessera.demo.store.StoredObject;

/** The topology labels of a pod: copied from its node by binding, or at once for a pod created on its node. */
final class BindingTopology {

    private static final List<String> LABELS = List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

    private BindingTopology() {}

    static void copyLabels(ObjectNode pod, StoredObject node) {
        for (var label : LABELS) {
            var place = node.labels().get(label);
            if (place != null) {
                StoreJson.childObject(StoreJson.childObject(pod, "metadata"), "labels").put(label, place);
            }
        }
    }
}
