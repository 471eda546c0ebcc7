package tessera.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.model.EventFacts;

/** Reads events of the core API, whichever of its two sets of fields they were written with. */
final class EventReader {

    private EventReader() {}

    /** What was noted in the same words is told once: a series ends while what it tells of goes on in another. */
    static List<EventFacts> read(List<JsonNode> events) {
        return List.copyOf(events.stream().collect(Collectors.toMap(EventReader::told, event -> read(event),
                EventReader::together, LinkedHashMap::new)).values());
    }

    /** What is said, and of which of those that have had the name. */
    private static List<String> told(JsonNode event) {
        var facts = read(event);
        return List.of(event.path("involvedObject").path("uid").asText(""), facts.type(), facts.reason(),
                facts.message(), facts.source());
    }

    private static EventFacts together(EventFacts one, EventFacts other) {
        boolean later = one.last() == null || (other.last() != null && other.last().isAfter(one.last()));
        boolean earlier = one.first() == null || (other.first() != null && other.first().isBefore(one.first()));
        return new EventFacts(one.type(), one.reason(), one.message(), one.source(),
                earlier ? other.first() : one.first(), later ? other.last() : one.last(),
                one.count() + other.count());
    }

    static EventFacts read(JsonNode event) {
        var series = event.path("series");
        var noted = first(time(event.path("eventTime")), time(event.path("metadata").path("creationTimestamp")));
        var last = first(time(series.path("lastObservedTime")), first(time(event.path("lastTimestamp")), noted));
        var source = event.path("source").path("component").asText("");
        int count = Math.max(series.path("count").asInt(0), event.path("count").asInt(0));
        return new EventFacts(event.path("type").asText("Normal"), event.path("reason").asText(""),
                event.path("message").asText("").strip(),
                source.isEmpty() ? event.path("reportingComponent").asText("") : source,
                first(time(event.path("firstTimestamp")), noted), last, Math.max(1, count));
    }

    private static @Nullable Instant first(@Nullable Instant one, @Nullable Instant other) {
        return one == null ? other : one;
    }

    private static @Nullable Instant time(JsonNode node) {
        try {
            return node.isTextual() ? OffsetDateTime.parse(node.textValue()).toInstant() : null;
        } catch (DateTimeParseException _) {
            return null;
        }
    }
}
