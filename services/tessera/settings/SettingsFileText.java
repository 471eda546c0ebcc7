package tessera.settings;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a settings file: JSON that may have comments and trailing commas. An edit changes the value it is
 * about and nothing else: order, spaces, comments and names that mean nothing stay as they were written. Never changes.
 */
final class SettingsFileText {

    static final ObjectMapper JSON = JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();

    private static final String STEP = "  ";

    private final String text;
    private final ObjectNode tree;
    private final JsonValuePosition root;

    private SettingsFileText(String text, ObjectNode tree, JsonValuePosition root) {
        this.text = text;
        this.tree = tree;
        this.root = root;
    }

    /**
     * Parses a text.
     *
     * @throws IOException where it is none that can be understood
     */
    static SettingsFileText parse(String text) throws IOException {
        if (JSON.readTree(text) instanceof ObjectNode tree) {
            return new SettingsFileText(text, tree, JsonValuePositionFinder.readSpan(text));
        }
        throw new IOException(new SettingsReason.SettingsMissing().text());
    }

    static SettingsFileText empty() {
        return parseEdited("{\n}\n");
    }

    ObjectNode tree() {
        return tree;
    }

    @Override
    public String toString() {
        return text;
    }

    /** Returns the line of a value, from 1, or of its innermost existing parent. */
    long lineOf(List<String> path) {
        var at = root;
        int start = 0;
        for (var name : path) {
            var member = at.members().get(name);
            if (member == null) {
                break;
            }
            start = member.start();
            at = member.value();
        }
        return text.substring(0, start).lines().count() + (start > 0 && text.charAt(start - 1) == '\n' ? 1 : 0);
    }

    /** Returns the text after an edit. */
    SettingsFileText withEdit(SettingsFileEdit edit) {
        if (edit.value() == null) {
            return withoutValue(edit.path());
        }
        return withValue(edit.path(), JSON.valueToTree(edit.value()));
    }

    private SettingsFileText withValue(List<String> path, JsonNode value) {
        var at = root;
        for (int depth = 0; depth < path.size(); depth++) {
            var member = at.members().get(path.get(depth));
            var left = path.subList(depth + 1, path.size());
            if (member == null) {
                return parseEdited(new JsonTextMemberInserter(text, at).insertMember(path.get(depth),
                        formatNested(left, value, indentOf(depth + 1))));
            }
            if (left.isEmpty() || !member.value().isObject()) {
                return parseEdited(text.substring(0, member.value().start())
                        + formatNested(left, value, indentOf(depth + 1)) + text.substring(member.value().end()));
            }
            at = member.value();
        }
        return this;
    }

    private static SettingsFileText parseEdited(String changed) {
        try {
            return parse(changed);
        } catch (IOException defect) {
            throw new IllegalStateException(defect);
        }
    }

    private static String indentOf(int depth) {
        return STEP.repeat(depth);
    }

    /** Returns a value within new nested objects as JSON. */
    private static String formatNested(List<String> names, JsonNode value, String indent) {
        if (names.isEmpty()) {
            return formatValue(value, indent);
        }
        return "{\n%s%s: %s\n%s}".formatted(indent + STEP, quotedName(names.getFirst()),
                formatNested(names.subList(1, names.size()), value, indent + STEP), indent);
    }

    private static String formatValue(JsonNode value, String indent) {
        if (value.isArray()) {
            var items = value.valueStream().map(JsonNode::toString).toList();
            return "[" + String.join(", ", items) + "]";
        }
        if (value.isObject() && !value.isEmpty()) {
            var members = value.propertyStream().map(member -> indent + STEP + quotedName(member.getKey()) + ": "
                    + formatValue(member.getValue(), indent + STEP)).toList();
            return "{\n" + String.join(",\n", members) + "\n" + indent + "}";
        }
        return value.toString();
    }

    static String quotedName(String name) {
        return JsonNodeFactory.instance.textNode(name).toString();
    }

    private SettingsFileText withoutValue(List<String> path) {
        var position = spanOf(path.subList(0, path.size() - 1));
        var name = path.getLast();
        if (position == null || !position.members().containsKey(name)) {
            return this;
        }
        // An object that is left empty says nothing, unless somebody wrote a comment into it.
        if (position.members().size() == 1 && path.size() > 1
                && new JsonTextMemberRemover(text, position).isOnlyContent()) {
            return withoutValue(path.subList(0, path.size() - 1));
        }
        return parseEdited(new JsonTextMemberRemover(text, position).removeMember(name));
    }

    private @Nullable JsonValuePosition spanOf(List<String> path) {
        var at = root;
        for (var name : path) {
            var member = at.members().get(name);
            if (member == null) {
                return null;
            }
            at = member.value();
        }
        return at;
    }

    /**
     * Adds a member at the end of a JSON object, formatted as the others are.
     *
     * @param object into which
     */
    private record JsonTextMemberInserter(String text, JsonValuePosition object) {

        String insertMember(String name, String value) {
            var member = SettingsFileText.quotedName(name) + ": " + value;
            var last = object.lastMember();
            if (last == null) {
                return insertFirst(member);
            }
            int end = last.getValue().value().end();
            int comma = commaAfter(end);
            var separated = comma < 0 ? text.substring(0, end) + "," + text.substring(end) : text;
            int behind = comma < 0 ? end + 1 : comma + 1;
            int line = lineEnd(separated, behind);
            int start = last.getValue().start();
            int begin = text.lastIndexOf('\n', start - 1) + 1;
            var before = text.substring(begin, start);
            if (!before.isBlank() || line < 0) {
                return separated.substring(0, behind) + " " + member + separated.substring(behind);
            }
            return separated.substring(0, line) + "\n" + before + member + separated.substring(line);
        }

