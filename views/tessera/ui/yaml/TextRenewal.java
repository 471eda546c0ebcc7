package tessera.ui.yaml;

import java.util.ArrayList;
import java.util.List;
import org.fxmisc.richtext.CodeArea;

/** A text that takes the place of an older one line by line, so that who reads it stays where they are. */
final class TextRenewal {

    /** So many lines may have come or gone in one place; beyond, all that is left is taken as another. */
    private static final int LOOK = 80;

    private final List<String> before;
    private final List<String> after;
    private final List<Hunk> hunks = new ArrayList<>();

    /** Lines from one place to before another, and what they become. */
    private record Hunk(int from, int to, List<String> lines) {}

    private TextRenewal(String before, String after) {
        this.before = List.of(before.split("\n", -1));
        this.after = List.of(after.split("\n", -1));
    }

    /** Lines that are new, from the first to the last of them. */
    interface Fresh {
        void lines(int first, int last);
    }

    /** Has an area hold another text. */
    static void put(CodeArea area, String text, Fresh fresh) {
        var now = area.getText();
        if (now.equals(text)) {
            return;
        }
        var renewal = new TextRenewal(now, text);
        if (!renewal.before.getLast().equals(renewal.after.getLast())) {
            area.replaceText(text);
            fresh.lines(0, renewal.after.size() - 1);
            return;
        }
        renewal.compare();
        renewal.apply(area, fresh);
    }

    private void compare() {
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
            var next = next(i, j, end, then);
            hunks.add(new Hunk(i, next.from(), after.subList(j, next.to())));
            i = next.from();
            j = next.to();
        }
    }

    /** Where both go on alike. */
    private Hunk next(int i, int j, int end, int then) {
        for (int apart = 1; apart <= LOOK; apart++) {
            for (int gone = 0; gone <= apart; gone++) {
                int from = i + gone;
                int to = j + apart - gone;
                if (from < end && to < then && before.get(from).equals(after.get(to))) {
                    return new Hunk(from, to, List.of());
                }
            }
        }
        return new Hunk(end, then, List.of());
    }

    /** From the end on, so that what stands before stays where it is. */
    private void apply(CodeArea area, Fresh fresh) {
        int anchor = area.getAnchor();
        int caret = area.getCaretPosition();
        for (var hunk : hunks.reversed()) {
            int from = area.getAbsolutePosition(hunk.from(), 0);
            int to = area.getAbsolutePosition(hunk.to(), 0);
            var lines = String.join("", hunk.lines().stream().map(line -> line + "\n").toList());
            area.replaceText(from, to, lines);
            fresh.lines(hunk.from(), hunk.from() + hunk.lines().size() - 1);
            anchor = moved(anchor, from, to, lines.length());
            caret = moved(caret, from, to, lines.length());
        }
        area.selectRange(anchor, caret);
    }

    private static int moved(int place, int from, int to, int length) {
        return place >= to ? place + length - (to - from) : Math.min(place, from);
    }
}
