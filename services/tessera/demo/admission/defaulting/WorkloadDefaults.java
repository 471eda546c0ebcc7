package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTrees;

/** Defaults of the workload kinds. */
final class WorkloadDefaults {

    private static final String ROLLING = "RollingUpdate";
    private static final String A_QUARTER = "25%";

    private WorkloadDefaults() {}

    static void apply(String kind, ObjectNode object) {
        var spec = JsonTrees.childObject(object, "spec");
        switch (kind) {
            case "Deployment" -> defaultDeployment(spec);
            case "ReplicaSet" -> JsonTrees.putIfMissing(spec, "replicas", 1);
            case "ReplicationController" -> defaultController(object, spec);
            case "DaemonSet" -> defaultDaemonSet(object, spec);
            case "StatefulSet" -> defaultStatefulSet(spec);
            case "Job" -> defaultJob(object, spec);
            case "CronJob" -> defaultCronJob(spec);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void defaultDeployment(ObjectNode spec) {
        JsonTrees.putIfMissing(spec, "replicas", 1);
        var strategy = JsonTrees.childObject(spec, "strategy");
        JsonTrees.putIfMissing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            var rolling = JsonTrees.childObject(strategy, "rollingUpdate");
            JsonTrees.putIfMissing(rolling, "maxUnavailable", A_QUARTER);
            JsonTrees.putIfMissing(rolling, "maxSurge", A_QUARTER);
        }
        JsonTrees.putIfMissing(spec, "revisionHistoryLimit", 10);
        JsonTrees.putIfMissing(spec, "progressDeadlineSeconds", 600);
    }

    private static void defaultController(ObjectNode object, ObjectNode spec) {
        JsonTrees.putIfMissing(spec, "replicas", 1);
        var labels = spec.path("template").path("metadata").path("labels");
        if (!labels.isEmpty() && spec.path("selector").isEmpty()) {
            spec.set("selector", labels.deepCopy());
        }
        defaultLabels(object, labels);
    }

    private static void defaultLabels(ObjectNode object, JsonNode ofTemplate) {
        var metadata = JsonTrees.childObject(object, "metadata");
        if (!ofTemplate.isEmpty() && metadata.path("labels").isEmpty()) {
            metadata.set("labels", ofTemplate.deepCopy());
        }
    }

    private static void defaultDaemonSet(ObjectNode object, ObjectNode spec) {
        JsonTrees.putIfMissing(JsonTrees.childObject(JsonTrees.childObject(object, "metadata"), "annotations"),
                "deprecated.daemonset.template.generation", "1");
        var strategy = JsonTrees.childObject(spec, "updateStrategy");
        JsonTrees.putIfMissing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            var rolling = JsonTrees.childObject(strategy, "rollingUpdate");
            JsonTrees.putIfMissing(rolling, "maxUnavailable", 1);
            JsonTrees.putIfMissing(rolling, "maxSurge", 0);
        }
        JsonTrees.putIfMissing(spec, "revisionHistoryLimit", 10);
    }

    private static void defaultStatefulSet(ObjectNode spec) {
        JsonTrees.putIfMissing(spec, "podManagementPolicy", "OrderedReady");
        var strategy = JsonTrees.childObject(spec, "updateStrategy");
        JsonTrees.putIfMissing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            JsonTrees.putIfMissing(JsonTrees.childObject(strategy, "rollingUpdate"), "partition", 0);
        }
        var retention = JsonTrees.childObject(spec, "persistentVolumeClaimRetentionPolicy");
        JsonTrees.putIfMissing(retention, "whenDeleted", "Retain");
        JsonTrees.putIfMissing(retention, "whenScaled", "Retain");
        JsonTrees.putIfMissing(spec, "replicas", 1);
        JsonTrees.putIfMissing(spec, "revisionHistoryLimit", 10);
        JsonTrees.forEachObject(spec.path("volumeClaimTemplates"), claim -> {
            claim.put("kind", "PersistentVolumeClaim").put("apiVersion", "v1");
            StorageDefaults.apply("PersistentVolumeClaim", claim);
        });
    }

    private static void defaultJob(ObjectNode object, ObjectNode spec) {
        if (!spec.has("completions") && !spec.has("parallelism")) {
            spec.put("completions", 1);
        }
        JsonTrees.putIfMissing(spec, "parallelism", 1);
        JsonTrees.putIfMissing(spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        JsonTrees.putIfMissing(spec, "completionMode", "NonIndexed");
        JsonTrees.putIfMissing(spec, "suspend", false);
        JsonTrees.putIfMissing(spec, "manualSelector", false);
        JsonTrees.putIfMissing(spec, "podReplacementPolicy",
                spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        JsonTrees.forEachObject(spec.path("podFailurePolicy").path("rules"),
                rule -> JsonTrees.forEachObject(rule.path("onPodConditions"),
                        condition -> JsonTrees.putIfMissing(condition, "status", "True")));
        defaultLabels(object, spec.path("template").path("metadata").path("labels"));
    }

    private static void defaultCronJob(ObjectNode spec) {
        JsonTrees.putIfMissing(spec, "concurrencyPolicy", "Allow");
        JsonTrees.putIfMissing(spec, "suspend", false);
        for (var limit : List.of("successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            JsonTrees.putIfMissing(spec, limit, limit.startsWith("successful") ? 3 : 1);
        }
    }
}
