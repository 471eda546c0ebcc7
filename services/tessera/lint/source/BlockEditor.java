package tessera.lint.source;

import java.util.List;
import tessera.lint.finding.TextEdit;

/**
 * Makes edits of a text that stands as a literal block inside another, such as a file in a ConfigMap. Its lines are
 * counted from 1.
 */
public final class BlockEditor {

    private final ManifestValue text;

    public BlockEditor(ManifestValue text) {
        this.text = text;
    }

    /** The lines of a document as they are written, from behind some lines of the whole. */
    public static String written(ManifestValue document, int before) {
        int from = document.source().line(before + 1);
        return document.source().text().substring(from, Math.max(document.end(), from));
    }

    /** Whether it is such a block; no other can be edited line by line. */
    public boolean block() {
        return text.blockLine() > 0;
    }

    /** How far it is indented. */
    public int indent() {
        var line = text.lineOf(text.blockLine());
        return line.length() - line.stripLeading().length();
    }

    /** A line of it, without what it is indented by; empty for one that is not there. */
    public String line(int number) {
        var line = number < 1 || number > lines() ? "" : text.lineOf(text.blockLine() + number - 1);
        return line.length() < indent() ? "" : line.substring(indent());
    }

    public int lines() {
        return (int) text.text().lines().count();
    }

    /** The last line of what is indented deeper than a line. */
    public int endOf(int number) {
        int depth = depth(number);
        int last = number;
        while (last < lines() && (line(last + 1).isBlank() || depth(last + 1) > depth)) {
            last++;
        }
        return last;
    }

    /** How far a line is indented within the block. */
    public int depth(int number) {
        var line = line(number);
        return line.length() - line.stripLeading().length();
    }

    /** Another text for a line, indented as it was. */
    public List<TextEdit> replace(int number, String words) {
        int begin = text.offsetOfLine(text.blockLine() + number - 1);
        int end = begin + text.lineOf(text.blockLine() + number - 1).length();
        return block() ? List.of(new TextEdit(begin + indent() + depth(number), end, words)) : List.of();
    }

    /** Lines gone, the last of them included. */
    public List<TextEdit> remove(int from, int to) {
        return block() ? List.of(new TextEdit(text.offsetOfLine(text.blockLine() + from - 1),
                text.offsetOfLine(text.blockLine() + to), "")) : List.of();
    }

    /** What was read in it, and nothing that stands before or behind. */
    public List<TextEdit> only(ManifestValue part) {
        int begin = text.offsetOfLine(text.blockLine()) + indent();
        int end = text.offsetOfLine(text.blockLine() + lines() - 1)
                + text.lineOf(text.blockLine() + lines() - 1).length();
        return block()
                ? List.of(new TextEdit(begin, outside(part.begin()), ""), new TextEdit(outside(part.end()), end, ""))
                : List.of();
    }

    /** Where in the whole a place of it is. */
    private int outside(int offset) {
        var position = new SourceText(text.text()).position(offset);
        return text.offsetOfLine(text.blockLine() + position.line() - 1) + indent() + position.column() - 1;
    }

    /** A line before all others. */
    public List<TextEdit> begin(String words) {
        int begin = text.offsetOfLine(text.blockLine());
        return block() ? List.of(new TextEdit(begin, begin, " ".repeat(indent()) + words + text.source().newline()))
                : List.of();
    }
}
