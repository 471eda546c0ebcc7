package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.StoreJson;

/** Pods made after the templates of their owners. */
final class PodBlueprint {

    private PodBlueprint() {}

    /**
     * A pod as the template wants it, controlled by the owner.
     *
     * @param owner with {@code kind} and {@code apiVersion}
     */
    static ObjectNode pod(JsonNode template, JsonNode owner) {
        var pod = StoreJson.object().put("kind", "Pod").put("apiVersion", "v1");
        var metadata = pod.putObject("metadata");
        for (var field : List.of("labels", "annotations", "finalizers")) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        var name = StoreJson.text(owner, "metadata", "name");
        metadata.put("generateName", name + "-").put("namespace", StoreJson.text(owner, "metadata", "namespace"));
        own(metadata, owner);
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    /** Says that the object belongs to the owner, which controls it. */
    static void own(ObjectNode metadata, JsonNode owner) {
        metadata.putArray("ownerReferences").addObject().put("apiVersion", StoreJson.text(owner, "apiVersion"))
                .put("kind", StoreJson.text(owner, "kind")).put("name", StoreJson.text(owner, "metadata", "name"))
                .put("uid", StoreJson.text(owner, "metadata", "uid")).put("controller", true)
                .put("blockOwnerDeletion", true);
    }
}
