package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.Trees;

/** Defaults of the kinds that make pods. */
final class WorkloadDefaults {

    private static final String ROLLING = "RollingUpdate";
    private static final String A_QUARTER = "25%";

    private WorkloadDefaults() {}

    static void apply(String kind, ObjectNode object) {
        var spec = Trees.under(object, "spec");
        switch (kind) {
            case "Deployment" -> deployment(spec);
            case "ReplicaSet" -> Trees.missing(spec, "replicas", 1);
            case "ReplicationController" -> controller(object, spec);
            case "DaemonSet" -> daemonSet(object, spec);
            case "StatefulSet" -> statefulSet(spec);
            case "Job" -> job(object, spec);
            case "CronJob" -> cronJob(spec);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void deployment(ObjectNode spec) {
        Trees.missing(spec, "replicas", 1);
        var strategy = Trees.under(spec, "strategy");
        Trees.missing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            var rolling = Trees.under(strategy, "rollingUpdate");
            Trees.missing(rolling, "maxUnavailable", A_QUARTER);
            Trees.missing(rolling, "maxSurge", A_QUARTER);
        }
        Trees.missing(spec, "revisionHistoryLimit", 10);
        Trees.missing(spec, "progressDeadlineSeconds", 600);
    }

    private static void controller(ObjectNode object, ObjectNode spec) {
        Trees.missing(spec, "replicas", 1);
        var labels = spec.path("template").path("metadata").path("labels");
        if (!labels.isEmpty() && spec.path("selector").isEmpty()) {
            spec.set("selector", labels.deepCopy());
        }
        labels(object, labels);
    }

    private static void labels(ObjectNode object, JsonNode ofTemplate) {
        var metadata = Trees.under(object, "metadata");
        if (!ofTemplate.isEmpty() && metadata.path("labels").isEmpty()) {
            metadata.set("labels", ofTemplate.deepCopy());
        }
    }

    private static void daemonSet(ObjectNode object, ObjectNode spec) {
        Trees.missing(Trees.under(Trees.under(object, "metadata"), "annotations"),
                "deprecated.daemonset.template.generation", "1");
        var strategy = Trees.under(spec, "updateStrategy");
        Trees.missing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            var rolling = Trees.under(strategy, "rollingUpdate");
            Trees.missing(rolling, "maxUnavailable", 1);
            Trees.missing(rolling, "maxSurge", 0);
        }
        Trees.missing(spec, "revisionHistoryLimit", 10);
    }

    private static void statefulSet(ObjectNode spec) {
        Trees.missing(spec, "podManagementPolicy", "OrderedReady");
        var strategy = Trees.under(spec, "updateStrategy");
        Trees.missing(strategy, "type", ROLLING);
        if (strategy.path("type").asText().equals(ROLLING)) {
            Trees.missing(Trees.under(strategy, "rollingUpdate"), "partition", 0);
        }
        var retention = Trees.under(spec, "persistentVolumeClaimRetentionPolicy");
        Trees.missing(retention, "whenDeleted", "Retain");
        Trees.missing(retention, "whenScaled", "Retain");
        Trees.missing(spec, "replicas", 1);
        Trees.missing(spec, "revisionHistoryLimit", 10);
        Trees.each(spec.path("volumeClaimTemplates"), claim -> {
            claim.put("kind", "PersistentVolumeClaim").put("apiVersion", "v1");
            StorageDefaults.apply("PersistentVolumeClaim", claim);
        });
    }

    private static void job(ObjectNode object, ObjectNode spec) {
        if (!spec.has("completions") && !spec.has("parallelism")) {
            spec.put("completions", 1);
        }
        Trees.missing(spec, "parallelism", 1);
        Trees.missing(spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        Trees.missing(spec, "completionMode", "NonIndexed");
        Trees.missing(spec, "suspend", false);
        Trees.missing(spec, "manualSelector", false);
        Trees.missing(spec, "podReplacementPolicy", spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        Trees.each(spec.path("podFailurePolicy").path("rules"), rule -> Trees.each(rule.path("onPodConditions"),
                condition -> Trees.missing(condition, "status", "True")));
        labels(object, spec.path("template").path("metadata").path("labels"));
    }

    private static void cronJob(ObjectNode spec) {
        Trees.missing(spec, "concurrencyPolicy", "Allow");
        Trees.missing(spec, "suspend", false);
        for (var limit : List.of("successfulJobsHistoryLimit", "failedJobsHistoryLimit")) {
            Trees.missing(spec, limit, limit.startsWith("successful") ? 3 : 1);
        }
    }
}
