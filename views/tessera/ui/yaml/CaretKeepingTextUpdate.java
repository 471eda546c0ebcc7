package tessera.ui.yaml;

import java.util.ArrayList;
import java.util.List;
import org.fxmisc.richtext.CodeArea;

/** Line-by-line replacement of a text by a newer one that keeps the reader's position. */
final class CaretKeepingTextUpdate {

    /** So many lines may have come or gone in one place; beyond, all that is left is taken as another. */
    private static final int LOOK = 80;

    private final List<String> before;
    private final List<String> after;
    private final List<ReplacedLineRange> hunks = new ArrayList<>();

    /** Range of lines, end exclusive, and their replacement. */
    private record ReplacedLineRange(int from, int to, List<String> lines) {}

    private CaretKeepingTextUpdate(String before, String after) {
        this.before = List.of(before.split("\n", -1));
        this.after = List.of(after.split("\n", -1));
    }

    /** Listener for new lines, from the first to the last of them. */
    interface ReplacedLinesListener {
        void onNewLines(int first, int last);
    }

    /** Replaces the text of an area. */
    static void replaceText(CodeArea area, String text, ReplacedLinesListener listener) {
        var now = area.getText();
        if (now.equals(text)) {
            return;
        }
        var renewal = new CaretKeepingTextUpdate(now, text);
        if (!renewal.before.getLast().equals(renewal.after.getLast())) {
            area.replaceText(text);
            listener.onNewLines(0, renewal.after.size() - 1);
            return;
        }
        renewal.compareLines();
        renewal.applyHunks(area, listener);
    }

    private void compareLines() {
        int tail = 0;
        while (tail < Math.min(before.size(), after.size())
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        int end = before.size() - tail;
        int then = after.size() - tail;
        int i = 0;
        int j = 0;
        while (i < end || j < then) {
            if (i < end && j < then && before.get(i).equals(after.get(j))) {
                i++;
                j++;
                continue;
            }
            var next = nextHunk(i, j, end, then);
            hunks.add(new ReplacedLineRange(i, next.from(), after.subList(j, next.to())));
            i = next.from();
            j = next.to();
        }
    }

    /** Finds the next place from which both texts go on alike. */
    private ReplacedLineRange nextHunk(int i, int j, int end, int then) {
        for (int apart = 1; apart <= LOOK; apart++) {
            for (int gone = 0; gone <= apart; gone++) {
                int from = i + gone;
                int to = j + apart - gone;
                if (from < end && to < then && before.get(from).equals(after.get(to))) {
                    return new ReplacedLineRange(from, to, List.of());
                }
            }
        }
        return new ReplacedLineRange(end, then, List.of());
    }

    /** Applies the hunks from the end on, so that earlier offsets stay valid. */
    private void applyHunks(CodeArea area, ReplacedLinesListener listener) {
        int anchor = area.getAnchor();
        int caret = area.getCaretPosition();
        for (var replacedLineRange : hunks.reversed()) {
            int from = area.getAbsolutePosition(replacedLineRange.from(), 0);
            int to = area.getAbsolutePosition(replacedLineRange.to(), 0);
            var lines = String.join("", replacedLineRange.lines().stream().map(line -> line + "\n").toList());
            area.replaceText(from, to, lines);
            listener.onNewLines(replacedLineRange.from(),
                    replacedLineRange.from() + replacedLineRange.lines().size() - 1);
            anchor = movedOffset(anchor, from, to, lines.length());
            caret = movedOffset(caret, from, to, lines.length());
        }
        area.selectRange(anchor, caret);
    }

    private static int movedOffset(int position, int from, int to, int length) {
        return position >= to ? position + length - (to - from) : Math.min(position, from);
    }
}
