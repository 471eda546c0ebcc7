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
import tessera.text.MessageCatalog;

/** Text whose indented blocks can be folded, and its visible part. */
final class FoldableYamlText {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(FoldableYamlText.class);

    private final String fullText;
    private final List<String> lines;
    private final int[] begins;
    private final int[] last;
    private final BitSet folded = new BitSet();
    private int[] visibleLines = {};

    FoldableYamlText(String text) {
        fullText = text;
        lines = List.of(text.split("\n", -1));
        begins = blockStarts(lines);
        last = blockEnds(lines);
        updateVisible();
    }

    private static int[] blockStarts(List<String> lines) {
        var begins = new int[lines.size()];
        for (int line = 1; line < begins.length; line++) {
            begins[line] = begins[line - 1] + lines.get(line - 1).length() + 1;
        }
        return begins;
    }

    /** Returns for every line the last one that belongs under it. */
    private static int[] blockEnds(List<String> lines) {
        var last = IntStream.range(0, lines.size()).toArray();
        var open = new ArrayDeque<Integer>();
        int filled = -1;
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).isBlank()) {
                continue;
            }
            while (!open.isEmpty() && !belongsUnder(lines.get(open.peek()), lines.get(line))) {
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

    /** Returns whether a line is under a head; list entries may be written as far to the left as their key. */
    private static boolean belongsUnder(String head, String line) {
        int deeper = indentOf(line) - indentOf(head);
        return deeper > 0
                || (deeper == 0 && isListEntry(line) && !isListEntry(head) && head.stripTrailing().endsWith(":"));
    }

    private static int indentOf(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static boolean isListEntry(String line) {
        return line.stripLeading().startsWith("- ");
    }

    private void updateVisible() {
        var left = IntStream.builder();
        for (int line = 0; line < lines.size(); line = (folded.get(line) ? last[line] : line) + 1) {
            left.add(line);
        }
        visibleLines = left.build().toArray();
    }

    /** Returns the line of the whole text that is visible at a row. */
    int lineAt(int position) {
        return visibleLines[Math.min(position, visibleLines.length - 1)];
    }

    /** Returns the number of lines, with the hidden ones. */
    int size() {
        return lines.size();
    }

    /** Returns whether something belongs under a line, so that it can be hidden. */
    boolean isFoldable(int line) {
        return last[line] > line;
    }

    boolean isFolded(int line) {
        return folded.get(line);
    }

    /** Returns whether anything is hidden. */
    boolean hasFolds() {
        return !folded.isEmpty();
    }

    /** Hides what belongs under a line, or shows it again. */
    void toggleFold(int line) {
        if (isFoldable(line)) {
            folded.flip(line);
            updateVisible();
        }
    }

    /** Hides the content of each of the leftmost lines, or shows everything. */
    void setAllFolded(boolean hidden) {
        folded.clear();
        if (hidden) {
            for (int line = 0; line < lines.size(); line = last[line] + 1) {
                folded.set(line, isFoldable(line));
            }
        }
        updateVisible();
    }

    /** Hides the blocks that another text hides, as far as they are here under the same lines. */
    void foldAs(FoldableYamlText other) {
        if (other.hasFolds()) {
            var places = other.foldablePaths().entrySet().stream().filter(place -> other.isFolded(place.getValue()))
                    .map(Map.Entry::getKey).collect(Collectors.toSet());
            foldablePaths().forEach((place, line) -> folded.set(line, places.contains(place)));
            updateVisible();
        }
    }

    /** Returns the lines with content under them, by themselves and their parent lines. */
    private Map<List<String>, Integer> foldablePaths() {
        var places = new LinkedHashMap<List<String>, Integer>();
        var alike = new HashMap<List<String>, Integer>();
        var heads = new ArrayDeque<Integer>();
        for (int line = 0; line < begins.length; line++) {
            while (!heads.isEmpty() && last[heads.peek()] < line) {
                heads.pop();
            }
            if (isFoldable(line)) {
                heads.push(line);
                var place = new ArrayList<>(heads.stream().map(lines::get).toList());
                // Entries of a list may begin alike.
                place.add(alike.merge(List.copyOf(place), 1, Integer::sum).toString());
                places.put(place, line);
            }
        }
        return places;
    }

    /** Returns the visible text; a line with a folded block ends with the number of its hidden lines. */
    String visibleText() {
        return IntStream.of(visibleLines).mapToObj(this::lineText).collect(Collectors.joining("\n"));
    }

    private String lineText(int line) {
        int hidden = last[line] - line;
        if (folded.get(line)) {
            return MESSAGES.text("fold.hidden", lines.get(line), hidden);
        }
        return lines.get(line);
    }

    /** Returns the whole text between two positions of the visible text, with the hidden part. */
    String textBetween(VisibleTextPosition begin, VisibleTextPosition end) {
        return fullText.substring(offsetOf(begin), offsetOf(end));
    }

    /** Returns the offset of a position; past the letters of a folded line it lies after its hidden block. */
    private int offsetOf(VisibleTextPosition position) {
        int line = lineAt(position.row());
        int length = lines.get(line).length();
        if (folded.get(line) && position.column() > length) {
            return begins[last[line]] + lines.get(last[line]).length();
        }
        return begins[line] + Math.min(position.column(), length);
    }

    /** Position in the visible text. */
    record VisibleTextPosition(int row, int column) {}
}
