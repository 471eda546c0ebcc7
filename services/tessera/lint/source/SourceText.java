package tessera.lint.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.error.Mark;

/** A text with numbered lines, and the places in it that a parser speaks of. */
public final class SourceText {

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
    private final Optional<UnaryOperator<Position>> outside;

    public SourceText(String text) {
        this(text, Optional.empty());
    }

    SourceText(String text, Optional<UnaryOperator<Position>> outside) {
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
    public record Position(int line, int column) {}

    public String text() {
        return text;
    }

    /** What ends its lines. */
    String newline() {
        return newline;
    }

    /** The parser counts code points. */
    int offset(Mark mark) {
        int place = Arrays.binarySearch(doubled, mark.getIndex());
        return Math.min(mark.getIndex() + (place < 0 ? -place - 1 : place), text.length());
    }

    /** Where the alias is that comes next; the place itself where there is none. */
    int alias(int from) {
        var matcher = BEFORE_ALIAS.matcher(text).region(from, text.length());
        return matcher.lookingAt() ? matcher.end() - 1 : from;
    }

    /** Behind anchors and tags that stand at a place. */
    int behindProperties(int from) {
        var matcher = PROPERTIES.matcher(text).region(from, text.length());
        return matcher.lookingAt() ? matcher.end() : from;
    }

    /** Where the word is over that stands at a place. */
    int wordEnd(int from) {
        var matcher = WORD.matcher(text).region(from, text.length());
        return matcher.lookingAt() ? matcher.end() : from;
    }

    /** Where a line begins; the end of the text for one behind the last. */
    public int line(int number) {
        return number <= lines.size() ? lines.get(number - 1) : text.length();
    }

    public Position position(int offset) {
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
        return new Position(low + 1, offset - lines.get(low) + 1);
    }

    /** Whether it stands inside another text, where edits of it mean nothing. */
    boolean embedded() {
        return outside.isPresent();
    }

    /** Where a place is for people: in the whole, if it stands inside another text. */
    Position place(int offset) {
        return outside.orElse(UnaryOperator.identity()).apply(position(offset));
    }

    int lineStart(int offset) {
        return lines.get(position(offset).line() - 1);
    }

    /** The end of the line, before what ends it. */
    int lineEnd(int offset) {
        int end = text.indexOf('\n', offset);
        if (end < 0) {
            return text.length();
        }
        return end > offset && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }
}
