package tessera.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import tessera.model.EventFacts;

/** Reads events of the core API, whichever of its two sets of fields they were written with. */
final class EventReader {

    private EventReader() {}

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
