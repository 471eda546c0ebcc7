package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.kube.labels.LabelSelector;
import tessera.kube.schema.FieldViolation;

/** Rules between the fields of the workload kinds. */
final class SimulatedWorkloadRules {

    private static final int MOST_INDEXED = 100_000;
    private static final List<String> CHANGEABLE_IN_STATEFUL_SET = List.of("replicas", "ordinals", "template",
            "updateStrategy", "revisionHistoryLimit", "persistentVolumeClaimRetentionPolicy", "minReadySeconds");

    private SimulatedWorkloadRules() {}

    static void check(String type, String path, JsonNode value, List<FieldViolation> found) {
        switch (type) {
            case "DeploymentSpec" -> {
                checkRunningPods(value, "deployment", "ReplicaSet", found);
                var deadline = value.path("progressDeadlineSeconds");
                if (deadline.isNumber() && deadline.asInt() <= value.path("minReadySeconds").asInt()) {
                    found.add(FieldViolation.invalid(path + ".progressDeadlineSeconds", deadline,
                            "must be greater than minReadySeconds"));
                }
            }
            case "ReplicaSetSpec" -> checkRunningPods(value, "deployment", "ReplicaSet", found);
            case "DaemonSetSpec" -> checkRunningPods(value, "daemonset", "DaemonSet", found);
            case "StatefulSetSpec" -> checkRunningPods(value, "statefulset", "StatefulSet", found);
            case "DeploymentStrategy" -> {
                if (value.path("type").asText().equals("Recreate") && value.has("rollingUpdate")) {
                    found.add(FieldViolation.forbidden(path + ".rollingUpdate",
                            "may not be specified when strategy `type` is 'Recreate'"));
                }
            }
            case "RollingUpdateDeployment" -> {
                if (isZero(value.path("maxUnavailable")) && isZero(value.path("maxSurge"))) {
                    found.add(FieldViolation.invalid(path + ".maxUnavailable", value.path("maxUnavailable"),
                            "may not be 0 when `maxSurge` is 0"));
                }
            }
            case "RollingUpdateDaemonSet" -> checkDaemonUpdate(path, value, found);
            case "JobSpec" -> checkJob(path, value, found);
            default -> {}
        }
    }

    /** Checks the selector and template of a kind whose pods always restart. */
    private static void checkRunningPods(JsonNode spec, String subject, String controller, List<FieldViolation> found) {
        var selector = spec.path("selector");
        var labels = spec.path("template").path("metadata").path("labels");
        if (selector.isObject() && selector.path("matchLabels").isEmpty()
                && selector.path("matchExpressions").isEmpty()) {
            found.add(FieldViolation.invalid("spec.selector", selector, "empty selector is invalid for " + subject));
        } else if (selector.isObject() && !LabelSelector.of(selector).matches(labels)) {
            found.add(FieldViolation.invalid("spec.template.metadata.labels", labels,
                    "`selector` does not match template `labels`"));
        }
        var pod = spec.path("template").path("spec");
        if (List.of("OnFailure", "Never").contains(pod.path("restartPolicy").asText())) {
            found.add(FieldViolation.notSupported("spec.template.spec.restartPolicy", pod.path("restartPolicy"),
                    List.of("Always")));
        }
        if (pod.has("activeDeadlineSeconds")) {
            found.add(FieldViolation.forbidden("spec.template.spec.activeDeadlineSeconds",
                    "activeDeadlineSeconds in %s is not Supported".formatted(controller)));
        }
    }

    private static boolean isZero(JsonNode share) {
        return List.of("0", "0%").contains(share.asText());
    }

    /** Checks that pods are either missing or in surplus during an update, as a node has one of them. */
    private static void checkDaemonUpdate(String path, JsonNode rolling, List<FieldViolation> found) {
        boolean missing = !isZero(rolling.path("maxUnavailable"));
        boolean surplus = !isZero(rolling.path("maxSurge"));
        if (missing && surplus) {
            found.add(FieldViolation.invalid(path + ".maxSurge", rolling.path("maxSurge"),
                    "may not be set when maxUnavailable is non-zero"));
        } else if (!missing && !surplus) {
            found.add(FieldViolation.required(path + ".maxUnavailable", "cannot be 0 when maxSurge is 0"));
        }
    }

    private static void checkJob(String path, JsonNode spec, List<FieldViolation> found) {
        if (path.equals("spec") && !spec.path("selector").isObject()) {
            found.add(FieldViolation.required(path + ".selector", ""));
        } else if (!path.equals("spec") && spec.path("selector").isObject()) {
            found.add(FieldViolation.invalid(path + ".selector", spec.path("selector"),
                    "`selector` will be auto-generated"));
        }
        boolean indexed = spec.path("completionMode").asText().equals("Indexed");
        if (indexed && spec.path("parallelism").asLong() > MOST_INDEXED) {
            found.add(FieldViolation.invalid(path + ".parallelism", spec.path("parallelism"),
                    "must be less than or equal to %d when completion mode is Indexed".formatted(MOST_INDEXED)));
        }
        if (indexed && !spec.has("completions")) {
            found.add(FieldViolation.required(path + ".completions", "when completion mode is Indexed"));
        }
        if (spec.path("template").path("spec").path("restartPolicy").asText().equals("Always")) {
            found.add(FieldViolation.required(path + ".template.spec.restartPolicy",
                    "valid values: \"OnFailure\", \"Never\""));
        }
    }

    static void checkUpdate(String kind, JsonNode spec, JsonNode before, List<FieldViolation> found) {
        if (kind.equals("StatefulSet") && !JsonTreeOperations.shallowCopy(spec).remove(CHANGEABLE_IN_STATEFUL_SET)
                .equals(JsonTreeOperations.shallowCopy(before).remove(CHANGEABLE_IN_STATEFUL_SET))) {
            found.add(FieldViolation.forbidden("spec",
                    "updates to statefulset spec for fields other than 'replicas', 'ordinals',"
                            + " 'template', 'updateStrategy', 'revisionHistoryLimit',"
                            + " 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"));
        }
        if (kind.equals("Job")) {
            boolean elastic = spec.path("completionMode").asText().equals("Indexed")
                    && spec.path("completions").equals(spec.path("parallelism"));
            List.of("completions", "selector", "template", "completionMode", "podFailurePolicy", "backoffLimitPerIndex",
                    "managedBy").stream().filter(field -> !spec.path(field).equals(before.path(field)))
                    .filter(field -> !field.equals("completions") || !elastic)
                    .filter(field -> !field.equals("template") || !before.path("suspend").asBoolean())
                    .forEach(field -> found
                            .add(FieldViolation.invalid("spec." + field, spec.path(field), FieldViolation.IMMUTABLE)));
        }
    }
}
