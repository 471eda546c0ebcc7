package tessera.settings;

/**
 * Adds a member at the end of a JSON object, formatted as the others are.
 *
 * @param object into which
 */
record JsonTextMemberInserter(String text, JsonValuePosition object) {

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
        return rest.isEmpty() || rest.startsWith("//") || (rest.startsWith("/*") && rest.endsWith("*/")) ? begins : -1;
    }
}
