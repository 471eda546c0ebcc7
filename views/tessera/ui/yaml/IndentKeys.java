package tessera.ui.yaml;

import java.util.ArrayList;
import java.util.regex.Pattern;
import javafx.scene.TraversalDirection;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.TwoDimensional.Bias;

/**
 * The keys that move text to the right and to the left while YAML is written, where tabs must not stand and blanks have a
 * meaning. Ctrl+Tab leaves the text, as Tab writes in it; Tab leaves one that is only read. FX thread.
 */
final class IndentKeys {

    private static final String STEP = "  ";
    private static final Pattern ENTRY = Pattern.compile("\\s*+((?:- ++)*+)");
    private static final Pattern KEYED = Pattern.compile("(?s)[^#]*:(?:\\s.*)?");
    private static final Pattern OPENS = Pattern.compile("[^#]*:(?:\\s+[|>][0-9+-]*)?\\s*(?:#.*)?");

    private final CodeArea area;

    private IndentKeys(CodeArea area) {
        this.area = area;
    }

    static void in(CodeArea area) {
        area.addEventFilter(KeyEvent.KEY_PRESSED, new IndentKeys(area)::press);
    }

    private void press(KeyEvent pressed) {
        if (pressed.isAltDown() || pressed.isMetaDown()) {
            return;
        }
        if (pressed.getCode() == KeyCode.TAB && (pressed.isControlDown() || !area.isEditable())) {
            area.requestFocusTraversal(pressed.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
        } else if (!area.isEditable()) {
            return;
        } else if (pressed.getCode() == KeyCode.TAB) {
            move(!pressed.isShiftDown());
        } else if (pressed.getCode() == KeyCode.ENTER && !pressed.isControlDown()) {
            area.replaceSelection("\n" + indentation(before(area.getSelection().getStart())));
            area.requestFollowCaret();
        } else {
            return;
        }
        pressed.consume();
    }

    /** What stands in its line before an offset. */
    private String before(int offset) {
        var at = area.offsetToPosition(offset, Bias.Forward);
        return area.getParagraph(at.getMajor()).getText().substring(0, at.getMinor());
    }

    /** Moves what is selected of several lines; of one line, what stands behind the caret, or all of it to the left. */
    private void move(boolean right) {
        var range = area.getSelection();
        int first = area.offsetToPosition(range.getStart(), Bias.Forward).getMajor();
        var end = area.offsetToPosition(range.getEnd(), Bias.Forward);
        // Who selects whole lines ends before the first letter of the next one.
        int last = end.getMinor() == 0 && end.getMajor() > first ? end.getMajor() - 1 : end.getMajor();
        if (right && first == end.getMajor()) {
            area.replaceSelection(" ".repeat(STEP.length() - before(range.getStart()).length() % STEP.length()));
            return;
        }
        var lines = new ArrayList<String>();
        for (int line = first; line <= last; line++) {
            lines.add(moved(area.getParagraph(line).getText(), right));
        }
        int start = area.getAbsolutePosition(first, 0);
        int caret = area.getCaretColumn();
        area.replaceText(start, area.getAbsolutePosition(last, area.getParagraphLength(last)),
                String.join("\n", lines));
        if (first == end.getMajor()) {
            area.moveTo(start + Math.max(0, caret - STEP.length()));
        } else {
            area.selectRange(start, start + String.join("\n", lines).length());
        }
    }

    private static String moved(String line, boolean right) {
        if (right) {
            return line.isEmpty() ? line : STEP + line;
        }
        return line.startsWith(STEP) ? line.substring(STEP.length()) : line.stripLeading();
    }

    /** The blanks that a line begins with which follows this one: below a key, what belongs to it. */
    static String indentation(String line) {
        var entry = ENTRY.matcher(line);
        int column = entry.lookingAt() ? entry.end() : 0;
        boolean keyed = KEYED.matcher(line.substring(column)).matches();
        // Below the first key of an entry come its others; below an entry that has none comes the next entry.
        int blanks = keyed ? column : column - entry.group(1).length();
        return " ".repeat(blanks) + (keyed && OPENS.matcher(line.substring(column)).matches() ? STEP : "");
    }
}
