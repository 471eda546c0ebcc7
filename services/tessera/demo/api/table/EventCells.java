package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.store.StoreJson;

/** The cells of events, which have their times in three places. */
final class EventCells {

    static final Map<String, TableCell> ALL = Map.of("event.last",
            (event, now) -> TableCellReader.text(last(event, now)),
            "event.first",
            (event, now) -> TableCellReader.text(TableAge.since(firstTime(event), now)), "event.object",
            (event, _) -> TableCellReader.text(object(event)), "event.source",
            (event, _) -> TableCellReader.text(source(event)),
            "event.count",
            (event, _) -> TableCellReader.number(count(event)));

    private EventCells() {}

    private static String last(JsonNode event, Instant now) {
        var first = TableAge.since(firstTime(event), now);
        var series = event.path("series");
        var lastTime = StoreJson.text(series, "lastObservedTime");
        if (lastTime.isEmpty()) {
            lastTime = StoreJson.text(event, "lastTimestamp");
        }
        var last = lastTime.isEmpty() ? first : TableAge.since(lastTime, now);
        return count(event) > 1 ? last + " (x" + count(event) + " over " + first + ")" : last;
    }

    private static String firstTime(JsonNode event) {
        var first = StoreJson.text(event, "firstTimestamp");
        return first.isEmpty() ? StoreJson.text(event, "eventTime") : first;
    }

    private static long count(JsonNode event) {
        long series = event.path("series").path("count").asLong();
        return Math.max(1, series > 0 ? series : event.path("count").asLong());
    }

    private static String object(JsonNode event) {
        var about = event.path("involvedObject");
        return StoreJson.text(about, "kind").toLowerCase(Locale.ROOT) + "/" + StoreJson.text(about, "name");
    }

    private static String source(JsonNode event) {
        var component = StoreJson.text(event, "source", "component");
        var both = component.isEmpty()
                ? Stream.of(StoreJson.text(event, "reportingComponent"), StoreJson.text(event, "reportingInstance"))
                : Stream.of(component, StoreJson.text(event, "source", "host"));
        return both.filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
    }
}
