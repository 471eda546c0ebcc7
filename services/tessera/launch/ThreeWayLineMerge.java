package tessera.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import tessera.kube.patch.LineChange;

/**
 * Merges two changes of one text line by line: a line stays unless one side removed it, and additions stand in front of it.
 */
final class ThreeWayLineMerge {

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
        return LineChange.between(base, text).map(changes -> sideOf(base.size(), changes));
    }

    /** Returns a side; lines that replace others stand in front of these. */
    private static MergeSide sideOf(int size, List<LineChange> changes) {
        var chunk = new ArrayList<>(Collections.nCopies(size, -1));
        var added = new ArrayList<>(Collections.nCopies(size + 1, List.<String>of()));
        for (var change : changes) {
            int from = change.position();
            added.set(from, change.added());
            Collections.fill(chunk.subList(from, from + change.removed().size()), from);
        }
        return new MergeSide(chunk, added);
    }
}
