package tessera.kube.patch;

import java.util.ArrayList;
import java.util.List;

/** The difference of two texts as unified diff hunks with three lines of context. */
public final class UnifiedLineDiff {

    private static final int CONTEXT = 3;
    /** Beyond this many comparisons what changed is shown as one block. */
    private static final long MOST_COMPARISONS = 4_000_000;

    private final List<String> before;
    private final List<String> after;
    private final List<DifferenceLine> lines = new ArrayList<>();

    private UnifiedLineDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /** A line of the comparison: {@code ' '}, {@code '-'} or {@code '+'}. */
    private record DifferenceLine(char marker, String text) {}

    /** Returns the hunks; none where the texts are equal. */
    public static String unifiedDiff(List<String> before, List<String> after) {
        var difference = new UnifiedLineDiff(before, after);
        difference.compareLines();
        return difference.hunksText();
    }

    private void compareLines() {
        int start = 0;
        while (start < before.size() && start < after.size() && before.get(start).equals(after.get(start))) {
            lines.add(new DifferenceLine(' ', before.get(start++)));
        }
        int left = before.size();
        int right = after.size();
        while (left > start && right > start && before.get(left - 1).equals(after.get(right - 1))) {
            left--;
            right--;
        }
        compareMiddle(before.subList(start, left), after.subList(start, right));
        before.subList(left, before.size()).forEach(text -> lines.add(new DifferenceLine(' ', text)));
    }

    private void compareMiddle(List<String> old, List<String> current) {
        if ((long) old.size() * current.size() > MOST_COMPARISONS) {
            old.forEach(text -> lines.add(new DifferenceLine('-', text)));
            current.forEach(text -> lines.add(new DifferenceLine('+', text)));
            return;
        }
        var common = commonLengths(old, current);
        int i = 0;
        int j = 0;
        while (i < old.size() || j < current.size()) {
            if (i < old.size() && j < current.size() && old.get(i).equals(current.get(j))) {
                lines.add(new DifferenceLine(' ', old.get(i++)));
                j++;
            } else if (i < old.size() && (j == current.size() || common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new DifferenceLine('-', old.get(i++)));
            } else {
                lines.add(new DifferenceLine('+', current.get(j++)));
            }
        }
    }

    /** Returns the number of equal lines from each pair of positions on, in the longest common subsequence. */
    public static int[][] commonLengths(List<String> old, List<String> current) {
        var common = new int[old.size() + 1][current.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = current.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(current.get(j)) ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private String hunksText() {
        var text = new StringBuilder();
        int at = 0;
        while (at < lines.size()) {
            int change = nextChange(at);
            if (change == lines.size()) {
                break;
            }
            int from = Math.max(at, change - CONTEXT);
            int to = change;
            int next = change;
            while (next < lines.size() && next - to <= 2 * CONTEXT) {
                to = next + 1;
                next = nextChange(to);
            }
            to = Math.min(lines.size(), to + CONTEXT);
            appendHunk(from, to, text);
            at = to;
        }
        return text.toString();
    }

    private int nextChange(int from) {
        int at = from;
        while (at < lines.size() && lines.get(at).marker() == ' ') {
            at++;
        }
        return at;
    }

    private void appendHunk(int from, int to, StringBuilder text) {
        text.append("@@ -").append(rangeText(from, to, '+')).append(" +").append(rangeText(from, to, '-'))
                .append(" @@\n");
        lines.subList(from, to).forEach(line -> text.append(line.marker()).append(line.text()).append('\n'));
    }

    /** Returns the first line and the number of lines of one side; of no lines the one before. */
    private String rangeText(int from, int to, char otherSide) {
        long count = countLines(from, to, otherSide);
        return countLines(0, from, otherSide) + (count == 0 ? 0 : 1) + "," + count;
    }

    /** Returns the number of lines that are not of the other side only. */
    private long countLines(int from, int to, char otherSide) {
        return lines.subList(from, to).stream().filter(line -> line.marker() != otherSide).count();
    }
}
