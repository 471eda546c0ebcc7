package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import tessera.demo.admission.JsonTrees;

/** What an update of a pod may change: very little. */
final class PodUpdateRules {

    private static final String ALLOWED = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing"
            + " tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously"
            + " negative)\n";

    private final JsonNode spec;
    private final JsonNode old;
    private final ValidationErrors findings;

    PodUpdateRules(JsonNode pod, JsonNode before, ValidationErrors findings) {
        this.spec = pod.path("spec");
        this.old = before.path("spec");
        this.findings = findings;
    }

    void check() {
        if (spec.path("containers").size() != old.path("containers").size()) {
            findings.forbidden("spec.containers", "pod updates may not add or remove containers");
            return;
        }
        if (spec.path("initContainers").size() != old.path("initContainers").size()) {
            findings.forbidden("spec.initContainers", "pod updates may not add or remove containers");
            return;
        }
        deadline();
        tolerations();
        gates();
        var comparable = withAllowedChangesUndone();
        if (!comparable.equals(JsonTrees.copy(old))) {
            findings.forbidden("spec", ALLOWED + LineDifference.of(InternalPodSpec.lines(old),
                    InternalPodSpec.lines(comparable)));
        }
    }

    /** The deadline may come nearer but not go. */
    private void deadline() {
        var before = old.path("activeDeadlineSeconds");
        var after = spec.path("activeDeadlineSeconds");
        if (!before.isNumber()) {
            return;
        }
        if (!after.isNumber()) {
            findings.invalid("spec.activeDeadlineSeconds", after,
                    "must not update from a positive integer to nil value");
        } else if (after.asLong() > before.asLong()) {
            findings.invalid("spec.activeDeadlineSeconds", after, "must be less than or equal to previous value");
        }
    }

    private void tolerations() {
        for (var before : old.path("tolerations")) {
            boolean kept = false;
            for (var after : spec.path("tolerations")) {
                kept |= JsonTrees.copy(after).without(List.of("tolerationSeconds"))
                        .equals(JsonTrees.copy(before).without(List.of("tolerationSeconds")));
            }
            if (!kept) {
                findings.forbidden("spec.tolerations",
                        "existing toleration can not be modified except its tolerationSeconds");
                return;
            }
        }
    }

    private void gates() {
        var known = old.path("schedulingGates").findValuesAsText("name");
        int index = 0;
        for (var gate : spec.path("schedulingGates")) {
            var name = gate.path("name").asText();
            if (!known.contains(name)) {
                findings.forbidden("spec.schedulingGates[" + index + "]",
                        "only deletion is allowed, but found new scheduling gate '" + name + "'");
            }
            index++;
        }
    }

    private ObjectNode withAllowedChangesUndone() {
        var result = ((ObjectNode) spec).deepCopy();
        for (var list : List.of("containers", "initContainers")) {
            for (int i = 0; i < result.path(list).size(); i++) {
                undo((ObjectNode) result.path(list).get(i), old.path(list).get(i), "image");
            }
        }
        undo(result, old, "activeDeadlineSeconds");
        undo(result, old, "tolerations");
        undo(result, old, "schedulingGates");
        if (old.path("terminationGracePeriodSeconds").asLong() < 0
                && spec.path("terminationGracePeriodSeconds").asLong() == 1) {
            undo(result, old, "terminationGracePeriodSeconds");
        }
        if (!old.path("schedulingGates").isEmpty()) {
            narrow(result);
        }
        return result;
    }

    /** A pod that still waits for a gate may be told more about where to run. */
    private void narrow(ObjectNode result) {
        for (var entry : old.path("nodeSelector").properties()) {
            if (!spec.path("nodeSelector").path(entry.getKey()).equals(entry.getValue())) {
                findings.invalid("spec.nodeSelector", spec.path("nodeSelector"),
                        "nodeSelector is only allowed to be set to more restrictive values");
                break;
            }
        }
        undo(result, old, "nodeSelector");
        if (!old.path("affinity").has("nodeAffinity")) {
            undo(result, old, "affinity");
        }
    }

    private static void undo(ObjectNode into, JsonNode from, String field) {
        if (from.has(field)) {
            into.set(field, from.get(field));
        } else {
            into.remove(field);
        }
    }
}
