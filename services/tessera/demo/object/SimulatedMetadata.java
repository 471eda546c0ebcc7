package tessera.demo.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Predicate;

/** The metadata of objects as JSON trees: names, owners, finalizers. */
public final class SimulatedMetadata {

    private SimulatedMetadata() {}

    public static String nameOf(JsonNode object) {
        return object.path("metadata").path("name").asText("");
    }

    /** Returns the namespace; empty where the object has none. */
    public static String namespaceOf(JsonNode object) {
        return object.path("metadata").path("namespace").asText("");
    }

    public static String uidOf(JsonNode object) {
        return object.path("metadata").path("uid").asText("");
    }

    public static long generationOf(JsonNode object) {
        return object.path("metadata").path("generation").asLong();
    }

    public static boolean isDeleting(JsonNode object) {
        return object.path("metadata").hasNonNull("deletionTimestamp");
    }

    /** Returns the labels to be changed; they are created if there are none. */
    public static ObjectNode labelsOf(ObjectNode draft) {
        return draft.withObjectProperty("metadata").withObjectProperty("labels");
    }

    /** Returns the annotations to be changed; they are created if there are none. */
    public static ObjectNode annotationsOf(ObjectNode draft) {
        return draft.withObjectProperty("metadata").withObjectProperty("annotations");
    }

    /**
     * Returns a new object.
     *
     * @param namespace empty for none
     */
    public static ObjectNode newObject(String apiVersion, String kind, String namespace, String name) {
        var object = JsonNodeFactory.instance.objectNode().put("kind", kind).put("apiVersion", apiVersion);
        var metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        return object;
    }

    /** Makes an object with {@code kind} and {@code apiVersion} the only owner and the controller of another. */
    public static void setController(ObjectNode object, JsonNode owner) {
        object.withObjectProperty("metadata").putArray("ownerReferences").addObject()
                .put("apiVersion", owner.path("apiVersion").asText()).put("kind", owner.path("kind").asText())
                .put("name", nameOf(owner)).put("uid", uidOf(owner)).put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    /** Returns the UID of the controller among the owners; empty if there is none. */
    public static String controllerUid(JsonNode object) {
        for (var owner : object.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                return owner.path("uid").asText();
            }
        }
        return "";
    }

    public static boolean hasFinalizer(JsonNode object, String finalizer) {
        return object.path("metadata").path("finalizers").valueStream()
                .anyMatch(each -> each.asText().equals(finalizer));
    }

    /** Adds a finalizer unless it is there. */
    public static void addFinalizer(ObjectNode draft, String finalizer) {
        if (!hasFinalizer(draft, finalizer)) {
            draft.withObjectProperty("metadata").withArrayProperty("finalizers").add(finalizer);
        }
    }

    public static void removeFinalizer(ObjectNode draft, String finalizer) {
        removeEntries(draft, "finalizers", each -> each.asText().equals(finalizer));
    }

    /** Removes entries of a list of the metadata, if there is such a list. */
    public static void removeEntries(ObjectNode draft, String list, Predicate<JsonNode> which) {
        if (draft.path("metadata").path(list) instanceof ArrayNode entries) {
            entries.removeIf(which);
        }
    }
}
