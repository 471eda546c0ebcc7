package tessera.ui.yaml;

import java.util.ArrayList;
import java.util.regex.Pattern;
import javafx.scene.TraversalDirection;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.fxmisc.richtext.CodeArea;
import org.fxmisc.richtext.model.TwoDimensional.Bias;

/**
 * Indentation keys for YAML editing, where tabs must not stand and blanks have a meaning. Ctrl+Tab leaves the text, as Tab writes in it; Tab leaves one that is only read. FX thread.
 */
final class YamlIndentKeyHandler {

    private static final String STEP = "  ";
    private static final Pattern ENTRY = Pattern.compile("\\s*+((?:- ++)*+)");
    private static final Pattern KEYED = Pattern.compile("(?s)[^#]*:(?:\\s.*)?");
    private static final Pattern OPENS = Pattern.compile("[^#]*:(?:\\s+[|>][0-9+-]*)?\\s*(?:#.*)?");

    private final CodeArea area;

    private YamlIndentKeyHandler(CodeArea area) {
        this.area = area;
    }

    static void attachTo(CodeArea area) {
        area.addEventFilter(KeyEvent.KEY_PRESSED, new YamlIndentKeyHandler(area)::handleKey);
    }

    private void handleKey(KeyEvent pressed) {
        if (pressed.isAltDown() || pressed.isMetaDown()) {
            return;
        }
        if (pressed.getCode() == KeyCode.TAB && (pressed.isControlDown() || !area.isEditable())) {
            area.requestFocusTraversal(pressed.isShiftDown() ? TraversalDirection.PREVIOUS : TraversalDirection.NEXT);
        } else if (!area.isEditable()) {
            return;
        } else if (pressed.getCode() == KeyCode.TAB) {
            indentSelection(!pressed.isShiftDown());
        } else if (pressed.getCode() == KeyCode.ENTER && !pressed.isControlDown()) {
            area.replaceSelection("\n" + indentationAfter(textBefore(area.getSelection().getStart())));
            area.requestFollowCaret();
        } else {
            return;
        }
        pressed.consume();
    }

    /** Returns the text of the line before an offset. */
    private String textBefore(int offset) {
        var at = area.offsetToPosition(offset, Bias.Forward);
        return area.getParagraph(at.getMajor()).getText().substring(0, at.getMinor());
    }

    /** Indents the selected lines; in one line, the text behind the caret, or all of it to the left. */
    private void indentSelection(boolean right) {
        var range = area.getSelection();
        int first = area.offsetToPosition(range.getStart(), Bias.Forward).getMajor();
        var end = area.offsetToPosition(range.getEnd(), Bias.Forward);
        // Who selects whole lines ends before the first letter of the next one.
        int last = end.getMinor() == 0 && end.getMajor() > first ? end.getMajor() - 1 : end.getMajor();
        if (right && first == end.getMajor()) {
            area.replaceSelection(" ".repeat(STEP.length() - textBefore(range.getStart()).length() % STEP.length()));
            return;
        }
        var lines = new ArrayList<String>();
        for (int line = first; line <= last; line++) {
            lines.add(indentedLine(area.getParagraph(line).getText(), right));
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

    private static String indentedLine(String line, boolean right) {
        if (right) {
            return line.isEmpty() ? line : STEP + line;
        }
        return line.startsWith(STEP) ? line.substring(STEP.length()) : line.stripLeading();
    }

    /** Returns the blanks that begin the line after this one: below a key, those of its content. */
    static String indentationAfter(String line) {
        var entry = ENTRY.matcher(line);
        int column = entry.lookingAt() ? entry.end() : 0;
        boolean keyed = KEYED.matcher(line.substring(column)).matches();
        // Below the first key of an entry come its others; below an entry that has none comes the next entry.
        int blanks = keyed ? column : column - entry.group(1).length();
        return " ".repeat(blanks) + (keyed && OPENS.matcher(line.substring(column)).matches() ? STEP : "");
    }
}
