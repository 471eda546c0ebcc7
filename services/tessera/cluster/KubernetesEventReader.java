package tessera.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.model.EventSummary;

/** Reads events in either of the two sets of fields of the core API. */
final class KubernetesEventReader {

    private KubernetesEventReader() {}

    /** Reads events; those with the same message are merged, as a series ends while its subject goes on in another. */
    static List<EventSummary> readAll(List<JsonNode> events) {
        return List
                .copyOf(events.stream().collect(Collectors.toMap(KubernetesEventReader::mergeKey, event -> read(event),
                        KubernetesEventReader::merge, LinkedHashMap::new)).values());
    }

    /** Returns the key by which events are merged: text and the object's uid. */
    private static List<String> mergeKey(JsonNode event) {
        var eventSummary = read(event);
        return List.of(event.path("involvedObject").path("uid").asText(""), eventSummary.type(), eventSummary.reason(),
                eventSummary.message(), eventSummary.source());
    }

    private static EventSummary merge(EventSummary one, EventSummary other) {
        boolean later = one.last() == null || (other.last() != null && other.last().isAfter(one.last()));
        boolean earlier = one.first() == null || (other.first() != null && other.first().isBefore(one.first()));
        return new EventSummary(one.type(), one.reason(), one.message(), one.source(),
                earlier ? other.first() : one.first(), later ? other.last() : one.last(),
                (int) Math.min((long) one.count() + other.count(), Integer.MAX_VALUE));
    }

    static EventSummary read(JsonNode event) {
        var series = event.path("series");
        var noted = firstNonNull(parseTime(event.path("eventTime")),
                parseTime(event.path("metadata").path("creationTimestamp")));
        var last = firstNonNull(parseTime(series.path("lastObservedTime")),
                firstNonNull(parseTime(event.path("lastTimestamp")), noted));
        var source = event.path("source").path("component").asText("");
        int count = Math.max(series.path("count").asInt(0), event.path("count").asInt(0));
        return new EventSummary(event.path("type").asText("Normal"), event.path("reason").asText(""),
                event.path("message").asText("").strip(),
                source.isEmpty() ? event.path("reportingComponent").asText("") : source,
                firstNonNull(parseTime(event.path("firstTimestamp")), noted), last, Math.max(1, count));
    }

    private static @Nullable Instant firstNonNull(@Nullable Instant one, @Nullable Instant other) {
        return one == null ? other : one;
    }

    private static @Nullable Instant parseTime(JsonNode node) {
        try {
            return node.isTextual() ? OffsetDateTime.parse(node.textValue()).toInstant() : null;
        } catch (DateTimeParseException _) {
            return null;
        }
    }
}
