package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Table cells of events, whose times are in three places. */
final class SimulatedEventTableCells {

    static final Map<String, SimulatedTableCellFunction> ALL = Map.of("event.last",
            (event, now) -> SimulatedTableCellExpressionParser.textNode(lastSeenText(event, now)),
            "event.first",
            (event, now) -> SimulatedTableCellExpressionParser
                    .textNode(SimulatedTableAgeFormatter.ageText(firstTime(event), now)),
            "event.object",
            (event, _) -> SimulatedTableCellExpressionParser.textNode(objectName(event)), "event.source",
            (event, _) -> SimulatedTableCellExpressionParser.textNode(sourceName(event)),
            "event.count",
            (event, _) -> SimulatedTableCellExpressionParser.numberNode(occurrences(event)));

    private SimulatedEventTableCells() {}

    private static String lastSeenText(JsonNode event, Instant now) {
        var first = SimulatedTableAgeFormatter.ageText(firstTime(event), now);
        var series = event.path("series");
        var lastTime = SimulatedStoreJsonCodec.textAt(series, "lastObservedTime");
        if (lastTime.isEmpty()) {
            lastTime = SimulatedStoreJsonCodec.textAt(event, "lastTimestamp");
        }
        var last = lastTime.isEmpty() ? first : SimulatedTableAgeFormatter.ageText(lastTime, now);
        return occurrences(event) > 1 ? last + " (x" + occurrences(event) + " over " + first + ")" : last;
    }

    private static String firstTime(JsonNode event) {
        var first = SimulatedStoreJsonCodec.textAt(event, "firstTimestamp");
        return first.isEmpty() ? SimulatedStoreJsonCodec.textAt(event, "eventTime") : first;
    }

    private static long occurrences(JsonNode event) {
        long series = event.path("series").path("count").asLong();
        return Math.max(1, series > 0 ? series : event.path("count").asLong());
    }

    private static String objectName(JsonNode event) {
        var about = event.path("involvedObject");
        return SimulatedStoreJsonCodec.textAt(about, "kind").toLowerCase(Locale.ROOT) + "/"
                + SimulatedStoreJsonCodec.textAt(about, "name");
    }

    private static String sourceName(JsonNode event) {
        var component = SimulatedStoreJsonCodec.textAt(event, "source", "component");
        var both = component.isEmpty()
                ? Stream.of(SimulatedStoreJsonCodec.textAt(event, "reportingComponent"),
                        SimulatedStoreJsonCodec.textAt(event, "reportingInstance"))
                : Stream.of(component, SimulatedStoreJsonCodec.textAt(event, "source", "host"));
        return both.filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
    }
}
