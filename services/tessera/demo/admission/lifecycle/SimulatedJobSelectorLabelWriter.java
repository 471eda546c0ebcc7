package tessera.demo.admission.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTreeOperations;

/** The labels by which a new Job selects its pods. */
final class SimulatedJobSelectorLabelWriter {

    private static final String PREFIX = "batch.kubernetes.io/";

    private SimulatedJobSelectorLabelWriter() {}

    /** Adds the labels to {@code job}, which has its uid. */
    static void addLabels(ObjectNode job) {
        var spec = JsonTreeOperations.childObject(job, "spec");
        if (spec.path("manualSelector").asBoolean()) {
            return;
        }
        var uid = job.path("metadata").path("uid").asText();
        var name = job.path("metadata").path("name").asText();
        var labels = JsonTreeOperations.childObject(
                JsonTreeOperations.childObject(JsonTreeOperations.childObject(spec, "template"), "metadata"),
                "labels");
        for (var prefix : new String[] {PREFIX, ""}) {
            labels.put(prefix + "controller-uid", uid).put(prefix + "job-name", name);
        }
        JsonTreeOperations.childObject(JsonTreeOperations.childObject(spec, "selector"), "matchLabels").put(
                PREFIX + "controller-uid",
                uid);
        var own = JsonTreeOperations.childObject(job, "metadata");
        if (own.path("labels").isEmpty()) {
            own.set("labels", labels.deepCopy());
        }
    }
}
