package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import tessera.demo.control.loop.Component;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.Json;
import tessera.demo.store.ResourceType;
import tessera.demo.store.select.LabelSelector;

/** Takes what an owner's selector is about into its hands when it is nobody's, and lets go what it is not about any more. */
record Claims(Component component, ResourceType type) {

    static boolean wants(JsonNode owner, Map<String, String> labels) {
        return LabelSelector.of(owner.path("spec").path("selector")).matches(labels);
    }

    /** Whether the object is nobody's, is to stay, and is what the owner's selector is about. */
    static boolean adoptable(JsonNode owner, JsonNode object) {
        var metadata = object.path("metadata");
        return PodCard.owner(metadata).isEmpty() && !metadata.hasNonNull("deletionTimestamp")
                && Json.text(metadata, "namespace").equals(Json.text(owner, "metadata", "namespace"))
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
                Blueprint.own(Json.child(draft, "metadata"), owner);
            }
        });
    }

    ObjectNode release(JsonNode owner, JsonNode object) throws ApiError {
        var uid = Json.text(owner, "metadata", "uid");
        return component.edit(type, object, draft -> {
            var owners = Json.child(draft, "metadata").withArrayProperty("ownerReferences");
            for (int i = owners.size() - 1; i >= 0; i--) {
                if (Json.text(owners.path(i), "uid").equals(uid)) {
                    owners.remove(i);
                }
            }
        });
    }
}
