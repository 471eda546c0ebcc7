package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTreeOperations;
import tessera.kube.patch.UnifiedLineDiff;

/** Rules for updates of a pod, which may change very few fields. */
final class SimulatedPodUpdateValidationRules {

    private static final String ALLOWED = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing"
            + " tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously"
            + " negative)\n";

    private final JsonNode spec;
    private final JsonNode oldObject;
    private final SimulatedValidationErrorCollector findings;

    SimulatedPodUpdateValidationRules(JsonNode pod, JsonNode before, SimulatedValidationErrorCollector findings) {
        this.spec = pod.path("spec");
        this.oldObject = before.path("spec");
        this.findings = findings;
    }

    void check() {
        if (spec.path("containers").size() != oldObject.path("containers").size()) {
            findings.addForbidden("spec.containers", "pod updates may not add or remove containers");
            return;
        }
        if (spec.path("initContainers").size() != oldObject.path("initContainers").size()) {
            findings.addForbidden("spec.initContainers", "pod updates may not add or remove containers");
            return;
        }
        checkDeadline();
        checkTolerations();
        checkGates();
        var comparable = withAllowedChangesUndone();
        if (!comparable.equals(JsonTreeOperations.shallowCopy(oldObject))) {
            findings.addForbidden("spec",
                    ALLOWED + UnifiedLineDiff.unifiedDiff(GoPodSpecFormatter.jsonLines(oldObject),
                            GoPodSpecFormatter.jsonLines(comparable)));
        }
    }

    /** Checks the deadline, which may become earlier but not be removed. */
    private void checkDeadline() {
        var before = oldObject.path("activeDeadlineSeconds");
        var after = spec.path("activeDeadlineSeconds");
        if (!before.isNumber()) {
            return;
        }
        if (!after.isNumber()) {
            findings.addInvalid("spec.activeDeadlineSeconds", after,
                    "must not update from a positive integer to nil value");
        } else if (after.asLong() > before.asLong()) {
            findings.addInvalid("spec.activeDeadlineSeconds", after, "must be less than or equal to previous value");
        }
    }

    private void checkTolerations() {
        for (var before : oldObject.path("tolerations")) {
            boolean kept = false;
            for (var after : spec.path("tolerations")) {
                kept |= JsonTreeOperations.shallowCopy(after).without(List.of("tolerationSeconds"))
                        .equals(JsonTreeOperations.shallowCopy(before).without(List.of("tolerationSeconds")));
            }
            if (!kept) {
                findings.addForbidden("spec.tolerations",
                        "existing toleration can not be modified except its tolerationSeconds");
                return;
            }
        }
    }

    private void checkGates() {
        var known = oldObject.path("schedulingGates").findValuesAsText("name");
        int index = 0;
        for (var gate : spec.path("schedulingGates")) {
            var name = gate.path("name").asText();
            if (!known.contains(name)) {
                findings.addForbidden("spec.schedulingGates[" + index + "]",
                        "only deletion is allowed, but found new scheduling gate '" + name + "'");
            }
            index++;
        }
    }

    private ObjectNode withAllowedChangesUndone() {
        var result = ((ObjectNode) spec).deepCopy();
        for (var list : List.of("containers", "initContainers")) {
            for (int i = 0; i < result.path(list).size(); i++) {
                undoField((ObjectNode) result.path(list).get(i), oldObject.path(list).get(i), "image");
            }
        }
        undoField(result, oldObject, "activeDeadlineSeconds");
        undoField(result, oldObject, "tolerations");
        undoField(result, oldObject, "schedulingGates");
        if (oldObject.path("terminationGracePeriodSeconds").asLong() < 0
                && spec.path("terminationGracePeriodSeconds").asLong() == 1) {
            undoField(result, oldObject, "terminationGracePeriodSeconds");
        }
        if (!oldObject.path("schedulingGates").isEmpty()) {
            checkNarrowing(result);
        }
        return result;
    }

    /** Checks that a gated pod is only restricted further in where it may run. */
    private void checkNarrowing(ObjectNode result) {
        for (var entry : oldObject.path("nodeSelector").properties()) {
            if (!spec.path("nodeSelector").path(entry.getKey()).equals(entry.getValue())) {
                findings.addInvalid("spec.nodeSelector", spec.path("nodeSelector"),
                        "nodeSelector is only allowed to be set to more restrictive values");
                break;
            }
        }
        undoField(result, oldObject, "nodeSelector");
        if (!oldObject.path("affinity").has("nodeAffinity")) {
            undoField(result, oldObject, "affinity");
        }
    }

    private static void undoField(ObjectNode into, JsonNode from, String field) {
        if (from.has(field)) {
            into.set(field, from.get(field));
        } else {
            into.remove(field);
        }
    }
}
