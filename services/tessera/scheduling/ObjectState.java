package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import tessera.model.Condition;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.scheduling.SuspensionRules.Course;

/**
 * How an object of any kind stands, as it says itself, read when somebody looks at it.
 *
 * @param conditions what its controller says, in that order; none where the object is gone, or nothing is said of its kind
 * @param course     what work does; empty where the object is gone, or none of its kind can be suspended
 */
public record ObjectState(List<Condition> conditions, Optional<Course> course) {

    public ObjectState {
        conditions = List.copyOf(conditions);
    }

    /** Waits for the cluster. */
    public static ObjectState of(ObjectRef object, ObjectSource source) throws Failure, InterruptedException {
        var whole = source.object(object).orElse(MissingNode.getInstance());
        return new ObjectState(whole.at("/status/conditions").valueStream()
                .filter(each -> !each.path("type").asText("").isEmpty()).map(ObjectState::read).toList(),
                SuspensionRules.of(whole).map(how -> how.course(whole)));
    }

    private static Condition read(JsonNode said) {
        return new Condition(said.path("type").asText(), said.path("status").asText("Unknown"),
                said.path("reason").asText(""), said.path("message").asText(""),
                EventQueries.time(said.path("lastTransitionTime")).orElse(null));
    }
}
