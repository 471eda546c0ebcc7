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

    /** Returns the reason as a clause; empty if the change can be undone. */
    Optional<String> irreversibleReason() {
        return switch (before.path("kind").asText()) {
            case "Pod" -> podReason();
            case "PersistentVolumeClaim" -> {
                if (isChanged("/spec/storageClassName") || isChanged("/spec/volumeName")) {
                    yield Optional.of("the storage of a claim is settled once and for all");
                }
                if (isChanged("/spec/resources")) {
                    yield Optional.of("a claim can grow, but not shrink");
                }
                yield Optional.empty();
            }
            case "ConfigMap", "Secret" -> after.path("immutable").asBoolean() && !before.path("immutable").asBoolean()
                    ? Optional.of("what is immutable stays so")
                    : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<String> podReason() {
        if (!namesAt(GATES, after).containsAll(namesAt(GATES, before))) {
            return Optional.of("a scheduling gate can be taken from a pod, but not put back");
        }
        if (!tolerationsIn(before).containsAll(tolerationsIn(after))) {
            return Optional.of("a toleration can be given to a pod, but not taken away");
        }
        if (isChanged("/spec/activeDeadlineSeconds")) {
            return Optional.of("the deadline of a pod can come nearer, but not go");
        }
        if (isChanged("/spec/nodeSelector") || isChanged("/spec/affinity")) {
            return Optional.of("where a pod may run can be narrowed, but not widened");
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
