package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.admission.SimulatedClusterObjectLookup;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;

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
        JsonTreeOperations.childArray(SimulatedStoreJsonCodec.childObject(result, "spec"), "taints").addObject()
                .put("key", key).put("effect", "NoSchedule");
        return result;
    }

    private ObjectNode mutateClaim(ObjectNode claim) {
        var result = addFinalizer(claim, "kubernetes.io/pvc-protection");
        if (!result.path("spec").has("storageClassName")) {
            lookup.list("StorageClass", "").stream()
                    .filter(storage -> storage.path("metadata").path("annotations")
                            .path("storageclass.kubernetes.io/is-default-class").asText().equals("true"))
                    .findFirst()
                    .ifPresent(storage -> SimulatedStoreJsonCodec.childObject(result, "spec").put("storageClassName",
                            storage.path("metadata").path("name").asText()));
        }
        return result;
    }

    private static ObjectNode addFinalizer(ObjectNode object, String finalizer) {
        var result = object.deepCopy();
        var finalizers = JsonTreeOperations.childArray(SimulatedStoreJsonCodec.childObject(result, "metadata"),
                "finalizers");
        if (!JsonTreeOperations.textsOf(finalizers).contains(finalizer)) {
            finalizers.add(finalizer);
        }
        return result;
    }

    /** Admission check that refuses new objects in namespaces that do not exist or are being deleted. */
    private static final class SimulatedNamespaceLifecycleAdmission {

        private SimulatedNamespaceLifecycleAdmission() {}

        static void checkNamespace(SimulatedKindSchema kind, ObjectNode object, SimulatedClusterObjectLookup lookup)
                throws SimulatedApiException {
            var name = object.path("metadata").path("namespace").asText();
            var namespace = lookup.find("Namespace", "", name);
            if (namespace.isEmpty()) {
                throw SimulatedApiException.notFound(new ErrorSubject("", "namespaces", name));
            }
            if (namespace.get().path("metadata").has("deletionTimestamp")
                    || namespace.get().path("status").path("phase").asText().equals("Terminating")) {
                throw terminatingError(kind, object, name);
            }
        }

        private static SimulatedApiException terminatingError(SimulatedKindSchema kind, ObjectNode object,
                String namespace) {
            var refusal = SimulatedApiException.forbidden(
                    kind.resourceSubject(object.path("metadata").path("name").asText()),
                    "unable to create new content in namespace " + namespace + " because it is being terminated");
            var details = JsonTreeOperations.shallowCopy(refusal.statusBody().path("details"));
            details.putArray("causes").addObject().put("reason", "NamespaceTerminating")
                    .put("message", "namespace " + namespace + " is being terminated")
                    .put("field", "metadata.namespace");
            return new SimulatedApiException(403, "Forbidden", refusal.statusBody().path("message").asText(), details);
        }
    }

    /** Cluster addresses and node ports of Services. They are made from the service's name, so that the same scenario gives the same. */
    private static final class SimulatedServiceAddressAllocator {

        private static final int FIRST_NODE_PORT = 30_000;
        private static final int NODE_PORTS = 2_768;

        private SimulatedServiceAddressAllocator() {}

        static ObjectNode assignAddresses(ObjectNode service) {
            var result = service.deepCopy();
            var spec = SimulatedStoreJsonCodec.childObject(result, "spec");
            var type = spec.path("type").asText();
            if (type.equals("ExternalName")) {
                return result;
            }
            int seed = (result.path("metadata").path("namespace").asText() + "/"
                    + result.path("metadata").path("name").asText()).hashCode() >>> 1;
            JsonTreeOperations.putIfMissing(spec, "clusterIP",
                    "10.%d.%d.%d".formatted(96 + seed % 16, seed / 16 % 256, 1 + seed / 4096 % 254));
            if (!spec.has("clusterIPs")) {
                spec.putArray("clusterIPs").add(spec.path("clusterIP").asText());
            }
            if (!spec.has("ipFamilies")) {
                spec.putArray("ipFamilies").add("IPv4");
            }
            JsonTreeOperations.putIfMissing(spec, "ipFamilyPolicy", "SingleStack");
            if (List.of("NodePort", "LoadBalancer").contains(type)) {
                int[] next = {seed % NODE_PORTS};
                JsonTreeOperations.forEachObject(spec.path("ports"),
                        port -> JsonTreeOperations.putIfMissing(port, "nodePort",
                                FIRST_NODE_PORT + next[0]++ % NODE_PORTS));
            }
            return result;
        }
    }
}
