package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.AdmissionSelectors;
import tessera.demo.admission.JsonTrees;

/** What holds for the kinds that make pods. */
final class WorkloadRules {

    private static final List<String> CHANGEABLE_IN_STATEFUL_SET = List.of("replicas", "ordinals", "template",
            "updateStrategy", "revisionHistoryLimit", "persistentVolumeClaimRetentionPolicy", "minReadySeconds");

    private final String kind;
    private final JsonNode object;
    private final JsonNode spec;
    private final ValidationErrors findings;

    WorkloadRules(String kind, JsonNode object, ValidationErrors findings) {
        this.kind = kind;
        this.object = object;
        this.spec = object.path("spec");
        this.findings = findings;
    }

    void check() {
        switch (kind) {
            case "Deployment" -> {
                findings.notNegative("spec.replicas", spec.path("replicas"));
                runningPods("deployment");
                rolling(spec.path("strategy"), "spec.strategy", List.of("Recreate", "RollingUpdate"));
                numbers();
            }
            case "ReplicaSet" -> {
                findings.notNegative("spec.replicas", spec.path("replicas"));
                findings.notNegative("spec.minReadySeconds", spec.path("minReadySeconds"));
                runningPods("deployment");
            }
            case "DaemonSet" -> {
                runningPods("daemonset");
                findings.notNegative("spec.minReadySeconds", spec.path("minReadySeconds"));
                rolling(spec.path("updateStrategy"), "spec.updateStrategy", List.of("RollingUpdate", "OnDelete"));
                findings.notNegative("spec.revisionHistoryLimit", spec.path("revisionHistoryLimit"));
            }
            case "StatefulSet" -> {
                findings.choice("spec.podManagementPolicy", spec.path("podManagementPolicy"),
                        List.of("OrderedReady", "Parallel"), false);
                findings.notNegative("spec.replicas", spec.path("replicas"));
                runningPods("statefulset");
            }
            case "Job" -> new JobRules(spec, "spec", findings).check(true);
            case "PodTemplate" -> template(object.path("template"), "template");
            default -> template(spec.path("template"), "spec.template");
        }
    }

    private void numbers() {
        findings.notNegative("spec.minReadySeconds", spec.path("minReadySeconds"));
        findings.notNegative("spec.revisionHistoryLimit", spec.path("revisionHistoryLimit"));
        var deadline = spec.path("progressDeadlineSeconds");
        findings.notNegative("spec.progressDeadlineSeconds", deadline);
        if (deadline.isNumber() && deadline.asInt() <= spec.path("minReadySeconds").asInt()) {
            findings.invalid("spec.progressDeadlineSeconds", deadline, "must be greater than minReadySeconds");
        }
    }

    /** A template whose pods run for ever and are found by the selector. */
    private void runningPods(String what) {
        var selector = spec.path("selector");
        if (!selector.isObject()) {
            findings.required("spec.selector");
        } else if (selector.path("matchLabels").isEmpty() && selector.path("matchExpressions").isEmpty()) {
            findings.invalid("spec.selector", selector, "empty selector is invalid for " + what);
        } else {
            new SchedulingRules(findings).labelSelector(selector, "spec.selector");
            var labels = spec.path("template").path("metadata").path("labels");
            if (!AdmissionSelectors.matches(selector, labels)) {
                findings.invalid("spec.template.metadata.labels", labels,
                        "`selector` does not match template `labels`");
            }
        }
        template(spec.path("template"), "spec.template");
        var restart = spec.path("template").path("spec").path("restartPolicy").asText();
        if (List.of("OnFailure", "Never").contains(restart)) {
            findings.notSupported("spec.template.spec.restartPolicy", restart, List.of("Always"));
        }
        if (spec.path("template").path("spec").has("activeDeadlineSeconds")) {
            findings.forbidden("spec.template.spec.activeDeadlineSeconds",
                    "activeDeadlineSeconds in %s is not Supported"
                            .formatted(kind.equals("Deployment") ? "ReplicaSet" : kind));
        }
    }

    void template(JsonNode template, String path) {
        MetadataRules.labels(template.path("metadata").path("labels"), path + ".labels", findings);
        MetadataRules.annotations(template.path("metadata").path("annotations"), path + ".annotations", findings);
        if (!kind.equals("StatefulSet")) {
            // Servers leave that of a StatefulSet to its pods: its volumes may come from its claims.
            new PodSpecRules(template.path("spec"), path + ".spec", findings).check();
        }
    }

    private void rolling(JsonNode strategy, String path, List<String> types) {
        findings.choice(path + ".type", strategy.path("type"), types, true);
        var rolling = strategy.path("rollingUpdate");
        if (strategy.path("type").asText().equals("Recreate") && rolling.isObject()) {
            findings.forbidden(path + ".rollingUpdate",
                    "may not be specified when strategy `type` is 'Recreate'");
            return;
        }
        for (var field : List.of("maxUnavailable", "maxSurge")) {
            share(rolling.path(field), path + ".rollingUpdate." + field, findings);
        }
        if (isZero(rolling.path("maxUnavailable")) && isZero(rolling.path("maxSurge"))) {
            findings.invalid(path + ".rollingUpdate.maxUnavailable", rolling.path("maxUnavailable"),
                    kind.equals("DaemonSet") ? "cannot be 0 when maxSurge is 0"
                            : "may not be 0 when `maxSurge` is 0");
        }
    }

    private static boolean isZero(JsonNode share) {
        return !share.isMissingNode() && List.of("0", "0%").contains(share.asText());
    }

    /** A number of pods or a percentage of them. */
    static void share(JsonNode value, String path, ValidationErrors findings) {
        if (value.isTextual()) {
            if (!value.asText().matches("[0-9]{1,9}%")) {
                findings.invalid(path, value,
                        "a valid percent string must be a numeric string followed by an ending '%'"
                                + " (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')");
            }
        } else {
            findings.notNegative(path, value);
        }
    }

    void update(JsonNode old) {
        var before = old.path("spec");
        switch (kind) {
            case "Deployment", "ReplicaSet", "DaemonSet" -> immutable("selector", before);
            case "StatefulSet" -> {
                if (!without(spec).equals(without(before))) {
                    findings.forbidden("spec",
                            "updates to statefulset spec for fields other than 'replicas', 'ordinals',"
                                    + " 'template', 'updateStrategy', 'revisionHistoryLimit',"
                                    + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden");
                }
            }
            case "Job" -> List.of("completions", "selector", "template", "completionMode", "podFailurePolicy",
                    "backoffLimitPerIndex", "managedBy").forEach(field -> {
                        boolean elastic = field.equals("completions")
                                && spec.path("completionMode").asText().equals("Indexed")
                                && spec.path("completions").equals(spec.path("parallelism"));
                        boolean suspended = field.equals("template") && before.path("suspend").asBoolean();
                        if (!elastic && !suspended) {
                            immutable(field, before);
                        }
                    });
            default -> {}
        }
    }

    private static ObjectNode without(JsonNode statefulSetSpec) {
        return JsonTrees.copy(statefulSetSpec).remove(CHANGEABLE_IN_STATEFUL_SET);
    }

    private void immutable(String field, @Nullable JsonNode before) {
        if (before != null && !spec.path(field).equals(before.path(field))) {
            findings.invalid("spec." + field, spec.path(field), ValidationErrors.IMMUTABLE);
        }
    }
}
