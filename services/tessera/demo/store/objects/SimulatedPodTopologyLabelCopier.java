package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;

/** The topology labels of a pod: copied from its node by binding, or at once for a pod created on its node. */
final class SimulatedPodTopologyLabelCopier {

    private static final List<String> LABELS = List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

    private SimulatedPodTopologyLabelCopier() {}

    static void copyLabels(ObjectNode pod, SimulatedStoredObject node) {
        for (var label : LABELS) {
            var place = node.labels().get(label);
            if (place != null) {
                SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(pod, "metadata"), "labels")
                        .put(label, place);
            }
        }
    }
}
