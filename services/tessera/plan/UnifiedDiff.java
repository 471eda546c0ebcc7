package tessera.plan;

import java.util.ArrayList;
import java.util.List;

/** A unified diff of two texts. */
final class UnifiedDiff {

    private static final int CONTEXT = 3;

    private final List<String> before;
    private final List<String> after;

    private record DiffLine(char marker, String text, int oldLine, int newLine) {}

    private UnifiedDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /** Returns the unified diff; empty if the texts are equal. */
    static String unifiedDiff(String name, String before, String after) {
        if (before.equals(after)) {
            return "";
        }
        var diff = new UnifiedDiff(before.lines().toList(), after.lines().toList());
        var text = new StringBuilder("--- " + name + " (now)\n+++ " + name + " (then)\n");
        diff.appendHunks(diff.mergeLines(), text);
        return text.toString();
    }

    /** Merges both texts by the longest common subsequence of the differing part. */
    private List<DiffLine> mergeLines() {
        int head = 0;
        while (head < Math.min(before.size(), after.size()) && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < Math.min(before.size(), after.size()) - head
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        var lines = new ArrayList<DiffLine>();
        for (int i = 0; i < head; i++) {
            lines.add(new DiffLine(' ', before.get(i), i, i));
        }
        appendMiddle(lines, head, before.size() - tail, after.size() - tail);
        for (int i = tail; i > 0; i--) {
            lines.add(new DiffLine(' ', before.get(before.size() - i), before.size() - i, after.size() - i));
        }
        return lines;
    }

    private void appendMiddle(List<DiffLine> lines, int from, int oldEnd, int youngEnd) {
        var common = new int[oldEnd - from + 1][youngEnd - from + 1];
        for (int i = oldEnd - 1; i >= from; i--) {
            for (int j = youngEnd - 1; j >= from; j--) {
                common[i - from][j - from] = before.get(i).equals(after.get(j))
                        ? common[i - from + 1][j - from + 1] + 1
                        : Math.max(common[i - from + 1][j - from], common[i - from][j - from + 1]);
            }
        }
        int i = from;
        int j = from;
        while (i < oldEnd || j < youngEnd) {
            if (i < oldEnd && j < youngEnd && before.get(i).equals(after.get(j))) {
                lines.add(new DiffLine(' ', before.get(i), i++, j++));
            } else if (j == youngEnd
                    || (i < oldEnd && common[i - from + 1][j - from] >= common[i - from][j - from + 1])) {
                lines.add(new DiffLine('-', before.get(i), i++, j));
            } else {
                lines.add(new DiffLine('+', after.get(j), i, j++));
            }
        }
    }

    private void appendHunks(List<DiffLine> lines, StringBuilder text) {
        int at = 0;
        while (at < lines.size()) {
            if (lines.get(at).marker() == ' ') {
                at++;
                continue;
            }
            int start = Math.max(0, at - CONTEXT);
            int last = at;
            for (int i = at; i < lines.size() && i <= last + 2 * CONTEXT; i++) {
                last = lines.get(i).marker() == ' ' ? last : i;
            }
            int end = Math.min(lines.size(), last + CONTEXT + 1);
            appendHunk(lines.subList(start, end), text);
            at = end;
        }
    }

    private static void appendHunk(List<DiffLine> lines, StringBuilder text) {
        long old = lines.stream().filter(line -> line.marker() != '+').count();
        long young = lines.stream().filter(line -> line.marker() != '-').count();
        text.append("@@ -%d,%d +%d,%d @@\n".formatted(lines.getFirst().oldLine() + (old == 0 ? 0 : 1), old,
                lines.getFirst().newLine() + (young == 0 ? 0 : 1), young));
        lines.forEach(line -> text.append(line.marker()).append(line.text()).append('\n'));
    }
}
