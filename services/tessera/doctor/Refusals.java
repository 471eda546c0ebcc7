package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.doctor.Known.Note;
import tessera.fit.ObjectSource;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** Objects whose pods are refused, so that there are none to look at, as events tell. Waits for the cluster. */
final class Refusals {

    /** Of so many it is asked whether a pod was made since. */
    private static final int MOST_ASKED = 100;
    private static final Pattern UID = Pattern.compile("[A-Za-z0-9-]+");
    private static final String SELECTED = "fieldSelector=reason%3D";

    private final ObjectSource objects;
    private final Map<String, Refused> found = new TreeMap<>();

    private Refusals(ObjectSource objects) {
        this.objects = objects;
    }

    /** An object, and when a pod was refused to it last. */
    private record Refused(Note note, String namespace, String uid, Instant last) {}

    /** @param recent tells what is long past, and may be mended */
    static List<Note> read(ObjectSource objects, Predicate<Instant> recent) throws Failure, InterruptedException {
        var refusals = new Refusals(objects);
        objects.each(events(""), SELECTED + "FailedCreate", refusals::take);
        var notes = new ArrayList<Note>();
        int asked = 0;
        for (var refused : refusals.found.values()) {
            if (recent.test(refused.last()) && (asked++ >= MOST_ASKED || !refusals.overcome(refused))) {
                notes.add(refused.note());
            }
        }
        return notes;
    }

    private void take(JsonNode event) {
        var about = event.path("involvedObject");
        var namespace = about.path("namespace").asText();
        var object = "%s/%s -n %s".formatted(about.path("kind").asText().toLowerCase(Locale.ROOT),
                about.path("name").asText(), namespace);
        last(event).ifPresent(last -> found.merge(object,
                new Refused(new Note(object, event.path("message").asText().strip()), namespace,
                        about.path("uid").asText(), last),
                (one, other) -> other.last().isBefore(one.last()) ? one : other));
    }

    /** Whether a pod was made since. */
    private boolean overcome(Refused refused) throws Failure, InterruptedException {
        if (!UID.matcher(refused.uid()).matches()) {
            return false;
        }
        var made = new AtomicBoolean();
        objects.each(events(refused.namespace()),
                SELECTED + "SuccessfulCreate%2CinvolvedObject.uid%3D" + refused.uid(),
                event -> last(event).filter(refused.last()::isBefore).ifPresent(_ -> made.set(true)));
        return made.get();
    }

    private static ObjectRef events(String namespace) {
        return new ObjectRef("v1", "Event", "events", namespace, "");
    }

    private static Optional<Instant> last(JsonNode event) {
        return Stream.of(event.at("/series/lastObservedTime"), event.path("lastTimestamp"), event.path("eventTime"),
                event.at("/metadata/creationTimestamp")).filter(JsonNode::isTextual).findFirst().flatMap(time -> {
                    try {
                        return Optional.of(OffsetDateTime.parse(time.textValue()).toInstant());
                    } catch (DateTimeParseException _) {
                        return Optional.empty();
                    }
                });
    }
}
