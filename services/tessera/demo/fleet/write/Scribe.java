package tessera.demo.fleet.write;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import tessera.demo.fleet.plan.Mint;
import tessera.demo.fleet.plan.Plan;

/** What all objects have in common: a kind, a name, an identity and an age. */
final class Scribe {

    private final Plan plan;
    private final Mint mint;

    Scribe(Plan plan) {
        this.plan = plan;
        mint = plan.mint();
    }

    Plan plan() {
        return plan;
    }

    Mint mint() {
        return mint;
    }

    Instant now() {
        return plan.now();
    }

    /** @param namespace empty for an object of the cluster */
    ObjectNode object(String apiVersion, String kind, String namespace, String name, Instant createdAt) {
        var object = JsonNodeFactory.instance.objectNode().put("kind", kind).put("apiVersion", apiVersion);
        var metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        metadata.put("uid", mint.uid(kind, namespace, name));
        metadata.put("creationTimestamp", Times.seconds(createdAt));
        return object;
    }

    static ObjectNode metadata(ObjectNode object) {
        return (ObjectNode) object.path("metadata");
    }

    static void put(ObjectNode object, String field, Map<String, String> texts) {
        if (!texts.isEmpty()) {
            var map = object.putObject(field);
            texts.forEach(map::put);
        }
    }

    /** Says that the object belongs to another, which controls it. */
    void own(ObjectNode object, String apiVersion, String kind, String name) {
        var metadata = metadata(object);
        var namespace = kind.equals("Node") || kind.equals("ClusterPolicy") ? "" : metadata.path("namespace").asText();
        metadata.putArray("ownerReferences").addObject().put("apiVersion", apiVersion).put("kind", kind)
                .put("name", name).put("uid", mint.uid(kind, namespace, name)).put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    ObjectNode condition(String type, boolean status, Instant since) {
        return JsonNodeFactory.instance.objectNode().put("type", type).put("status", status ? "True" : "False")
                .putNull("lastProbeTime").put("lastTransitionTime", Times.seconds(since));
    }
}
