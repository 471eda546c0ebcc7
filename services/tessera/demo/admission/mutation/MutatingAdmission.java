package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.AdmissionLookup;
import tessera.demo.admission.JsonTrees;
import tessera.demo.object.ApiError;
import tessera.demo.patch.schema.KindSchema;

/** The mutating half of admission: it changes new objects, and refuses those that name something that is not there. */
public final class MutatingAdmission {

    private final AdmissionLookup lookup;

    public MutatingAdmission(AdmissionLookup lookup) {
        this.lookup = lookup;
    }

    /**
     * What a new object becomes. The argument, which has its defaults, does not change.
     *
     * @param suffix five random characters for names that the server makes up
     * @throws ApiError 404 for a namespace that is not there, 403 for what else is missing or not allowed
     */
    public ObjectNode create(KindSchema kind, ObjectNode object, String suffix) throws ApiError {
        if (kind.namespaced()) {
            NamespaceLifecycle.check(kind, object, lookup);
        }
        return switch (kind.kind()) {
            case "Pod" -> new PodMutation(lookup, suffix).create(object);
            case "Job" -> new QueuedWork(lookup).job(object);
            case "Node" -> notReady(object);
            case "PersistentVolumeClaim" -> claim(object);
            case "PersistentVolume" -> guarded(object, "kubernetes.io/pv-protection");
            case "Service" -> ServiceAddresses.assigned(object);
            default -> object;
        };
    }

    /** What a changed object becomes. */
    public ObjectNode update(KindSchema kind, ObjectNode stored, ObjectNode wanted) {
        return kind.kind().equals("Pod") ? PodMutation.update(stored, wanted) : wanted;
    }

    /** A node is new, so nothing may run there until somebody has seen it ready. */
    private static ObjectNode notReady(ObjectNode node) {
        var key = "node.kubernetes.io/not-ready";
        for (var taint : node.path("spec").path("taints")) {
            if (taint.path("key").asText().equals(key) && taint.path("effect").asText().equals("NoSchedule")) {
                return node;
            }
        }
        var result = node.deepCopy();
        JsonTrees.list(JsonTrees.under(result, "spec"), "taints").addObject().put("key", key).put("effect",
                "NoSchedule");
        return result;
    }

    private ObjectNode claim(ObjectNode claim) {
        var result = guarded(claim, "kubernetes.io/pvc-protection");
        if (!result.path("spec").has("storageClassName")) {
            lookup.list("StorageClass", "").stream()
                    .filter(storage -> storage.path("metadata").path("annotations")
                            .path("storageclass.kubernetes.io/is-default-class").asText().equals("true"))
                    .findFirst().ifPresent(storage -> JsonTrees.under(result, "spec").put("storageClassName",
                            storage.path("metadata").path("name").asText()));
        }
        return result;
    }

    private static ObjectNode guarded(ObjectNode object, String finalizer) {
        var result = object.deepCopy();
        var finalizers = JsonTrees.list(JsonTrees.under(result, "metadata"), "finalizers");
        if (!JsonTrees.texts(finalizers).contains(finalizer)) {
            finalizers.add(finalizer);
        }
        return result;
    }
}
