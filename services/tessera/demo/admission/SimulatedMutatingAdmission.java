package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** The mutating half of admission: it changes new objects, and refuses references to objects that do not exist. */
public final class SimulatedMutatingAdmission {

    private static final int FIRST_NODE_PORT = 30_000;
    private static final int NODE_PORTS = 2_768;
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
            checkNamespace(kind, object);
        }
        return switch (kind.kind()) {
            case "Pod" -> gatePod(new SimulatedPodAdmissionMutation(lookup, suffix).createPod(object));
            case "Job" -> suspendJob(object);
            case "Node" -> addNotReadyTaint(object);
            case "PersistentVolumeClaim" -> mutateClaim(object);
            case "PersistentVolume" -> addFinalizer(object, "kubernetes.io/pv-protection");
            case "Service" -> assignAddresses(object);
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
        if (node.path("spec").path("taints").valueStream().anyMatch(taint -> taint.path("key").asText().equals(key)
                && taint.path("effect").asText().equals("NoSchedule"))) {
            return node;
        }
        var result = node.deepCopy();
        result.withObjectProperty("spec").withArrayProperty("taints").addObject().put("key", key).put("effect",
                "NoSchedule");
        return result;
    }

    /** Returns whether Kueue holds an object back until the queue that it names admits it. */
    private boolean isQueued(JsonNode object) {
        return object.path("metadata").path("labels").has("kueue.x-k8s.io/queue-name")
                && lookup.find("Deployment", "kueue-system", "kueue-controller-manager").isPresent();
    }

    private ObjectNode suspendJob(ObjectNode job) {
        if (!isQueued(job)) {
            return job;
        }
        var held = job.deepCopy();
        held.withObjectProperty("spec").put("suspend", true);
        return held;
    }

    /** Adds Kueue's gate to a pod of admission's own, unless it has an owner that is held back instead. */
    private ObjectNode gatePod(ObjectNode pod) {
        if (isQueued(pod) && pod.path("metadata").path("ownerReferences").isEmpty()) {
            SimulatedMetadata.labelsOf(pod).put("kueue.x-k8s.io/managed", "true");
            pod.withObjectProperty("spec").withArrayProperty("schedulingGates").addObject().put("name",
                    "kueue.x-k8s.io/admission");
        }
        return pod;
    }

    private ObjectNode mutateClaim(ObjectNode claim) {
        var result = addFinalizer(claim, "kubernetes.io/pvc-protection");
        if (!result.path("spec").has("storageClassName")) {
            lookup.list("StorageClass", "").stream()
                    .filter(storage -> storage.path("metadata").path("annotations")
                            .path("storageclass.kubernetes.io/is-default-class").asText().equals("true"))
                    .findFirst().ifPresent(storage -> result.withObjectProperty("spec").put("storageClassName",
                            SimulatedMetadata.nameOf(storage)));
        }
        return result;
    }

    private static ObjectNode addFinalizer(ObjectNode object, String finalizer) {
        var result = object.deepCopy();
        SimulatedMetadata.addFinalizer(result, finalizer);
        return result;
    }

    /** Refuses new objects in namespaces that do not exist or are being deleted. */
    private void checkNamespace(SimulatedKindSchema kind, ObjectNode object) throws SimulatedApiException {
        var name = SimulatedMetadata.namespaceOf(object);
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
        var refusal = SimulatedApiException.forbidden(kind.resourceSubject(SimulatedMetadata.nameOf(object)),
                "unable to create new content in namespace " + namespace + " because it is being terminated");
        var details = JsonTreeOperations.shallowCopy(refusal.statusBody().path("details"));
        details.putArray("causes").addObject().put("reason", "NamespaceTerminating")
                .put("message", "namespace " + namespace + " is being terminated").put("field", "metadata.namespace");
        return new SimulatedApiException(403, "Forbidden", refusal.statusBody().path("message").asText(), details);
    }

    /** Returns the Service with an address and node ports made from its name, so that the same scenario gives the same. */
    private static ObjectNode assignAddresses(ObjectNode service) {
        var result = service.deepCopy();
        var spec = result.withObjectProperty("spec");
        var type = spec.path("type").asText();
        if (type.equals("ExternalName")) {
            return result;
        }
        int seed = (SimulatedMetadata.namespaceOf(result) + "/" + SimulatedMetadata.nameOf(result)).hashCode() >>> 1;
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
            JsonTreeOperations.forEachObject(spec.path("ports"), port -> JsonTreeOperations.putIfMissing(port,
                    "nodePort", FIRST_NODE_PORT + next[0]++ % NODE_PORTS));
        }
        return result;
    }
}
