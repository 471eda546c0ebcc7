package tessera.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tessera.kube.patch.UnifiedLineDiff;

/**
 * Merges two changes of one text line by line: a line stays unless one side removed it, and additions stand in front of it.
 */
final class ThreeWayLineMerge {

    /** Cells of the table of what is alike; texts that need more are not compared. */
    private static final long MOST = 16_000_000;

    private ThreeWayLineMerge() {}

    /**
     * The changes of one side to the base.
     *
     * @param chunk for each line of the base that is gone, where the lines begin that went with it; else -1
     * @param added in front of each line of the base, and behind the last one
     */
    private record MergeSide(List<Integer> chunk, List<List<String>> added) {

        boolean hasChanged(int line) {
            return chunk.get(line) >= 0;
        }

        List<String> replacementLines(int line) {
            return added.get(chunk.get(line));
        }

        boolean clashesWith(MergeSide other, int line) {
            return hasChanged(line) && other.hasChanged(line)
                    && !(replacementLines(line).equals(other.replacementLines(line))
                            && (replacementLines(line).isEmpty() || chunk.get(line).equals(other.chunk.get(line))));
        }
    }

    /** Returns both changes in one text; empty if they change the same lines differently. */
    static Optional<String> merge(String base, String mine, String theirs) {
        var lines = base.lines().toList();
        var one = compareSide(lines, mine.lines().toList());
        var other = compareSide(lines, theirs.lines().toList());
        if (one.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        return mergeLines(lines, one.get(), other.get());
    }

    private static Optional<String> mergeLines(List<String> lines, MergeSide mine, MergeSide theirs) {
        var merged = new StringBuilder();
        for (int at = 0; at <= lines.size(); at++) {
            var here = mine.added().get(at);
            var there = theirs.added().get(at);
            if (at < lines.size() && mine.clashesWith(theirs, at)) {
                return Optional.empty();
            }
            here.forEach(line -> merged.append(line).append('\n'));
            if (!here.equals(there)) {
                there.forEach(line -> merged.append(line).append('\n'));
            }
            if (at < lines.size() && !mine.hasChanged(at) && !theirs.hasChanged(at)) {
                merged.append(lines.get(at)).append('\n');
            }
        }
        return Optional.of(merged.toString());
    }

    private static Optional<MergeSide> compareSide(List<String> base, List<String> text) {
        int head = 0;
        int minimum = Math.min(base.size(), text.size());
        while (head < minimum && base.get(head).equals(text.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < minimum - head
                && base.get(base.size() - 1 - tail).equals(text.get(text.size() - 1 - tail))) {
            tail++;
        }
        long cells = (base.size() - head - tail + 1L) * (text.size() - head - tail + 1L);
        if (cells > MOST) {
            return Optional.empty();
        }
        var chunk = new ArrayList<>(Collections.nCopies(base.size(), -1));
        var added = new ArrayList<List<String>>();
        for (int at = 0; at <= base.size(); at++) {
            added.add(new ArrayList<>());
        }
        var inner = base.subList(head, base.size() - tail);
        var other = text.subList(head, text.size() - tail);
        var mergeSide = new MergeSide(chunk, added);
        walkLines(inner, other, head, mergeSide);
        return Optional.of(mergeSide);
    }

    /** Walks along equal lines; lines that replace others stand in front of these. */
    private static void walkLines(List<String> base, List<String> text, int offset, MergeSide mergeSide) {
        var alike = UnifiedLineDiff.commonLengths(base, text);
        int at = 0;
        int begin = 0;
        int to = 0;
        while (at < base.size() || to < text.size()) {
            if (at < base.size() && to < text.size() && base.get(at).equals(text.get(to))) {
                to++;
                begin = ++at;
            } else if (to < text.size() && (at == base.size() || alike[at][to + 1] >= alike[at + 1][to])) {
                mergeSide.added().get(offset + begin).add(text.get(to++));
            } else {
                mergeSide.chunk().set(offset + at++, offset + begin);
            }
        }
    }
}
