package tessera.lint.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.error.Mark;

/** A text with numbered lines, and the offsets that correspond to a parser's marks. */
public final class LineIndexedText {

    /** What may stand between a key, or an entry of a list, and an alias. */
    private static final Pattern BEFORE_ALIAS = Pattern.compile("(?:[\\s:,\\[-]|#[^\\n]*+)*+\\*");
    private static final Pattern PROPERTIES = Pattern.compile("(?:[&!][^\\s,\\[\\]{}]*+\\s++)++");
    private static final Pattern WORD = Pattern.compile("[^\\s,\\]}]++");

    private final String text;
    private final String newline;
    /** Which characters, as a parser counts them, are two here. */
    private final int[] doubled;
    private final List<Integer> lines = new ArrayList<>(List.of(0));
    /** Where a place of a text that stands inside another is in the whole. */
    private final Optional<UnaryOperator<TextPosition>> outside;

    public LineIndexedText(String text) {
        this(text, Optional.empty());
    }

    LineIndexedText(String text, Optional<UnaryOperator<TextPosition>> outside) {
        this.text = text;
        this.outside = outside;
        newline = text.contains("\r\n") ? "\r\n" : "\n";
        var points = text.codePoints().toArray();
        doubled = points.length == text.length() ? new int[0]
                : IntStream.range(0, points.length).filter(at -> Character.isSupplementaryCodePoint(points[at]))
                        .toArray();
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) == '\n') {
                lines.add(at + 1);
            }
        }
    }

    /**
     * A line and a column.
     *
     * @param line   from 1
     * @param column from 1
     */
    public record TextPosition(int line, int column) {}

    public String text() {
        return text;
    }

    /** Returns the separator of its lines. */
    String lineSeparator() {
        return newline;
    }

    /** Returns the offset of a mark, as the parser counts code points. */
    int offsetOf(Mark mark) {
        int position = Arrays.binarySearch(doubled, mark.getIndex());
        return Math.min(mark.getIndex() + (position < 0 ? -position - 1 : position), text.length());
    }

    /** Returns the offset of the next alias; the given offset where there is none. */
    int nextAlias(int from) {
        var matcher = BEFORE_ALIAS.matcher(text).region(from, text.length());
        return matcher.lookingAt() ? matcher.end() - 1 : from;
    }

    /** Returns the offset behind the anchors and tags at an offset. */
    int skipProperties(int from) {
        var matcher = PROPERTIES.matcher(text).region(from, text.length());
        return matcher.lookingAt() ? matcher.end() : from;
    }

    /** Returns the end of the word at an offset. */
    int wordEnd(int from) {
        var matcher = WORD.matcher(text).region(from, text.length());
        return matcher.lookingAt() ? matcher.end() : from;
    }

    /** Returns the offset of the beginning of a line; the end of the text for one behind the last. */
    public int lineOffset(int number) {
        if (number <= lines.size()) {
            return lines.get(number - 1);
        }
        return text.length();
    }

    public TextPosition positionOf(int offset) {
        int low = 0;
        int high = lines.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (lines.get(middle) <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return new TextPosition(low + 1, offset - lines.get(low) + 1);
    }

    /** Returns whether it is embedded in another text, where edits of it have no meaning. */
    boolean isEmbedded() {
        return outside.isPresent();
    }

    /** Returns the position to show: in the outer text, if it is embedded in one. */
    TextPosition displayPosition(int offset) {
        return outside.orElse(UnaryOperator.identity()).apply(positionOf(offset));
    }

    int lineStart(int offset) {
        return lines.get(positionOf(offset).line() - 1);
    }

    /** Returns the end of the line, before its line break. */
    int lineEnd(int offset) {
        int end = text.indexOf('\n', offset);
        if (end < 0) {
            return text.length();
        }
        return end > offset && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }
}
