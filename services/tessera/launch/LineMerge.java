package tessera.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Two changes of one text put together, line by line: each line of what both began with stays unless one of them took it
 * away, and what either put in front of a line stands there.
 */
final class LineMerge {

    /** Cells of the table of what is alike; texts that need more are not compared. */
    private static final long MOST = 16_000_000;

    private LineMerge() {}

    /**
     * What one side made of the base.
     *
     * @param chunk for each line of the base that is gone, where the lines begin that went with it; else -1
     * @param added in front of each line of the base, and behind the last one
     */
    private record Side(List<Integer> chunk, List<List<String>> added) {

        boolean changes(int line) {
            return chunk.get(line) >= 0;
        }

        List<String> instead(int line) {
            return added.get(chunk.get(line));
        }

        boolean clashes(Side other, int line) {
            return changes(line) && other.changes(line) && !(instead(line).equals(other.instead(line))
                    && (instead(line).isEmpty() || chunk.get(line).equals(other.chunk.get(line))));
        }
    }

    /** Both changes in one text; empty where they change the same lines otherwise. */
    static Optional<String> merge(String base, String mine, String theirs) {
        var lines = base.lines().toList();
        var one = side(lines, mine.lines().toList());
        var other = side(lines, theirs.lines().toList());
        if (one.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        return merge(lines, one.get(), other.get());
    }

    private static Optional<String> merge(List<String> lines, Side mine, Side theirs) {
        var merged = new StringBuilder();
        for (int at = 0; at <= lines.size(); at++) {
            var here = mine.added().get(at);
            var there = theirs.added().get(at);
            if (at < lines.size() && mine.clashes(theirs, at)) {
                return Optional.empty();
            }
            here.forEach(line -> merged.append(line).append('\n'));
            if (!here.equals(there)) {
                there.forEach(line -> merged.append(line).append('\n'));
            }
            if (at < lines.size() && !mine.changes(at) && !theirs.changes(at)) {
                merged.append(lines.get(at)).append('\n');
            }
        }
        return Optional.of(merged.toString());
    }

    private static Optional<Side> side(List<String> base, List<String> text) {
        int head = 0;
        int least = Math.min(base.size(), text.size());
        while (head < least && base.get(head).equals(text.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < least - head
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
        var side = new Side(chunk, added);
        walk(inner, other, head, side);
        return Optional.of(side);
    }

    /** Goes along what is alike; lines that are put in for others stand in front of these. */
    private static void walk(List<String> base, List<String> text, int offset, Side side) {
        var alike = alike(base, text);
        int at = 0;
        int begin = 0;
        int to = 0;
        while (at < base.size() || to < text.size()) {
            if (at < base.size() && to < text.size() && base.get(at).equals(text.get(to))) {
                to++;
                begin = ++at;
            } else if (to < text.size() && (at == base.size() || alike[at][to + 1] >= alike[at + 1][to])) {
                side.added().get(offset + begin).add(text.get(to++));
            } else {
                side.chunk().set(offset + at++, offset + begin);
            }
        }
    }

    /** How many lines are alike from two places on. */
    private static int[][] alike(List<String> base, List<String> text) {
        var alike = new int[base.size() + 1][text.size() + 1];
        for (int at = base.size() - 1; at >= 0; at--) {
            for (int to = text.size() - 1; to >= 0; to--) {
                alike[at][to] = base.get(at).equals(text.get(to)) ? alike[at + 1][to + 1] + 1
                        : Math.max(alike[at + 1][to], alike[at][to + 1]);
            }
        }
        return alike;
    }
}
