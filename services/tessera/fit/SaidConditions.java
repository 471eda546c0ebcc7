package tessera.fit;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import tessera.model.Condition;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** What its controller says of an object of any kind, read when somebody looks at it. */
public final class SaidConditions {

    private SaidConditions() {}

    /** In the order in which they are said; none where the object is gone, or of a kind of which nothing is said. */
    public static List<Condition> of(ObjectRef object, ObjectSource source) throws Failure, InterruptedException {
        return source.object(object).stream().flatMap(whole -> whole.at("/status/conditions").valueStream())
                .filter(each -> !each.path("type").asText("").isEmpty()).map(SaidConditions::read).toList();
    }

    private static Condition read(JsonNode said) {
        return new Condition(said.path("type").asText(), said.path("status").asText("Unknown"),
                said.path("reason").asText(""), said.path("message").asText(""),
                Events.time(said.path("lastTransitionTime")).orElse(null));
    }
}
