package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.ObjectRef;

/** What events have in common: where they are, whom they can be asked for by, and when they were noted. */
public final class EventQueries {

    private static final Pattern UID = Pattern.compile("[A-Za-z0-9-]+");

    private EventQueries() {}

    /** Those of a namespace; of all where it is empty. */
    public static ObjectRef in(String namespace) {
        return new ObjectRef("v1", "Event", "events", namespace, "");
    }

    /** Whether they can be asked for by such a uid. */
    public static boolean named(String uid) {
        return UID.matcher(uid).matches();
    }

    /** When one was noted last; empty where it does not say. */
    public static Optional<Instant> last(JsonNode event) {
        return Stream.of(event.at("/series/lastObservedTime"), event.path("lastTimestamp"), event.path("eventTime"),
                event.at("/metadata/creationTimestamp")).filter(JsonNode::isTextual).findFirst()
                .flatMap(EventQueries::time);
    }

    /** A moment as the API writes it; empty where it is none. */
    public static Optional<Instant> time(JsonNode text) {
        try {
            return Optional.of(OffsetDateTime.parse(text.asText()).toInstant());
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
