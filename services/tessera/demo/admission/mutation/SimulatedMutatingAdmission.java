package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.admission.SimulatedClusterObjectLookup;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** The mutating half of admission: it changes new objects, and refuses references to objects that do not exist. */
public final class SimulatedMutatingAdmission {

    private final SimulatedClusterObjectLookup lookup;

    public SimulatedMutatingAdmission(SimulatedClusterObjectLookup lookup) {
        this.lookup = lookup;
    }

    /**
     * Returns a new object after mutation. The argument, which has its defaults, does not change.
     *
     * @param suffix five random characters for names that the server makes up
     * @throws SimulatedApiException 404 for a namespace that is not there, 403 for what else is missing or not allowed
     */
    public ObjectNode mutateNew(SimulatedKindSchema kind, ObjectNode object, String suffix)
            throws SimulatedApiException {
        if (kind.namespaced()) {
            SimulatedNamespaceLifecycleAdmission.checkNamespace(kind, object, lookup);
        }
        return switch (kind.kind()) {
            case "Pod" -> new SimulatedPodAdmissionMutation(lookup, suffix).createPod(object);
            case "Job" -> new SimulatedKueueWebhook(lookup).suspendJob(object);
            case "Node" -> addNotReadyTaint(object);
            case "PersistentVolumeClaim" -> mutateClaim(object);
            case "PersistentVolume" -> addFinalizer(object, "kubernetes.io/pv-protection");
            case "Service" -> SimulatedServiceAddressAllocator.assignAddresses(object);
            default -> object;
        };
    }

    /** Returns an updated object after mutation. */
    public ObjectNode mutateUpdate(SimulatedKindSchema kind, ObjectNode stored, ObjectNode wanted) {
        return kind.kind().equals("Pod") ? SimulatedPodAdmissionMutation.updatePod(stored, wanted) : wanted;
    }

    /** Returns the node with the not-ready taint, so that nothing runs there before it was seen ready. */
    private static ObjectNode addNotReadyTaint(ObjectNode node) {
        var key = "node.kubernetes.io/not-ready";
        for (var taint : node.path("spec").path("taints")) {
            if (taint.path("key").asText().equals(key) && taint.path("effect").asText().equals("NoSchedule")) {
                return node;
            }
        }
        var result = node.deepCopy();
        JsonTreeOperations.childArray(JsonTreeOperations.childObject(result, "spec"), "taints").addObject()
                .put("key", key).put("effect",
                        "NoSchedule");
        return result;
    }

    private ObjectNode mutateClaim(ObjectNode claim) {
        var result = addFinalizer(claim, "kubernetes.io/pvc-protection");
        if (!result.path("spec").has("storageClassName")) {
            lookup.list("StorageClass", "").stream()
                    .filter(storage -> storage.path("metadata").path("annotations")
                            .path("storageclass.kubernetes.io/is-default-class").asText().equals("true"))
                    .findFirst()
                    .ifPresent(storage -> JsonTreeOperations.childObject(result, "spec").put("storageClassName",
                            storage.path("metadata").path("name").asText()));
        }
        return result;
    }

    private static ObjectNode addFinalizer(ObjectNode object, String finalizer) {
        var result = object.deepCopy();
        var finalizers = JsonTreeOperations.childArray(JsonTreeOperations.childObject(result, "metadata"),
                "finalizers");
        if (!JsonTreeOperations.textsOf(finalizers).contains(finalizer)) {
            finalizers.add(finalizer);
        }
        return result;
    }
}
