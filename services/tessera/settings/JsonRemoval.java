package tessera.settings;

/**
 * Takes a member out of an object, with the line where it stands alone in one.
 *
 * @param object out of which
 */
record JsonRemoval(String text, JsonSpan object) {

    /** Whether its only member is all there is in it. */
    boolean leavesNothing() {
        var only = object.last().getValue();
        return text.substring(object.start() + 1, only.start()).isBlank()
                && text.substring(only.value().end(), object.end() - 1).replaceFirst(",", "").isBlank();
    }

    String of(String name) {
        var member = object.members().get(name);
        if (member == null) {
            return text;
        }
        int end = member.value().end();
        int next = JsonGaps.skip(text, end);
        if (text.charAt(next) == ',' && !object.last().getKey().equals(name)) {
            return cut(text, member.start(), next + 1);
        }
        int behind = text.charAt(next) == ',' ? next + 1 : end;
        int comma = commaBefore(member.start());
        var shorter = cut(text, member.start(), behind);
        return comma < 0 ? shorter : shorter.substring(0, comma) + shorter.substring(comma + 1);
    }

    /** Where the comma is that separates it from the member before; -1 for the first. */
    private int commaBefore(int start) {
        int end = object.start() + 1;
        for (var other : object.members().values()) {
            if (other.start() < start) {
                end = other.value().end();
            }
        }
        int at = JsonGaps.skip(text, end);
        return at < start && text.charAt(at) == ',' ? at : -1;
    }

    private static String cut(String text, int from, int to) {
        int begin = text.lastIndexOf('\n', from - 1) + 1;
        int end = text.indexOf('\n', to);
        boolean alone = text.substring(begin, from).isBlank() && end >= 0 && spare(text.substring(to, end).strip());
        if (alone) {
            return text.substring(0, begin) + text.substring(end + 1);
        }
        int blank = to;
        while (blank < text.length() && text.charAt(blank) == ' ') {
            blank++;
        }
        return text.substring(0, from) + text.substring(blank);
    }

    /** A comment in the line of a value is about it. */
    private static boolean spare(String rest) {
        return rest.isEmpty() || rest.startsWith("//") || (rest.startsWith("/*") && rest.endsWith("*/"));
    }
}
