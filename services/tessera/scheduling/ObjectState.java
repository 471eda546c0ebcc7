package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import tessera.model.Condition;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.scheduling.SuspensionFields.Course;

/**
 * The conditions of an object of any kind, read on demand.
 *
 * @param conditions what its controller says, in that order; none where the object is gone, or nothing is said of its kind
 * @param course     what work does; empty where the object is gone, or none of its kind can be suspended
 */
public record ObjectState(List<Condition> conditions, Optional<Course> course) {

    public ObjectState {
        conditions = List.copyOf(conditions);
    }

    /** Reads the state from the cluster; blocks. */
    public static ObjectState read(ObjectRef object, ObjectSource source) throws Failure, InterruptedException {
        var whole = source.find(object).orElse(MissingNode.getInstance());
        return new ObjectState(whole.at("/status/conditions").valueStream()
                .filter(element -> !element.path("type").asText("").isEmpty()).map(ObjectState::parseCondition)
                .toList(),
                SuspensionFields.ruleOf(whole).map(how -> how.courseOf(whole)));
    }

    private static Condition parseCondition(JsonNode said) {
        return new Condition(said.path("type").asText(), said.path("status").asText("Unknown"),
                said.path("reason").asText(""), said.path("message").asText(""),
                EventQueries.parseTime(said.path("lastTransitionTime")).orElse(null));
    }
}
