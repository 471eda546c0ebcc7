package tessera.plan.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * What the server lets nobody take back once an object was changed so: the opposite change would be refused.
 *
 * @param before the object as it is
 * @param after  the object as it shall be
 */
record IrreversibleFields(JsonNode before, JsonNode after) {

    private static final String GATES = "/spec/schedulingGates";
    private static final String TOLERATIONS = "/spec/tolerations";

    /** Why, as a clause; empty where it can be taken back. */
    Optional<String> why() {
        return switch (before.path("kind").asText()) {
            case "Pod" -> pod();
            case "PersistentVolumeClaim" -> changed("/spec/storageClassName") || changed("/spec/volumeName")
                    ? Optional.of("the storage of a claim is settled once and for all")
                    : changed("/spec/resources") ? Optional.of("a claim can grow, but not shrink") : Optional.empty();
            case "ConfigMap", "Secret" -> after.path("immutable").asBoolean() && !before.path("immutable").asBoolean()
                    ? Optional.of("what is immutable stays so")
                    : Optional.empty();
            default -> Optional.empty();
        };
    }

    private Optional<String> pod() {
        if (!names(GATES, after).containsAll(names(GATES, before))) {
            return Optional.of("a scheduling gate can be taken from a pod, but not put back");
        }
        if (!tolerations(before).containsAll(tolerations(after))) {
            return Optional.of("a toleration can be given to a pod, but not taken away");
        }
        if (changed("/spec/activeDeadlineSeconds")) {
            return Optional.of("the deadline of a pod can come nearer, but not go");
        }
        return changed("/spec/nodeSelector") || changed("/spec/affinity")
                ? Optional.of("where a pod may run can be narrowed, but not widened")
                : Optional.empty();
    }

    private boolean changed(String pointer) {
        return !before.at(pointer).equals(after.at(pointer));
    }

    private static List<String> names(String pointer, JsonNode object) {
        return object.at(pointer).valueStream().map(each -> each.path("name").asText()).toList();
    }

    /** How long one is put up with may be said otherwise at any time. */
    private static List<JsonNode> tolerations(JsonNode object) {
        return object.at(TOLERATIONS).valueStream()
                .<JsonNode>map(each -> each.deepCopy() instanceof ObjectNode toleration
                        ? toleration.without("tolerationSeconds")
                        : each)
                .toList();
    }
}
