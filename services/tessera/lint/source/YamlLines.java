package tessera.lint.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Small trees as lines of YAML, indented to stand beside others. */
final class YamlLines {

    /** Texts that no reader takes for a number, a truth or a date. */
    private static final Pattern PLAIN = Pattern
            .compile("(?!(?i:true|false|yes|no|on|off|null|y|n)$)[A-Za-z_/][-\\w./]*|\\d+[KMGT]i");

    private YamlLines() {}

    static List<String> entry(String key, JsonNode content, int indent) {
        var lines = new ArrayList<String>();
        var head = " ".repeat(indent) + scalar(TextNode.valueOf(key)) + ":";
        if (content.isObject() && !content.isEmpty()) {
            lines.add(head);
            content.properties().forEach(each -> lines.addAll(entry(each.getKey(), each.getValue(), indent + 2)));
        } else if (content.isArray() && !content.isEmpty()) {
            lines.add(head);
            content.forEach(each -> lines.addAll(item(each, indent)));
        } else {
            lines.add(head + " " + scalar(content));
        }
        return lines;
    }

    static List<String> item(JsonNode content, int indent) {
        if (!content.isObject() || content.isEmpty()) {
            return List.of(" ".repeat(indent) + "- " + scalar(content));
        }
        var lines = new ArrayList<String>();
        content.properties().forEach(each -> lines.addAll(entry(each.getKey(), each.getValue(), indent + 2)));
        lines.set(0, " ".repeat(indent) + "- " + lines.getFirst().strip());
        return lines;
    }

    static JsonNode list(JsonNode only) {
        return JsonNodeFactory.instance.arrayNode().add(only);
    }

    private static String scalar(JsonNode content) {
        return content.isTextual() && PLAIN.matcher(content.asText()).matches() ? content.asText() : content.toString();
    }

    /** In double quotes, as JSON has it. */
    static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }
}
