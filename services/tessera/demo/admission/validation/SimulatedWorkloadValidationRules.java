package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.JsonTreeOperations;
import tessera.kube.labels.LabelSelector;

/** Rules for the workload kinds. */
final class SimulatedWorkloadValidationRules {

    private static final List<String> CHANGEABLE_IN_STATEFUL_SET = List.of("replicas", "ordinals", "template",
            "updateStrategy", "revisionHistoryLimit", "persistentVolumeClaimRetentionPolicy", "minReadySeconds");

    private final String kind;
    private final JsonNode object;
    private final JsonNode spec;
    private final SimulatedValidationErrorCollector findings;

    SimulatedWorkloadValidationRules(String kind, JsonNode object, SimulatedValidationErrorCollector findings) {
        this.kind = kind;
        this.object = object;
        this.spec = object.path("spec");
        this.findings = findings;
    }

    void check() {
        switch (kind) {
            case "Deployment" -> {
                findings.checkNotNegative("spec.replicas", spec.path("replicas"));
                checkRunningPods("deployment");
                checkRollingUpdate(spec.path("strategy"), "spec.strategy", List.of("Recreate", "RollingUpdate"));
                checkNumbers();
            }
            case "ReplicaSet" -> {
                findings.checkNotNegative("spec.replicas", spec.path("replicas"));
                findings.checkNotNegative("spec.minReadySeconds", spec.path("minReadySeconds"));
                checkRunningPods("deployment");
            }
            case "DaemonSet" -> {
                checkRunningPods("daemonset");
                findings.checkNotNegative("spec.minReadySeconds", spec.path("minReadySeconds"));
                checkRollingUpdate(spec.path("updateStrategy"), "spec.updateStrategy",
                        List.of("RollingUpdate", "OnDelete"));
                findings.checkNotNegative("spec.revisionHistoryLimit", spec.path("revisionHistoryLimit"));
            }
            case "StatefulSet" -> {
                findings.checkChoice("spec.podManagementPolicy", spec.path("podManagementPolicy"),
                        List.of("OrderedReady", "Parallel"), false);
                findings.checkNotNegative("spec.replicas", spec.path("replicas"));
                checkRunningPods("statefulset");
            }
            case "Job" -> new SimulatedJobValidationRules(spec, "spec", findings).check(true);
            case "PodTemplate" -> checkTemplate(object.path("template"), "template");
            default -> checkTemplate(spec.path("template"), "spec.template");
        }
    }

    private void checkNumbers() {
        findings.checkNotNegative("spec.minReadySeconds", spec.path("minReadySeconds"));
        findings.checkNotNegative("spec.revisionHistoryLimit", spec.path("revisionHistoryLimit"));
        var deadline = spec.path("progressDeadlineSeconds");
        findings.checkNotNegative("spec.progressDeadlineSeconds", deadline);
        if (deadline.isNumber() && deadline.asInt() <= spec.path("minReadySeconds").asInt()) {
            findings.addInvalid("spec.progressDeadlineSeconds", deadline, "must be greater than minReadySeconds");
        }
    }

    /** Checks the selector and template of a kind whose pods always restart. */
    private void checkRunningPods(String subject) {
        var selector = spec.path("selector");
        if (!selector.isObject()) {
            findings.addRequired("spec.selector");
        } else if (selector.path("matchLabels").isEmpty() && selector.path("matchExpressions").isEmpty()) {
            findings.addInvalid("spec.selector", selector, "empty selector is invalid for " + subject);
        } else {
            new SimulatedSchedulingValidationRules(findings).checkLabelSelector(selector, "spec.selector");
            var labels = spec.path("template").path("metadata").path("labels");
            if (!LabelSelector.of(selector).matches(labels)) {
                findings.addInvalid("spec.template.metadata.labels", labels,
                        "`selector` does not match template `labels`");
            }
        }
        checkTemplate(spec.path("template"), "spec.template");
        var restart = spec.path("template").path("spec").path("restartPolicy").asText();
        if (List.of("OnFailure", "Never").contains(restart)) {
            findings.addNotSupported("spec.template.spec.restartPolicy", restart, List.of("Always"));
        }
        if (spec.path("template").path("spec").has("activeDeadlineSeconds")) {
            findings.addForbidden("spec.template.spec.activeDeadlineSeconds",
                    "activeDeadlineSeconds in %s is not Supported"
                            .formatted(kind.equals("Deployment") ? "ReplicaSet" : kind));
        }
    }

    void checkTemplate(JsonNode template, String path) {
        SimulatedMetadataValidationRules.checkLabels(template.path("metadata").path("labels"), path + ".labels",
                findings);
        SimulatedMetadataValidationRules.checkAnnotations(template.path("metadata").path("annotations"),
                path + ".annotations",
                findings);
        if (!kind.equals("StatefulSet")) {
            // Servers leave that of a StatefulSet to its pods: its volumes may come from its claims.
            new SimulatedPodSpecValidationRules(template.path("spec"), path + ".spec", findings).check();
        }
    }

    private void checkRollingUpdate(JsonNode strategy, String path, List<String> types) {
        findings.checkChoice(path + ".type", strategy.path("type"), types, true);
        var rolling = strategy.path("rollingUpdate");
        if (strategy.path("type").asText().equals("Recreate") && rolling.isObject()) {
            findings.addForbidden(path + ".rollingUpdate",
                    "may not be specified when strategy `type` is 'Recreate'");
            return;
        }
        for (var field : List.of("maxUnavailable", "maxSurge")) {
            checkShare(rolling.path(field), path + ".rollingUpdate." + field, findings);
        }
        if (isZero(rolling.path("maxUnavailable")) && isZero(rolling.path("maxSurge"))) {
            findings.addInvalid(path + ".rollingUpdate.maxUnavailable", rolling.path("maxUnavailable"),
                    kind.equals("DaemonSet") ? "cannot be 0 when maxSurge is 0"
                            : "may not be 0 when `maxSurge` is 0");
        }
    }

    private static boolean isZero(JsonNode share) {
        return !share.isMissingNode() && List.of("0", "0%").contains(share.asText());
    }

    /** Checks a number of pods or a percentage of them. */
    static void checkShare(JsonNode value, String path, SimulatedValidationErrorCollector findings) {
        if (value.isTextual()) {
            if (!value.asText().matches("[0-9]{1,9}%")) {
                findings.addInvalid(path, value,
                        "a valid percent string must be a numeric string followed by an ending '%'"
                                + " (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')");
            }
        } else {
            findings.checkNotNegative(path, value);
        }
    }

    void checkUpdate(JsonNode old) {
        var before = old.path("spec");
        switch (kind) {
            case "Deployment", "ReplicaSet", "DaemonSet" -> checkImmutable("selector", before);
            case "StatefulSet" -> {
                if (!immutablePart(spec).equals(immutablePart(before))) {
                    findings.addForbidden("spec",
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
                            checkImmutable(field, before);
                        }
                    });
            default -> {}
        }
    }

    private static ObjectNode immutablePart(JsonNode statefulSetSpec) {
        return JsonTreeOperations.shallowCopy(statefulSetSpec).remove(CHANGEABLE_IN_STATEFUL_SET);
    }

    private void checkImmutable(String field, @Nullable JsonNode before) {
        if (before != null && !spec.path(field).equals(before.path(field))) {
            findings.addInvalid("spec." + field, spec.path(field), SimulatedValidationErrorCollector.IMMUTABLE);
        }
    }
}
