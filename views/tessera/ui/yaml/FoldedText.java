package tessera.ui.yaml;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A text of which blocks that are indented under a line can be hidden, and what is to be seen of it. */
final class FoldedText {

    private final String whole;
    private final List<String> lines;
    private final int[] begins;
    private final int[] last;
    private final BitSet folded = new BitSet();
    private int[] seen = {};

    FoldedText(String text) {
        whole = text;
        lines = List.of(text.split("\n", -1));
        begins = begins(lines);
        last = lasts(lines);
        look();
    }

    private static int[] begins(List<String> lines) {
        var begins = new int[lines.size()];
        for (int line = 1; line < begins.length; line++) {
            begins[line] = begins[line - 1] + lines.get(line - 1).length() + 1;
        }
        return begins;
    }

    /** For every line the last one that belongs under it. */
    private static int[] lasts(List<String> lines) {
        var last = IntStream.range(0, lines.size()).toArray();
        var open = new ArrayDeque<Integer>();
        int filled = -1;
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).isBlank()) {
                continue;
            }
            while (!open.isEmpty() && !under(lines.get(open.peek()), lines.get(line))) {
                last[open.pop()] = filled;
            }
            open.push(line);
            filled = line;
        }
        for (int line : open) {
            last[line] = filled;
        }
        return last;
    }

    /** Entries of a list may be written as far to the left as the key that they belong to. */
    private static boolean under(String head, String line) {
        int deeper = indent(line) - indent(head);
        return deeper > 0 || (deeper == 0 && entry(line) && !entry(head) && head.stripTrailing().endsWith(":"));
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static boolean entry(String line) {
        return line.stripLeading().startsWith("- ");
    }

    private void look() {
        var left = IntStream.builder();
        for (int line = 0; line < lines.size(); line = (folded.get(line) ? last[line] : line) + 1) {
            left.add(line);
        }
        seen = left.build().toArray();
    }

    /** Which line of the whole text is the one seen at a place. */
    int line(int place) {
        return seen[Math.min(place, seen.length - 1)];
    }

    /** How many lines there are, with the hidden ones. */
    int size() {
        return lines.size();
    }

    /** Whether something belongs under a line, so that it can be hidden. */
    boolean heads(int line) {
        return last[line] > line;
    }

    boolean folded(int line) {
        return folded.get(line);
    }

    /** Whether anything is hidden. */
    boolean hides() {
        return !folded.isEmpty();
    }

    /** Hides what belongs under a line, or shows it again. */
    void turn(int line) {
        if (heads(line)) {
            folded.flip(line);
            look();
        }
    }

    /** Hides what belongs under each of the leftmost lines, or shows everything. */
    void all(boolean hidden) {
        folded.clear();
        if (hidden) {
            for (int line = 0; line < lines.size(); line = last[line] + 1) {
                folded.set(line, heads(line));
            }
        }
        look();
    }

    /** Hides what another text hides, as far as it stands here under the same lines. */
    void foldAs(FoldedText other) {
        if (other.hides()) {
            var places = other.places().entrySet().stream().filter(place -> other.folded(place.getValue()))
                    .map(Map.Entry::getKey).collect(Collectors.toSet());
            places().forEach((place, line) -> folded.set(line, places.contains(place)));
            look();
        }
    }

    /** Lines under which something belongs, by themselves and those that they belong under. */
    private Map<List<String>, Integer> places() {
        var places = new LinkedHashMap<List<String>, Integer>();
        var alike = new HashMap<List<String>, Integer>();
        var heads = new ArrayDeque<Integer>();
        for (int line = 0; line < begins.length; line++) {
            while (!heads.isEmpty() && last[heads.peek()] < line) {
                heads.pop();
            }
            if (heads(line)) {
                heads.push(line);
                var place = new ArrayList<>(heads.stream().map(lines::get).toList());
                // Entries of a list may begin alike.
                place.add(alike.merge(List.copyOf(place), 1, Integer::sum).toString());
                places.put(place, line);
            }
        }
        return places;
    }

    /** What is to be seen; after a line under which something is hidden stands how many lines that are. */
    String text() {
        return IntStream.of(seen).mapToObj(this::text).collect(Collectors.joining("\n"));
    }

    private String text(int line) {
        int hidden = last[line] - line;
        return folded.get(line)
                ? "%s # %d %s".formatted(lines.get(line), hidden, hidden == 1 ? "line" : "lines")
                : lines.get(line);
    }

    /** All of the text between two places of what is seen, with what is hidden there. */
    String between(FoldedPosition begin, FoldedPosition end) {
        return whole.substring(offset(begin), offset(end));
    }

    /** Behind the letters of a line under which something is hidden comes what is hidden. */
    private int offset(FoldedPosition place) {
        int line = line(place.row());
        int length = lines.get(line).length();
        return folded.get(line) && place.column() > length
                ? begins[last[line]] + lines.get(last[line]).length()
                : begins[line] + Math.min(place.column(), length);
    }

    /** A place in what is seen. */
    record FoldedPosition(int row, int column) {}
}
