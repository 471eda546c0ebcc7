package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * Fields that cannot be changed back: the server would refuse the opposite change.
 *
 * @param before the object as it is
 * @param after  the object as it shall be
 */
record IrreversibleChangeDetector(JsonNode before, JsonNode after) {

    private static final String GATES = "/spec/schedulingGates";
    private static final String TOLERATIONS = "/spec/tolerations";

    /** Returns the change that cannot be undone; empty if all can. */
    Optional<IrreversibleChange> findIrreversible() {
        return switch (before.path("kind").asText()) {
            case "Pod" -> podReason();
            case "PersistentVolumeClaim" -> {
                if (isChanged("/spec/storageClassName") || isChanged("/spec/volumeName")) {
                    yield Optional.of(IrreversibleChange.CLAIM_STORAGE);
                }
                if (isChanged("/spec/resources")) {
                    yield Optional.of(IrreversibleChange.CLAIM_SIZE);
                }
                yield Optional.empty();
            }
            case "ConfigMap",
                    "Secret" ->
                after.path("immutable").asBoolean() && !before.path("immutable").asBoolean()
                        ? Optional.of(IrreversibleChange.IMMUTABLE_CONTENT)
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<IrreversibleChange> podReason() {
        if (!namesAt(GATES, after).containsAll(namesAt(GATES, before))) {
            return Optional.of(IrreversibleChange.SCHEDULING_GATE_REMOVED);
        }
        if (!tolerationsIn(before).containsAll(tolerationsIn(after))) {
            return Optional.of(IrreversibleChange.TOLERATION_ADDED);
        }
        if (isChanged("/spec/activeDeadlineSeconds")) {
            return Optional.of(IrreversibleChange.POD_DEADLINE);
        }
        if (isChanged("/spec/nodeSelector") || isChanged("/spec/affinity")) {
            return Optional.of(IrreversibleChange.POD_PLACEMENT);
        }
        return Optional.empty();
    }

    private boolean isChanged(String pointer) {
        return !before.at(pointer).equals(after.at(pointer));
    }

    private static List<String> namesAt(String pointer, JsonNode object) {
        return object.at(pointer).valueStream().map(element -> element.path("name").asText()).toList();
    }

    /** Returns the tolerations without their seconds, which can change at any time. */
    private static List<JsonNode> tolerationsIn(JsonNode object) {
        return object.at(TOLERATIONS).valueStream()
                .<JsonNode>map(element -> element.deepCopy() instanceof ObjectNode toleration
                        ? toleration.without("tolerationSeconds")
                        : element)
                .toList();
    }
}
