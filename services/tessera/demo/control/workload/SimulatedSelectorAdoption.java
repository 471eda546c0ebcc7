package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.labels.LabelSelector;

/** Adoption and release of objects by an owner's selector. */
record SimulatedSelectorAdoption(SimulatedControlPlaneComponent component, SimulatedResourceType type) {

    static boolean matchesSelector(JsonNode owner, Map<String, String> labels) {
        return LabelSelector.of(owner.path("spec").path("selector")).matches(labels);
    }

    /** Returns whether the object has no controller, is not being deleted, and matches the owner's selector. */
    static boolean isAdoptable(JsonNode owner, JsonNode object) {
        var metadata = object.path("metadata");
        return SimulatedControllerCachedPod.ownerUid(metadata).isEmpty() && !metadata.hasNonNull("deletionTimestamp")
                && SimulatedStoreJsonCodec.textAt(metadata, "namespace")
                        .equals(SimulatedStoreJsonCodec.textAt(owner, "metadata", "namespace"))
                && matchesSelector(owner, labelsOf(metadata));
    }

    private static Map<String, String> labelsOf(JsonNode metadata) {
        var labels = new HashMap<String, String>();
        metadata.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    ObjectNode adopt(JsonNode owner, JsonNode object) throws SimulatedApiException {
        return component.edit(type, object, draft -> {
            if (SimulatedControllerCachedPod.ownerUid(draft.path("metadata")).isEmpty()) {
                SimulatedPodFactory.addOwner(SimulatedStoreJsonCodec.childObject(draft, "metadata"), owner);
            }
        });
    }

    ObjectNode release(JsonNode owner, JsonNode object) throws SimulatedApiException {
        var uid = SimulatedStoreJsonCodec.textAt(owner, "metadata", "uid");
        return component.edit(type, object, draft -> {
            var owners = SimulatedStoreJsonCodec.childObject(draft, "metadata").withArrayProperty("ownerReferences");
            for (int i = owners.size() - 1; i >= 0; i--) {
                if (SimulatedStoreJsonCodec.textAt(owners.path(i), "uid").equals(uid)) {
                    owners.remove(i);
                }
            }
        });
    }
}
