package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.store.Json;

/** The cells of events, which have their times in three places. */
final class EventCells {

    static final Map<String, Cell> ALL = Map.of("event.last", (event, now) -> Cells.text(last(event, now)),
            "event.first",
            (event, now) -> Cells.text(Age.since(firstTime(event), now)), "event.object",
            (event, _) -> Cells.text(object(event)), "event.source", (event, _) -> Cells.text(source(event)),
            "event.count",
            (event, _) -> Cells.number(count(event)));

    private EventCells() {}

    private static String last(JsonNode event, Instant now) {
        var first = Age.since(firstTime(event), now);
        var series = event.path("series");
        var lastTime = Json.text(series, "lastObservedTime");
        if (lastTime.isEmpty()) {
            lastTime = Json.text(event, "lastTimestamp");
        }
        var last = lastTime.isEmpty() ? first : Age.since(lastTime, now);
        return count(event) > 1 ? last + " (x" + count(event) + " over " + first + ")" : last;
    }

    private static String firstTime(JsonNode event) {
        var first = Json.text(event, "firstTimestamp");
        return first.isEmpty() ? Json.text(event, "eventTime") : first;
    }

    private static long count(JsonNode event) {
        long series = event.path("series").path("count").asLong();
        return Math.max(1, series > 0 ? series : event.path("count").asLong());
    }

    private static String object(JsonNode event) {
        var about = event.path("involvedObject");
        return Json.text(about, "kind").toLowerCase(Locale.ROOT) + "/" + Json.text(about, "name");
    }

    private static String source(JsonNode event) {
        var component = Json.text(event, "source", "component");
        var both = component.isEmpty()
                ? Stream.of(Json.text(event, "reportingComponent"), Json.text(event, "reportingInstance"))
                : Stream.of(component, Json.text(event, "source", "host"));
        return both.filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
    }
}
