package tessera.lint.source;

import java.util.List;
import tessera.lint.finding.TextEdit;

/**
 * Edits a text that stands as a literal block inside another, such as a file in a ConfigMap. Its lines are
 * counted from 1.
 */
public final class YamlLiteralBlockEditor {

    private final ManifestValue text;

    public YamlLiteralBlockEditor(ManifestValue text) {
        this.text = text;
    }

    /** Returns the lines of a document as they are written, from behind some lines of the whole. */
    public static String linesAsWritten(ManifestValue document, int before) {
        int from = document.source().lineOffset(before + 1);
        return document.source().text().substring(from, Math.max(document.endOffset(), from));
    }

    /** Returns whether the value is a literal block; no other can be edited line by line. */
    public boolean isLiteralBlock() {
        return text.blockStartLine() > 0;
    }

    /** Returns the indentation of the block in columns. */
    public int indentation() {
        var line = text.lineOf(text.blockStartLine());
        return line.length() - line.stripLeading().length();
    }

    /** Returns a line of the block without its indentation; empty for one that does not exist. */
    public String line(int number) {
        var line = number < 1 || number > lineCount() ? "" : text.lineOf(text.blockStartLine() + number - 1);
        return line.length() < indentation() ? "" : line.substring(indentation());
    }

    public int lineCount() {
        return (int) text.text().lines().count();
    }

    /** Returns the last of the lines that are indented deeper than a line. */
    public int lastLineOf(int number) {
        int depth = depthOf(number);
        int last = number;
        while (last < lineCount() && (line(last + 1).isBlank() || depthOf(last + 1) > depth)) {
            last++;
        }
        return last;
    }

    /** Returns the indentation of a line within the block. */
    public int depthOf(int number) {
        var line = line(number);
        return line.length() - line.stripLeading().length();
    }

    /** Replaces the text of a line, keeping its indentation. */
    public List<TextEdit> replaceLine(int number, String words) {
        int begin = text.offsetOfLine(text.blockStartLine() + number - 1);
        int end = begin + text.lineOf(text.blockStartLine() + number - 1).length();
        if (isLiteralBlock()) {
            return List.of(new TextEdit(begin + indentation() + depthOf(number), end, words));
        }
        return List.of();
    }

    /** Removes a range of lines, the last of them included. */
    public List<TextEdit> removeLines(int from, int to) {
        if (isLiteralBlock()) {
            return List.of(new TextEdit(text.offsetOfLine(text.blockStartLine() + from - 1),
                    text.offsetOfLine(text.blockStartLine() + to), ""));
        }
        return List.of();
    }

    /** Reduces the block to one of its values, removing what stands before and behind. */
    public List<TextEdit> keepOnly(ManifestValue part) {
        int begin = text.offsetOfLine(text.blockStartLine()) + indentation();
        int end = text.offsetOfLine(text.blockStartLine() + lineCount() - 1)
                + text.lineOf(text.blockStartLine() + lineCount() - 1).length();
        if (isLiteralBlock()) {
            return List.of(new TextEdit(begin, outerOffset(part.beginOffset()), ""),
                    new TextEdit(outerOffset(part.endOffset()), end, ""));
        }
        return List.of();
    }

    /** Returns the offset in the outer text of a place in the block. */
    private int outerOffset(int offset) {
        var position = new LineIndexedText(text.text()).positionOf(offset);
        return text.offsetOfLine(text.blockStartLine() + position.line() - 1) + indentation() + position.column() - 1;
    }

    /** Inserts a line before all others. */
    public List<TextEdit> prependLine(String words) {
        int begin = text.offsetOfLine(text.blockStartLine());
        if (isLiteralBlock()) {
            return List
                    .of(new TextEdit(begin, begin, " ".repeat(indentation()) + words + text.source().lineSeparator()));
        }
        return List.of();
    }
}
