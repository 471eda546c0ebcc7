package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTrees;

/** Defaults of the kinds that make pods. */
final class WorkloadDefaults {

    private static final String ROLLING = "RollingUpdate";
    private static final String A_QUARTER = "25%";

    private WorkloadDefaults() {}

    static void apply(String kind, ObjectNode object) {
        var spec = JsonTrees.under(object, "spec");
        switch (kind) {
            case "Deployment" -> deployment(spec);
            case "ReplicaSet" -> JsonTrees.missing(spec, "replicas", 1);
            case "ReplicationController" -> controller(object, spec);
            case "DaemonSet" -> daemonSet(object, spec);
            case "StatefulSet" -> statefulSet(spec);
            case "Job" -> job(object, spec);
            case "CronJob" -> cronJob(spec);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void deployment(ObjectNode spec) {
        JsonTrees.missing(spec, "replicas", 1);
        var strategy = JsonTrees.under(spec, "strategy");
        JsonTrees.missing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            var rolling = JsonTrees.under(strategy, "rollingUpdate");
            JsonTrees.missing(rolling, "maxUnavailable", A_QUARTER);
            JsonTrees.missing(rolling, "maxSurge", A_QUARTER);
        }
        JsonTrees.missing(spec, "revisionHistoryLimit", 10);
        JsonTrees.missing(spec, "progressDeadlineSeconds", 600);
    }

    private static void controller(ObjectNode object, ObjectNode spec) {
        JsonTrees.missing(spec, "replicas", 1);
        var labels = spec.path("template").path("metadata").path("labels");
        if (!labels.isEmpty() && spec.path("selector").isEmpty()) {
            spec.set("selector", labels.deepCopy());
        }
        labels(object, labels);
    }

    private static void labels(ObjectNode object, JsonNode ofTemplate) {
        var metadata = JsonTrees.under(object, "metadata");
        if (!ofTemplate.isEmpty() && metadata.path("labels").isEmpty()) {
            metadata.set("labels", ofTemplate.deepCopy());
        }
    }

    private static void daemonSet(ObjectNode object, ObjectNode spec) {
        JsonTrees.missing(JsonTrees.under(JsonTrees.under(object, "metadata"), "annotations"),
                "deprecated.daemonset.template.generation", "1");
        var strategy = JsonTrees.under(spec, "updateStrategy");
        JsonTrees.missing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            var rolling = JsonTrees.under(strategy, "rollingUpdate");
            JsonTrees.missing(rolling, "maxUnavailable", 1);
            JsonTrees.missing(rolling, "maxSurge", 0);
        }
        JsonTrees.missing(spec, "revisionHistoryLimit", 10);
    }

    private static void statefulSet(ObjectNode spec) {
        JsonTrees.missing(spec, "podManagementPolicy", "OrderedReady");
        var strategy = JsonTrees.under(spec, "updateStrategy");
        JsonTrees.missing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            JsonTrees.missing(JsonTrees.under(strategy, "rollingUpdate"), "partition", 0);
        }
        var retention = JsonTrees.under(spec, "persistentVolumeClaimRetentionPolicy");
        JsonTrees.missing(retention, "whenDeleted", "Retain");
        JsonTrees.missing(retention, "whenScaled", "Retain");
        JsonTrees.missing(spec, "replicas", 1);
        JsonTrees.missing(spec, "revisionHistoryLimit", 10);
        JsonTrees.each(spec.path("volumeClaimTemplates"), claim -> {
            claim.put("kind", "PersistentVolumeClaim").put("apiVersion", "v1");
            StorageDefaults.apply("PersistentVolumeClaim", claim);
        });
    }

    private static void job(ObjectNode object, ObjectNode spec) {
        if (!spec.has("completions") && !spec.has("parallelism")) {
            spec.put("completions", 1);
        }
        JsonTrees.missing(spec, "parallelism", 1);
        JsonTrees.missing(spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        JsonTrees.missing(spec, "completionMode", "NonIndexed");
        JsonTrees.missing(spec, "suspend", false);
        JsonTrees.missing(spec, "manualSelector", false);
        JsonTrees.missing(spec, "podReplacementPolicy",
                spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        JsonTrees.each(spec.path("podFailurePolicy").path("rules"), rule -> JsonTrees.each(rule.path("onPodConditions"),
                condition -> JsonTrees.missing(condition, "status", "True")));
        labels(object, spec.path("template").path("metadata").path("labels"));
    }

    private static void cronJob(ObjectNode spec) {
        JsonTrees.missing(spec, "concurrencyPolicy", "Allow");
        JsonTrees.missing(spec, "suspend", false);
        for (var limit : List.of("successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            JsonTrees.missing(spec, limit, limit.startsWith("successful") ? 3 : 1);
        }
    }
}
