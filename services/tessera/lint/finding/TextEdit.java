package tessera.lint.finding;

/**
 * A replacement of a piece of text; all else stays as it is.
 *
 * @param from where the piece begins
 * @param to   where it ends; the same for an insertion
 * @param text what stands there instead
 */
public record TextEdit(int from, int to, String text) {

    /** Returns the indentation of inserted lines; 0 for anything else. */
    int indentOf() {
        var line = text.replaceFirst("^\\R", "");
        return from == to && line.length() < text.length() ? line.length() - line.stripLeading().length() : 0;
    }
}
