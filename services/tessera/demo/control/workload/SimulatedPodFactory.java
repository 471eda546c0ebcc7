package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Factory of pods from their owners' templates. */
final class SimulatedPodFactory {

    private SimulatedPodFactory() {}

    /**
     * Returns a pod of the template, controlled by the owner.
     *
     * @param owner with {@code kind} and {@code apiVersion}
     */
    static ObjectNode newPod(JsonNode template, JsonNode owner) {
        var pod = SimulatedStoreJsonCodec.newObject().put("kind", "Pod").put("apiVersion", "v1");
        var metadata = pod.putObject("metadata");
        for (var field : List.of("labels", "annotations", "finalizers")) {
            if (template.path("metadata").has(field)) {
                metadata.set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        var name = SimulatedStoreJsonCodec.textAt(owner, "metadata", "name");
        metadata.put("generateName", name + "-").put("namespace",
                SimulatedStoreJsonCodec.textAt(owner, "metadata", "namespace"));
        addOwner(metadata, owner);
        pod.set("spec", template.path("spec").deepCopy());
        return pod;
    }

    /** Adds an owner reference that makes the owner the controller. */
    static void addOwner(ObjectNode metadata, JsonNode owner) {
        metadata.putArray("ownerReferences").addObject()
                .put("apiVersion", SimulatedStoreJsonCodec.textAt(owner, "apiVersion"))
                .put("kind", SimulatedStoreJsonCodec.textAt(owner, "kind"))
                .put("name", SimulatedStoreJsonCodec.textAt(owner, "metadata", "name"))
                .put("uid", SimulatedStoreJsonCodec.textAt(owner, "metadata", "uid")).put("controller", true)
                .put("blockOwnerDeletion", true);
    }
}
