package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.store.StoreJson;

/** Table cells of events, whose times are in three places. */
final class EventCells {

    static final Map<String, TableCell> ALL = Map.of("event.last",
            (event, now) -> TableCellReader.textNode(lastSeenText(event, now)),
            "event.first",
            (event, now) -> TableCellReader.textNode(TableAge.ageText(firstTime(event), now)), "event.object",
            (event, _) -> TableCellReader.textNode(objectName(event)), "event.source",
            (event, _) -> TableCellReader.textNode(sourceName(event)),
            "event.count",
            (event, _) -> TableCellReader.numberNode(occurrences(event)));

    private EventCells() {}

    private static String lastSeenText(JsonNode event, Instant now) {
        var first = TableAge.ageText(firstTime(event), now);
        var series = event.path("series");
        var lastTime = StoreJson.textAt(series, "lastObservedTime");
        if (lastTime.isEmpty()) {
            lastTime = StoreJson.textAt(event, "lastTimestamp");
        }
        var last = lastTime.isEmpty() ? first : TableAge.ageText(lastTime, now);
        return occurrences(event) > 1 ? last + " (x" + occurrences(event) + " over " + first + ")" : last;
    }

    private static String firstTime(JsonNode event) {
        var first = StoreJson.textAt(event, "firstTimestamp");
        return first.isEmpty() ? StoreJson.textAt(event, "eventTime") : first;
    }

    private static long occurrences(JsonNode event) {
        long series = event.path("series").path("count").asLong();
        return Math.max(1, series > 0 ? series : event.path("count").asLong());
    }

    private static String objectName(JsonNode event) {
        var about = event.path("involvedObject");
        return StoreJson.textAt(about, "kind").toLowerCase(Locale.ROOT) + "/" + StoreJson.textAt(about, "name");
    }

    private static String sourceName(JsonNode event) {
        var component = StoreJson.textAt(event, "source", "component");
        var both = component.isEmpty()
                ? Stream.of(StoreJson.textAt(event, "reportingComponent"), StoreJson.textAt(event, "reportingInstance"))
                : Stream.of(component, StoreJson.textAt(event, "source", "host"));
        return both.filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
    }
}
