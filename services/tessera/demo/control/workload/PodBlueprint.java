package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.StoreJson;

/** Factory of pods from their owners' templates. */
final class PodBlueprint {

    private PodBlueprint() {}

    /**
     * Returns a pod of the template, controlled by the owner.
     *
     * @param owner with {@code kind} and {@code apiVersion}
     */
    static ObjectNode newPod(JsonNode template, JsonNode owner) {
        var pod = StoreJson.newObject().put("kind", "Pod").put("apiVersion", "v1");
        var metadata = pod.putObject("metadata");
        for (var field : List.of("labels", "annotations", "finalizers")) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        var name = StoreJson.textAt(owner, "metadata", "name");
        metadata.put("generateName", name + "-").put("namespace", StoreJson.textAt(owner, "metadata", "namespace"));
        addOwner(metadata, owner);
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    /** Adds an owner reference that makes the owner the controller. */
    static void addOwner(ObjectNode metadata, JsonNode owner) {
        metadata.putArray("ownerReferences").addObject().put("apiVersion", StoreJson.textAt(owner, "apiVersion"))
                .put("kind", StoreJson.textAt(owner, "kind")).put("name", StoreJson.textAt(owner, "metadata", "name"))
                .put("uid", StoreJson.textAt(owner, "metadata", "uid")).put("controller", true)
                .put("blockOwnerDeletion", true);
    }
}
