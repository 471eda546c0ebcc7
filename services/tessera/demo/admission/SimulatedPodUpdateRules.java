package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.kube.patch.UnifiedLineDiff;
import tessera.kube.schema.FieldViolation;

/** Rules for updates of a pod, which may change very few fields. */
record SimulatedPodUpdateRules(JsonNode spec, JsonNode before, List<FieldViolation> violations) {

    private static final String ALLOWED = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing"
            + " tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously"
            + " negative)\n";

    void check() {
        if (spec.path("containers").size() != this.before.path("containers").size()) {
            violations.add(FieldViolation.forbidden("spec.containers", "pod updates may not add or remove containers"));
            return;
        }
        if (spec.path("initContainers").size() != this.before.path("initContainers").size()) {
            violations.add(
                    FieldViolation.forbidden("spec.initContainers", "pod updates may not add or remove containers"));
            return;
        }
        checkDeadline();
        checkTolerations();
        checkGates();
        var comparable = withAllowedChangesUndone();
        if (!comparable.equals(JsonTreeOperations.shallowCopy(this.before))) {
            violations.add(FieldViolation.forbidden("spec", ALLOWED + UnifiedLineDiff
                    .unifiedDiff(GoStructFormatter.jsonLines(this.before), GoStructFormatter.jsonLines(comparable))));
        }
    }

    /** Checks the deadline, which may become earlier but not be removed. */
    private void checkDeadline() {
        var before = this.before.path("activeDeadlineSeconds");
        var after = spec.path("activeDeadlineSeconds");
        if (!before.isNumber()) {
            return;
        }
        if (!after.isNumber()) {
            violations.add(FieldViolation.invalid("spec.activeDeadlineSeconds", after,
                    "must not update from a positive integer to nil value"));
        } else if (after.asLong() > before.asLong()) {
            violations.add(FieldViolation.invalid("spec.activeDeadlineSeconds", after,
                    "must be less than or equal to previous value"));
        }
    }

    private void checkTolerations() {
        var after = spec.path("tolerations").valueStream().map(SimulatedPodUpdateRules::withoutSeconds).toList();
        if (!before.path("tolerations").valueStream().map(SimulatedPodUpdateRules::withoutSeconds)
                .allMatch(after::contains)) {
            violations.add(FieldViolation.forbidden("spec.tolerations",
                    "existing toleration can not be modified except its tolerationSeconds"));
        }
    }

    private static ObjectNode withoutSeconds(JsonNode toleration) {
        return JsonTreeOperations.shallowCopy(toleration).without(List.of("tolerationSeconds"));
    }

    private void checkGates() {
        var known = this.before.path("schedulingGates").findValuesAsText("name");
        for (var gate : JsonTreeOperations.itemsOf(spec.path("schedulingGates"), "spec.schedulingGates")) {
            var name = gate.value().path("name").asText();
            if (!known.contains(name)) {
                violations.add(FieldViolation.forbidden(gate.path(),
                        "only deletion is allowed, but found new scheduling gate '" + name + "'"));
            }
        }
    }

    private ObjectNode withAllowedChangesUndone() {
        var result = ((ObjectNode) spec).deepCopy();
        for (var list : List.of("containers", "initContainers")) {
            for (int i = 0; i < result.path(list).size(); i++) {
                JsonTreeOperations.copyField((ObjectNode) result.path(list).get(i), this.before.path(list).get(i),
                        "image");
            }
        }
        JsonTreeOperations.copyField(result, this.before, "activeDeadlineSeconds");
        JsonTreeOperations.copyField(result, this.before, "tolerations");
        JsonTreeOperations.copyField(result, this.before, "schedulingGates");
        if (this.before.path("terminationGracePeriodSeconds").asLong() < 0
                && spec.path("terminationGracePeriodSeconds").asLong() == 1) {
            JsonTreeOperations.copyField(result, this.before, "terminationGracePeriodSeconds");
        }
        if (!this.before.path("schedulingGates").isEmpty()) {
            checkNarrowing(result);
        }
        return result;
    }

    /** Checks that a gated pod is only restricted further in where it may run. */
    private void checkNarrowing(ObjectNode result) {
        boolean kept = before.path("nodeSelector").propertyStream()
                .allMatch(entry -> entry.getValue().equals(spec.path("nodeSelector").path(entry.getKey())));
        if (!kept) {
            violations.add(FieldViolation.invalid("spec.nodeSelector", spec.path("nodeSelector"),
                    "nodeSelector is only allowed to be set to more restrictive values"));
        }
        JsonTreeOperations.copyField(result, this.before, "nodeSelector");
        if (!this.before.path("affinity").has("nodeAffinity")) {
            JsonTreeOperations.copyField(result, this.before, "affinity");
        }
    }
}
