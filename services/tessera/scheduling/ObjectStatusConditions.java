package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;
import tessera.model.StatusCondition;
import tessera.scheduling.WorkloadSuspensionFields.WorkloadRunState;

/**
 * The conditions of an object of any kind, read on demand.
 *
 * @param conditions what its controller says, in that order; none where the object is gone, or nothing is said of its kind
 * @param runState     what work does; empty where the object is gone, or none of its kind can be suspended
 */
public record ObjectStatusConditions(List<StatusCondition> conditions, Optional<WorkloadRunState> runState) {

    public ObjectStatusConditions {
        conditions = List.copyOf(conditions);
    }

    /** Reads the state from the cluster; blocks. */
    public static ObjectStatusConditions read(ObjectRef object, ClusterObjectSource source)
            throws ProblemException, InterruptedException {
        var whole = source.find(object).orElse(MissingNode.getInstance());
        return new ObjectStatusConditions(
                whole.at("/status/conditions").valueStream()
                        .filter(element -> !element.path("type").asText("").isEmpty())
                        .map(ObjectStatusConditions::parseCondition).toList(),
                WorkloadSuspensionFields.ruleOf(whole).map(suspension -> suspension.courseOf(whole)));
    }

    private static StatusCondition parseCondition(JsonNode said) {
        return new StatusCondition(said.path("type").asText(), said.path("status").asText("Unknown"),
                said.path("reason").asText(""), said.path("message").asText(""),
                ApiTimestampParser.parse(said.path("lastTransitionTime")).orElse(null));
    }
}
