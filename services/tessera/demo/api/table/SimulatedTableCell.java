package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.labels.LabelSelector;

/**
 * The value of one column of a built-in resource, as {@code tables.json} has it.
 *
 * @param keyword what is shown: one of a few general forms, or a text that only some kinds have
 * @param path    where it is, if the form is a general one
 * @param absent  what is shown if there is nothing
 */
record SimulatedTableCell(String keyword, String path, String absent) {

    static final String NONE = "<none>";
    private static final String UNKNOWN = "<unknown>";

    static SimulatedTableCell parse(String text) {
        var parts = text.split(" ", 3);
        return new SimulatedTableCell(parts[0], parts.length > 1 ? parts[1] : "", parts.length > 2 ? parts[2] : "");
    }

    String columnType() {
        return switch (keyword) {
            case "number", "size" -> "integer";
            case "flag" -> "boolean";
            default -> "string";
        };
    }

    JsonNode valueOf(ObjectNode object, Instant now) {
        var node = nodeAt(object, path);
        return switch (keyword) {
            case "number" -> LongNode.valueOf(node.asLong(0));
            case "flag" -> BooleanNode.valueOf(node.asBoolean());
            case "size" -> LongNode.valueOf(
                    Stream.of(path.split("\\+", -1)).mapToLong(part -> nodeAt(object, part).size()).sum());
            case "event.count" -> LongNode.valueOf(SimulatedTableCellText.occurrences(object));
            default -> TextNode.valueOf(textOf(object, node, now));
        };
    }

    private String textOf(ObjectNode object, JsonNode node, Instant now) {
        return switch (keyword) {
            case "name" -> SimulatedStoreJsonCodec.textAt(object, "metadata", "name");
            case "age" -> ageText(SimulatedStoreJsonCodec.textAt(object, "metadata", "creationTimestamp"), now);
            case "since" -> node.asText("").isEmpty() ? absent : ageText(node.asText(), now);
            case "text" -> orElse(node.asText(""), absent);
            case "list" -> orElse(String.join(",", textsAt(object, path)), absent.isEmpty() ? NONE : absent);
            case "map" -> pairsText(node);
            case "selector" -> node.has("matchLabels") || node.has("matchExpressions")
                    ? LabelSelector.of(node).toString()
                    : pairsText(node);
            case "reference" -> SimulatedStoreJsonCodec.textAt(node, "kind") + "/"
                    + SimulatedStoreJsonCodec.textAt(node, "name");
            case "none" -> NONE;
            default -> keyword.startsWith("pod.") ? SimulatedPodSummary.of(object).textOf(keyword, now)
                    : SimulatedTableCellText.textOf(keyword, object, now);
        };
    }

    private static JsonNode nodeAt(JsonNode object, String path) {
        var node = object;
        for (var name : path.split("\\.", -1)) {
            node = node.path(name);
        }
        return node;
    }

    /** Returns the texts at a path that may lead through lists. */
    static List<String> textsAt(JsonNode object, String path) {
        var nodes = Stream.of(object);
        for (var name : path.split("\\.", -1)) {
            nodes = nodes.map(node -> node.path(name))
                    .flatMap(child -> child.isArray() ? child.valueStream() : Stream.of(child));
        }
        return nodes.map(node -> node.asText("")).filter(text -> !text.isEmpty()).toList();
    }

    static String orElse(String text, String absent) {
        return text.isEmpty() ? absent : text;
    }

    private static String pairsText(JsonNode map) {
        return orElse(map.propertyStream().map(entry -> entry.getKey() + "=" + entry.getValue().asText()).sorted()
                .collect(Collectors.joining(",")), NONE);
    }

    /** Returns the age of a timestamp, given as objects carry it. */
    static String ageText(String moment, Instant now) {
        try {
            return durationText(Duration.between(Instant.parse(moment), now));
        } catch (DateTimeException e) {
            return UNKNOWN;
        }
    }

    /** Returns a duration in coarser units the longer it is. */
    static String durationText(Duration span) {
        long seconds = span.toSeconds();
        long minutes = span.toMinutes();
        long hours = span.toHours();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 120) {
            return Math.max(0, seconds) + "s";
        }
        if (minutes < 10) {
            return twoUnitText(minutes, "m", seconds % 60, "s");
        }
        if (minutes < 180) {
            return minutes + "m";
        }
        if (hours < 8) {
            return twoUnitText(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        return daysText(hours);
    }

    private static String daysText(long hours) {
        long days = hours / 24;
        if (hours < 24 * 8) {
            return twoUnitText(days, "d", hours % 24, "h");
        }
        if (days < 365 * 2) {
            return days + "d";
        }
        return hours < 24 * 365 * 8 ? twoUnitText(days / 365, "y", days % 365, "d") : days / 365 + "y";
    }

    private static String twoUnitText(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + small + smallUnit;
    }
}
