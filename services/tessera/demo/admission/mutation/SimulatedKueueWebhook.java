package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.admission.SimulatedClusterObjectLookup;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The mutations of Kueue's webhooks: work that names a queue is held back until the queue admits it. */
final class SimulatedKueueWebhook {

    private static final String QUEUE = "kueue.x-k8s.io/queue-name";
    private static final String MANAGED = "kueue.x-k8s.io/managed";
    private static final String GATE = "kueue.x-k8s.io/admission";

    private final SimulatedClusterObjectLookup lookup;

    SimulatedKueueWebhook(SimulatedClusterObjectLookup lookup) {
        this.lookup = lookup;
    }

    private boolean isQueued(JsonNode object) {
        return object.path("metadata").path("labels").has(QUEUE)
                && lookup.find("Deployment", "kueue-system", "kueue-controller-manager").isPresent();
    }

    ObjectNode suspendJob(ObjectNode job) {
        if (!isQueued(job)) {
            return job;
        }
        var held = job.deepCopy();
        SimulatedStoreJsonCodec.childObject(held, "spec").put("suspend", true);
        return held;
    }

    /** Adds the admission gate to {@code pod}, unless it has an owner that is held back instead. */
    void gatePod(ObjectNode pod) {
        if (isQueued(pod) && pod.path("metadata").path("ownerReferences").isEmpty()) {
            SimulatedStoreJsonCodec.childObject(SimulatedStoreJsonCodec.childObject(pod, "metadata"), "labels").put(
                    MANAGED,
                    "true");
            JsonTreeOperations.childArray(SimulatedStoreJsonCodec.childObject(pod, "spec"), "schedulingGates")
                    .addObject()
                    .put("name", GATE);
        }
    }
}
