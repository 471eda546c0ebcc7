package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.ObjectRef;

/** Queries for events, and the times in them. */
public final class KubernetesEventFields {

    private static final Pattern UID = Pattern.compile("[A-Za-z0-9-]+");

    private KubernetesEventFields() {}

    /** Returns the reference to the events of a namespace; to all events where it is empty. */
    public static ObjectRef eventsIn(String namespace) {
        return new ObjectRef("v1", "Event", "events", namespace, "");
    }

    /** Returns whether a UID can be used in a field selector for events. */
    public static boolean isSelectableUid(String uid) {
        return UID.matcher(uid).matches();
    }

    /** Returns the time at which an event was last observed; empty where it has none. */
    public static Optional<Instant> lastTime(JsonNode event) {
        return Stream
                .of(event.at("/series/lastObservedTime"), event.path("lastTimestamp"), event.path("eventTime"),
                        event.at("/metadata/creationTimestamp"))
                .filter(JsonNode::isTextual).findFirst().flatMap(ApiTimestampParser::parse);
    }
}
