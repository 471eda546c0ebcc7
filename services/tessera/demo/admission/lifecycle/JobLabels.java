package tessera.demo.admission.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.Trees;

/** The labels by which a new Job will know its pods. */
final class JobLabels {

    private static final String PREFIX = "batch.kubernetes.io/";

    private JobLabels() {}

    /** Changes {@code job}, which has its uid. */
    static void add(ObjectNode job) {
        var spec = Trees.under(job, "spec");
        if (spec.path("manualSelector").asBoolean()) {
            return;
        }
        var uid = job.path("metadata").path("uid").asText();
        var name = job.path("metadata").path("name").asText();
        var labels = Trees.under(Trees.under(Trees.under(spec, "template"), "metadata"), "labels");
        for (var prefix : new String[] {PREFIX, ""}) {
            labels.put(prefix + "controller-uid", uid).put(prefix + "job-name", name);
        }
        Trees.under(Trees.under(spec, "selector"), "matchLabels").put(PREFIX + "controller-uid", uid);
        var own = Trees.under(job, "metadata");
        if (own.path("labels").isEmpty()) {
            own.set("labels", labels.deepCopy());
        }
    }
}
