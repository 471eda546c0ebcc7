package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;

/** Defaults of the workload kinds. */
final class SimulatedWorkloadDefaults {

    private static final String ROLLING = "RollingUpdate";
    private static final String A_QUARTER = "25%";

    private SimulatedWorkloadDefaults() {}

    static void apply(String kind, ObjectNode object) {
        var spec = JsonTreeOperations.childObject(object, "spec");
        switch (kind) {
            case "Deployment" -> defaultDeployment(spec);
            case "ReplicaSet" -> JsonTreeOperations.putIfMissing(spec, "replicas", 1);
            case "ReplicationController" -> defaultController(object, spec);
            case "DaemonSet" -> defaultDaemonSet(object, spec);
            case "StatefulSet" -> defaultStatefulSet(spec);
            case "Job" -> defaultJob(object, spec);
            case "CronJob" -> defaultCronJob(spec);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void defaultDeployment(ObjectNode spec) {
        JsonTreeOperations.putIfMissing(spec, "replicas", 1);
        var strategy = JsonTreeOperations.childObject(spec, "strategy");
        JsonTreeOperations.putIfMissing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            var rolling = JsonTreeOperations.childObject(strategy, "rollingUpdate");
            JsonTreeOperations.putIfMissing(rolling, "maxUnavailable", A_QUARTER);
            JsonTreeOperations.putIfMissing(rolling, "maxSurge", A_QUARTER);
        }
        JsonTreeOperations.putIfMissing(spec, "revisionHistoryLimit", 10);
        JsonTreeOperations.putIfMissing(spec, "progressDeadlineSeconds", 600);
    }

    private static void defaultController(ObjectNode object, ObjectNode spec) {
        JsonTreeOperations.putIfMissing(spec, "replicas", 1);
        var labels = spec.path("template").path("metadata").path("labels");
        if (!labels.isEmpty() && spec.path("selector").isEmpty()) {
            spec.set("selector", labels.deepCopy());
        }
        defaultLabels(object, labels);
    }

    private static void defaultLabels(ObjectNode object, JsonNode ofTemplate) {
        var metadata = JsonTreeOperations.childObject(object, "metadata");
        if (!ofTemplate.isEmpty() && metadata.path("labels").isEmpty()) {
            metadata.set("labels", ofTemplate.deepCopy());
        }
    }

    private static void defaultDaemonSet(ObjectNode object, ObjectNode spec) {
        JsonTreeOperations.putIfMissing(
                JsonTreeOperations.childObject(JsonTreeOperations.childObject(object, "metadata"), "annotations"),
                "deprecated.daemonset.template.generation", "1");
        var strategy = JsonTreeOperations.childObject(spec, "updateStrategy");
        JsonTreeOperations.putIfMissing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            var rolling = JsonTreeOperations.childObject(strategy, "rollingUpdate");
            JsonTreeOperations.putIfMissing(rolling, "maxUnavailable", 1);
            JsonTreeOperations.putIfMissing(rolling, "maxSurge", 0);
        }
        JsonTreeOperations.putIfMissing(spec, "revisionHistoryLimit", 10);
    }

    private static void defaultStatefulSet(ObjectNode spec) {
        JsonTreeOperations.putIfMissing(spec, "podManagementPolicy", "OrderedReady");
        var strategy = JsonTreeOperations.childObject(spec, "updateStrategy");
        JsonTreeOperations.putIfMissing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(strategy, "rollingUpdate"), "partition", 0);
        }
        var retention = JsonTreeOperations.childObject(spec, "persistentVolumeClaimRetentionPolicy");
        JsonTreeOperations.putIfMissing(retention, "whenDeleted", "Retain");
        JsonTreeOperations.putIfMissing(retention, "whenScaled", "Retain");
        JsonTreeOperations.putIfMissing(spec, "replicas", 1);
        JsonTreeOperations.putIfMissing(spec, "revisionHistoryLimit", 10);
        JsonTreeOperations.forEachObject(spec.path("volumeClaimTemplates"), claim -> {
            claim.put("kind", "PersistentVolumeClaim").put("apiVersion", "v1");
            SimulatedVolumeDefaults.apply("PersistentVolumeClaim", claim);
        });
    }

    private static void defaultJob(ObjectNode object, ObjectNode spec) {
        if (!spec.has("completions") && !spec.has("parallelism")) {
            spec.put("completions", 1);
        }
        JsonTreeOperations.putIfMissing(spec, "parallelism", 1);
        JsonTreeOperations.putIfMissing(spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        JsonTreeOperations.putIfMissing(spec, "completionMode", "NonIndexed");
        JsonTreeOperations.putIfMissing(spec, "suspend", false);
        JsonTreeOperations.putIfMissing(spec, "manualSelector", false);
        JsonTreeOperations.putIfMissing(spec, "podReplacementPolicy",
                spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        JsonTreeOperations.forEachObject(spec.path("podFailurePolicy").path("rules"),
                rule -> JsonTreeOperations.forEachObject(rule.path("onPodConditions"),
                        condition -> JsonTreeOperations.putIfMissing(condition, "status", "True")));
        defaultLabels(object, spec.path("template").path("metadata").path("labels"));
    }

    private static void defaultCronJob(ObjectNode spec) {
        JsonTreeOperations.putIfMissing(spec, "concurrencyPolicy", "Allow");
        JsonTreeOperations.putIfMissing(spec, "suspend", false);
        for (var limit : List.of("successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            JsonTreeOperations.putIfMissing(spec, limit, limit.startsWith("successful") ? 3 : 1);
        }
    }
}
