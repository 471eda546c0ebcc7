package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.Json;

/** Pods made after the templates of their owners. */
final class Blueprint {

    private Blueprint() {}

    /**
     * A pod as the template wants it, controlled by the owner.
     *
     * @param owner with {@code kind} and {@code apiVersion}
     */
    static ObjectNode pod(JsonNode template, JsonNode owner) {
        var pod = Json.object().put("kind", "Pod").put("apiVersion", "v1");
        var metadata = pod.putObject("metadata");
        for (var field : List.of("labels", "annotations", "finalizers")) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        var name = Json.text(owner, "metadata", "name");
        metadata.put("generateName", name + "-").put("namespace", Json.text(owner, "metadata", "namespace"));
        own(metadata, owner);
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    /** Says that the object belongs to the owner, which controls it. */
    static void own(ObjectNode metadata, JsonNode owner) {
        metadata.putArray("ownerReferences").addObject().put("apiVersion", Json.text(owner, "apiVersion"))
                .put("kind", Json.text(owner, "kind")).put("name", Json.text(owner, "metadata", "name"))
                .put("uid", Json.text(owner, "metadata", "uid")).put("controller", true)
                .put("blockOwnerDeletion", true);
    }
}
