package tessera.lint.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Renders small trees as lines of YAML, indented to fit beside existing ones. */
final class IndentedYamlSnippetRenderer {

    /** Texts that no reader takes for a number, a truth or a date. */
    private static final Pattern PLAIN = Pattern
            .compile("(?!(?i:true|false|yes|no|on|off|null|y|n)$)[A-Za-z_/][-\\w./]*|\\d+[KMGT]i");

    private IndentedYamlSnippetRenderer() {}

    static List<String> entryLines(String key, JsonNode content, int indent) {
        var lines = new ArrayList<String>();
        var head = " ".repeat(indent) + scalarText(TextNode.valueOf(key)) + ":";
        if (content.isObject() && !content.isEmpty()) {
            lines.add(head);
            content.properties().forEach(each -> lines.addAll(entryLines(each.getKey(), each.getValue(), indent + 2)));
        } else if (content.isArray() && !content.isEmpty()) {
            lines.add(head);
            content.forEach(element -> lines.addAll(itemLines(element, indent)));
        } else {
            lines.add(head + " " + scalarText(content));
        }
        return lines;
    }

    static List<String> itemLines(JsonNode content, int indent) {
        if (!content.isObject() || content.isEmpty()) {
            return List.of(" ".repeat(indent) + "- " + scalarText(content));
        }
        var lines = new ArrayList<String>();
        content.properties().forEach(each -> lines.addAll(entryLines(each.getKey(), each.getValue(), indent + 2)));
        lines.set(0, " ".repeat(indent) + "- " + lines.getFirst().strip());
        return lines;
    }

    static JsonNode listOf(JsonNode only) {
        return JsonNodeFactory.instance.arrayNode().add(only);
    }

    private static String scalarText(JsonNode content) {
        if (content.isTextual() && PLAIN.matcher(content.asText()).matches()) {
            return content.asText();
        }
        return content.toString();
    }

    /** Returns the text in double quotes, as JSON has it. */
    static String quotedText(String text) {
        return TextNode.valueOf(text).toString();
    }
}
