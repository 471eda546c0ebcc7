package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.select.StoreLabelSelector;

/** Adoption and release of objects by an owner's selector. */
record SelectorAdoption(ControlComponent component, ResourceType type) {

    static boolean matchesSelector(JsonNode owner, Map<String, String> labels) {
        return StoreLabelSelector.fromSpec(owner.path("spec").path("selector")).matches(labels);
    }

    /** Returns whether the object has no controller, is not being deleted, and matches the owner's selector. */
    static boolean isAdoptable(JsonNode owner, JsonNode object) {
        var metadata = object.path("metadata");
        return CachedPod.ownerUid(metadata).isEmpty() && !metadata.hasNonNull("deletionTimestamp")
                && StoreJson.textAt(metadata, "namespace").equals(StoreJson.textAt(owner, "metadata", "namespace"))
                && matchesSelector(owner, labelsOf(metadata));
    }

    private static Map<String, String> labelsOf(JsonNode metadata) {
        var labels = new HashMap<String, String>();
        metadata.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    ObjectNode adopt(JsonNode owner, JsonNode object) throws ApiError {
        return component.edit(type, object, draft -> {
            if (CachedPod.ownerUid(draft.path("metadata")).isEmpty()) {
                PodBlueprint.addOwner(StoreJson.childObject(draft, "metadata"), owner);
            }
        });
    }

    ObjectNode release(JsonNode owner, JsonNode object) throws ApiError {
        var uid = StoreJson.textAt(owner, "metadata", "uid");
        return component.edit(type, object, draft -> {
            var owners = StoreJson.childObject(draft, "metadata").withArrayProperty("ownerReferences");
            for (int i = owners.size() - 1; i >= 0; i--) {
                if (StoreJson.textAt(owners.path(i), "uid").equals(uid)) {
                    owners.remove(i);
                }
            }
        });
    }
}
