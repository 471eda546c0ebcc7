package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.AdmissionLookup;
import tessera.demo.admission.JsonTrees;

/** What Kueue's webhooks make of new work that names a queue: it is held back until the queue admits it. */
final class QueuedWork {

    private static final String QUEUE = "kueue.x-k8s.io/queue-name";
    private static final String MANAGED = "kueue.x-k8s.io/managed";
    private static final String GATE = "kueue.x-k8s.io/admission";

    private final AdmissionLookup lookup;

    QueuedWork(AdmissionLookup lookup) {
        this.lookup = lookup;
    }

    private boolean queued(JsonNode object) {
        return object.path("metadata").path("labels").has(QUEUE)
                && lookup.find("Deployment", "kueue-system", "kueue-controller-manager").isPresent();
    }

    ObjectNode job(ObjectNode job) {
        if (!queued(job)) {
            return job;
        }
        var held = job.deepCopy();
        JsonTrees.under(held, "spec").put("suspend", true);
        return held;
    }

    /** Changes {@code pod}, unless whoever made it is held back in its place. */
    void pod(ObjectNode pod) {
        if (queued(pod) && pod.path("metadata").path("ownerReferences").isEmpty()) {
            JsonTrees.under(JsonTrees.under(pod, "metadata"), "labels").put(MANAGED, "true");
            JsonTrees.list(JsonTrees.under(pod, "spec"), "schedulingGates").addObject().put("name", GATE);
        }
    }
}
