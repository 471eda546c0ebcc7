package tessera.demo.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.object.SimulatedMetadata;
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
            case "size" ->
                LongNode.valueOf(Stream.of(path.split("\\+", -1)).mapToLong(part -> nodeAt(object, part).size()).sum());
            case "event.count" -> LongNode.valueOf(SimulatedTableCellText.occurrences(object));
            default -> TextNode.valueOf(textOf(object, node, now));
        };
    }

    private String textOf(ObjectNode object, JsonNode node, Instant now) {
        return switch (keyword) {
            case "name" -> SimulatedMetadata.nameOf(object);
            case "age" -> SimulatedTableCellText
                    .ageText(SimulatedStoreJsonCodec.textAt(object, "metadata", "creationTimestamp"), now);
            case "since" -> node.asText("").isEmpty() ? absent : SimulatedTableCellText.ageText(node.asText(), now);
            case "text" -> SimulatedTableCellText.orElse(node.asText(""), absent);
            case "list" -> SimulatedTableCellText.orElse(String.join(",", SimulatedTableCellText.textsAt(object, path)),
                    absent.isEmpty() ? SimulatedTableCellText.NONE : absent);
            case "map" -> pairsText(node);
            case "selector" ->
                node.has("matchLabels") || node.has("matchExpressions") ? LabelSelector.of(node).toString()
                        : pairsText(node);
            case "reference" ->
                SimulatedStoreJsonCodec.textAt(node, "kind") + "/" + SimulatedStoreJsonCodec.textAt(node, "name");
            case "none" -> SimulatedTableCellText.NONE;
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

    private static String pairsText(JsonNode map) {
        return SimulatedTableCellText
                .orElse(map.propertyStream().map(entry -> entry.getKey() + "=" + entry.getValue().asText()).sorted()
                        .collect(Collectors.joining(",")), SimulatedTableCellText.NONE);
    }
}