        /** Returns the text with the first member of an object, after any comments in it. */
        private String insertFirst(String member) {
            int close = object.end() - 1;
            int begin = text.lastIndexOf('\n', object.start()) + 1;
            int indent = begin;
            while (indent < object.start() && text.charAt(indent) == ' ') {
                indent++;
            }
            var around = text.substring(begin, indent);
            var within = text.substring(object.start() + 1, close).stripTrailing();
            return text.substring(0, object.start() + 1) + within + "\n" + around + "  " + member + "\n" + around
                    + text.substring(close);
        }

        /** Returns the position of the comma after a value; -1 where there is none. */
        private int commaAfter(int end) {
            int at = JsonWhitespaceSkipper.skipFrom(text, end);
            return at < text.length() && text.charAt(at) == ',' ? at : -1;
        }

        /** Returns the end of the line where only comments follow; -1 otherwise. */
        private static int lineEnd(String text, int from) {
            int end = text.indexOf('\n', from);
            if (end < 0) {
                return -1;
            }
            int begins = text.charAt(end - 1) == '\r' ? end - 1 : end;
            var rest = text.substring(from, begins).strip();
            if (rest.isEmpty() || rest.startsWith("//") || (rest.startsWith("/*") && rest.endsWith("*/"))) {
                return begins;
            }
            return -1;
        }
    }

    /**
     * Removes a member from a JSON object, with its line where it stands alone.
     *
     * @param object out of which
     */
    private record JsonTextMemberRemover(String text, JsonValuePosition object) {

        /** Returns whether its only member is everything in the object. */
        boolean isOnlyContent() {
            var only = object.lastMember().getValue();
            return text.substring(object.start() + 1, only.start()).isBlank()
                    && text.substring(only.value().end(), object.end() - 1).replaceFirst(",", "").isBlank();
        }

        String removeMember(String name) {
            var member = object.members().get(name);
            if (member == null) {
                return text;
            }
            int end = member.value().end();
            int next = JsonWhitespaceSkipper.skipFrom(text, end);
            if (text.charAt(next) == ',' && !object.lastMember().getKey().equals(name)) {
                return cutRange(text, member.start(), next + 1);
            }
            int behind = text.charAt(next) == ',' ? next + 1 : end;
            int comma = commaBefore(member.start());
            var shorter = cutRange(text, member.start(), behind);
            return comma < 0 ? shorter : shorter.substring(0, comma) + shorter.substring(comma + 1);
        }

        /** Returns the position of the comma before a member; -1 for the first member. */
        private int commaBefore(int start) {
            int end = object.start() + 1;
            for (var other : object.members().values()) {
                if (other.start() < start) {
                    end = other.value().end();
                }
            }
            int at = JsonWhitespaceSkipper.skipFrom(text, end);
            return at < start && text.charAt(at) == ',' ? at : -1;
        }

        private static String cutRange(String text, int from, int to) {
            int begin = text.lastIndexOf('\n', from - 1) + 1;
            int end = text.indexOf('\n', to);
            boolean alone = text.substring(begin, from).isBlank() && end >= 0
                    && isCommentOrBlank(text.substring(to, end).strip());
            if (alone) {
                return text.substring(0, begin) + text.substring(end + 1);
            }
            int blank = to;
            while (blank < text.length() && text.charAt(blank) == ' ') {
                blank++;
            }
            return text.substring(0, from) + text.substring(blank);
        }

        /** Returns whether the rest of a line may be removed with a value: nothing, or a comment about it. */
        private static boolean isCommentOrBlank(String rest) {
            return rest.isEmpty() || rest.startsWith("//") || (rest.startsWith("/*") && rest.endsWith("*/"));
        }
    }

    /** Finds the positions of values in a JSON text. */
    private static final class JsonValuePositionFinder {

        private final String text;
        private final JsonParser parser;

        private JsonValuePositionFinder(String text, JsonParser parser) {
            this.text = text;
            this.parser = parser;
        }

        static JsonValuePosition readSpan(String text) throws IOException {
            try (var parser = SettingsFileText.JSON.createParser(text)) {
                var spans = new JsonValuePositionFinder(text, parser);
                parser.nextToken();
                return spans.readValue();
            }
        }

        private int currentOffset() {
            return Math.toIntExact(parser.currentTokenLocation().getCharOffset());
        }

        private JsonValuePosition readValue() throws IOException {
            int start = currentOffset();
            var members = new LinkedHashMap<String, JsonValuePosition.JsonMember>();
            var token = parser.currentToken();
            if (token == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    var name = parser.currentName();
                    int at = currentOffset();
                    parser.nextToken();
                    members.put(name, new JsonValuePosition.JsonMember(at, readValue()));
                }
                return new JsonValuePosition(start, currentOffset() + 1, members, true);
            }
            if (token == JsonToken.START_ARRAY) {
                parser.skipChildren();
                return new JsonValuePosition(start, currentOffset() + 1, members, false);
            }
            return new JsonValuePosition(start, scalarEnd(start), members, false);
        }

        private int scalarEnd(int start) {
            int at = start + 1;
            if (text.charAt(start) == '"') {
                while (text.charAt(at) != '"') {
                    at += text.charAt(at) == '\\' ? 2 : 1;
                }
                return at + 1;
            }
            while (at < text.length() && ",]}/".indexOf(text.charAt(at)) < 0
                    && !Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            return at;
        }
    }
}
