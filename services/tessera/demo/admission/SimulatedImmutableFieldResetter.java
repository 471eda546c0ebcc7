package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The update of an object after the fields that it must not change are reset to their old values. */
public final class SimulatedImmutableFieldResetter {

    private static final List<String> IDENTITY = List.of("creationTimestamp", "deletionTimestamp", "generation",
            "generateName");

    private final SimulatedKindSchema kind;
    private final ObjectNode before;
    private final ObjectNode after;

    private SimulatedImmutableFieldResetter(SimulatedKindSchema kind, ObjectNode before, ObjectNode after) {
        this.kind = kind;
        this.before = before;
        this.after = after.deepCopy();
    }

    /**
     * Returns an update of the object itself: its status stays, its generation counts the change. Neither argument changes.
     *
     * <p>The uid is kept when the client left it out; one that differs is for validation to refuse.
     */
    public static ObjectNode updateObject(SimulatedKindSchema kind, ObjectNode before, ObjectNode wanted)
            throws SimulatedApiException {
        var update = new SimulatedImmutableFieldResetter(kind, before, wanted);
        update.keepMetadata();
        if (kind.hasStatus()) {
            JsonTreeOperations.copyField(update.after, before, "status");
        }
        update.keepWhatTheServerAssigned();
        if (SimulatedServerFieldWriter.hasGeneration(kind) && update.changesSpec()) {
            update.after.withObjectProperty("metadata").put("generation",
                    before.path("metadata").path("generation").asLong() + 1);
        }
        return SimulatedServerFieldWriter.normalize(kind, update.after);
    }

    /** Returns an update through {@code /status}: only the status and, for most built-in kinds, labels and annotations change. */
    public static ObjectNode updateStatus(SimulatedKindSchema kind, ObjectNode before, ObjectNode wanted)
            throws SimulatedApiException {
        var update = new SimulatedImmutableFieldResetter(kind, before, wanted);
        update.keepMetadata();
        for (var field : before.properties()) {
            if (!List.of("status", "metadata").contains(field.getKey())) {
                update.after.set(field.getKey(), field.getValue());
            }
        }
        update.after.retain(fieldsOf(before, "status"));
        var metadata = update.after.withObjectProperty("metadata");
        var old = before.path("metadata");
        switch (kind.custom() ? "custom" : kind.kind()) {
            case "custom", "ResourceClaim", "CustomResourceDefinition" -> {
                var owners = metadata.get("managedFields");
                update.after.set("metadata", owners == null ? old.deepCopy()
                        : JsonTreeOperations.shallowCopy(old).set("managedFields", owners));
            }
            case "Deployment" -> JsonTreeOperations.copyField(metadata, old, "labels");
            case "Pod" -> {
                JsonTreeOperations.copyField(metadata, old, "ownerReferences");
                JsonTreeOperations.copyField(update.after.withObjectProperty("status"), before.path("status"),
                        "qosClass");
            }
            default -> {}
        }
        return SimulatedServerFieldWriter.normalize(kind, update.after);
    }

    private static List<String> fieldsOf(ObjectNode object, String also) {
        var fields = new ArrayList<>(JsonTreeOperations.fieldNames(object));
        fields.add(also);
        return fields;
    }

    private void keepMetadata() {
        var metadata = after.withObjectProperty("metadata");
        var old = before.path("metadata");
        IDENTITY.forEach(field -> JsonTreeOperations.copyField(metadata, old, field));
        for (var field : List.of("uid", "name", "namespace", "deletionGracePeriodSeconds")) {
            if (!metadata.hasNonNull(field)) {
                JsonTreeOperations.copyField(metadata, old, field);
            }
        }
        metadata.remove("selfLink");
    }

    private void keepWhatTheServerAssigned() {
        var spec = after.get("spec") instanceof ObjectNode found ? found : SimulatedStoreJsonCodec.newObject();
        switch (kind.kind()) {
            case "Namespace" -> JsonTreeOperations.copyField(after, before, "spec");
            case "Service" -> keepAddresses(spec);
            case "PersistentVolumeClaim" -> keepIfMissing(spec, List.of("volumeName", "storageClassName"));
            case "DaemonSet" -> {
                var old = before.path("metadata").path("annotations").path("deprecated.daemonset.template.generation")
                        .asLong();
                boolean same = isSame(before.path("spec").path("template"), spec.path("template"));
                SimulatedServerFieldWriter.setTemplateGeneration(after, same ? old : old + 1);
            }
            default -> {}
        }
    }

    private void keepAddresses(ObjectNode spec) {
        if (!spec.path("type").asText().equals("ExternalName")) {
            keepIfMissing(spec, List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"));
        }
        for (var old : before.path("spec").path("ports")) {
            JsonTreeOperations.forEachObject(spec.path("ports"), port -> {
                if (old.has("nodePort") && old.path("port").equals(port.path("port")) && !port.has("nodePort")
                        && List.of("NodePort", "LoadBalancer").contains(spec.path("type").asText())) {
                    port.set("nodePort", old.get("nodePort"));
                }
            });
        }
    }

    private void keepIfMissing(ObjectNode spec, List<String> fields) {
        for (var field : fields) {
            if (!spec.hasNonNull(field)) {
                JsonTreeOperations.copyField(spec, before.path("spec"), field);
            }
        }
    }

    private boolean changesSpec() {
        if (kind.kind().equals("Deployment")
                && !isSame(before.path("metadata").path("annotations"), after.path("metadata").path("annotations"))) {
            return true;
        }
        var wanted = JsonTreeOperations.shallowCopy(after);
        var old = JsonTreeOperations.shallowCopy(before);
        for (var object : List.of(wanted, old)) {
            object.remove(List.of("metadata", "kind", "apiVersion"));
            if (kind.hasStatus()) {
                object.remove("status");
            }
        }
        return !isSame(old, wanted);
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        return SimulatedStoreJsonCodec.areEqual(one, other) || (one.isMissingNode() && other.isEmpty())
                || (other.isMissingNode() && one.isEmpty());
    }
}
