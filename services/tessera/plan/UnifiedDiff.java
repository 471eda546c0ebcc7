package tessera.plan;

import java.util.ArrayList;
import java.util.List;

/** Two texts as one, line by line, in the unified form. */
final class UnifiedDiff {

    private static final int CONTEXT = 3;

    private final List<String> before;
    private final List<String> after;

    private record DiffLine(char mark, String text, int old, int young) {}

    private UnifiedDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /** Empty when both are the same. */
    static String unified(String name, String before, String after) {
        if (before.equals(after)) {
            return "";
        }
        var diff = new UnifiedDiff(before.lines().toList(), after.lines().toList());
        var text = new StringBuilder("--- " + name + " (now)\n+++ " + name + " (then)\n");
        diff.hunks(diff.lines(), text);
        return text.toString();
    }

    /** Both texts in one, by the longest common subsequence of what differs. */
    private List<DiffLine> lines() {
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
        middle(lines, head, before.size() - tail, after.size() - tail);
        for (int i = tail; i > 0; i--) {
            lines.add(new DiffLine(' ', before.get(before.size() - i), before.size() - i, after.size() - i));
        }
        return lines;
    }

    private void middle(List<DiffLine> lines, int from, int oldEnd, int youngEnd) {
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

    private void hunks(List<DiffLine> lines, StringBuilder text) {
        int at = 0;
        while (at < lines.size()) {
            if (lines.get(at).mark() == ' ') {
                at++;
                continue;
            }
            int start = Math.max(0, at - CONTEXT);
            int last = at;
            for (int i = at; i < lines.size() && i <= last + 2 * CONTEXT; i++) {
                last = lines.get(i).mark() == ' ' ? last : i;
            }
            int end = Math.min(lines.size(), last + CONTEXT + 1);
            hunk(lines.subList(start, end), text);
            at = end;
        }
    }

    private static void hunk(List<DiffLine> lines, StringBuilder text) {
        long old = lines.stream().filter(line -> line.mark() != '+').count();
        long young = lines.stream().filter(line -> line.mark() != '-').count();
        text.append("@@ -%d,%d +%d,%d @@\n".formatted(lines.getFirst().old() + (old == 0 ? 0 : 1), old,
                lines.getFirst().young() + (young == 0 ? 0 : 1), young));
        lines.forEach(line -> text.append(line.mark()).append(line.text()).append('\n'));
    }
}
