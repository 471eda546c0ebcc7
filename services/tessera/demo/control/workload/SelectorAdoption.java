package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreJson;
import tessera.demo.store.select.StoreLabelSelector;

/** Takes what an owner's selector is about into its hands when it is nobody's, and lets go what it is not about any more. */
record SelectorAdoption(ControlComponent component, ResourceType type) {

    static boolean wants(JsonNode owner, Map<String, String> labels) {
        return StoreLabelSelector.of(owner.path("spec").path("selector")).matches(labels);
    }

    /** Whether the object is nobody's, is to stay, and is what the owner's selector is about. */
    static boolean adoptable(JsonNode owner, JsonNode object) {
        var metadata = object.path("metadata");
        return PodCard.owner(metadata).isEmpty() && !metadata.hasNonNull("deletionTimestamp")
                && StoreJson.text(metadata, "namespace").equals(StoreJson.text(owner, "metadata", "namespace"))
                && wants(owner, labels(metadata));
    }

    private static Map<String, String> labels(JsonNode metadata) {
        var labels = new HashMap<String, String>();
        metadata.path("labels").properties().forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    ObjectNode adopt(JsonNode owner, JsonNode object) throws ApiError {
        return component.edit(type, object, draft -> {
            if (PodCard.owner(draft.path("metadata")).isEmpty()) {
                PodBlueprint.own(StoreJson.child(draft, "metadata"), owner);
            }
        });
    }

    ObjectNode release(JsonNode owner, JsonNode object) throws ApiError {
        var uid = StoreJson.text(owner, "metadata", "uid");
        return component.edit(type, object, draft -> {
            var owners = StoreJson.child(draft, "metadata").withArrayProperty("ownerReferences");
            for (int i = owners.size() - 1; i >= 0; i--) {
                if (StoreJson.text(owners.path(i), "uid").equals(uid)) {
                    owners.remove(i);
                }
            }
        });
    }
}
