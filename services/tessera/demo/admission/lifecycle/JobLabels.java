package tessera.demo.admission.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTrees;

/** The labels by which a new Job will know its pods. */
final class JobLabels {

    private static final String PREFIX = "batch.kubernetes.io/";

    private JobLabels() {}

    /** Changes {@code job}, which has its uid. */
    static void add(ObjectNode job) {
        var spec = JsonTrees.under(job, "spec");
        if (spec.path("manualSelector").asBoolean()) {
            return;
        }
        var uid = job.path("metadata").path("uid").asText();
        var name = job.path("metadata").path("name").asText();
        var labels = JsonTrees.under(JsonTrees.under(JsonTrees.under(spec, "template"), "metadata"), "labels");
        for (var prefix : new String[] {PREFIX, ""}) {
            labels.put(prefix + "controller-uid", uid).put(prefix + "job-name", name);
        }
        JsonTrees.under(JsonTrees.under(spec, "selector"), "matchLabels").put(PREFIX + "controller-uid", uid);
        var own = JsonTrees.under(job, "metadata");
        if (own.path("labels").isEmpty()) {
            own.set("labels", labels.deepCopy());
        }
    }
}
