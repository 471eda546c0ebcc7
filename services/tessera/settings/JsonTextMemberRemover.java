package tessera.settings;

/**
 * Removes a member from a JSON object, with its line where it stands alone.
 *
 * @param object out of which
 */
record JsonTextMemberRemover(String text, JsonValuePosition object) {

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
