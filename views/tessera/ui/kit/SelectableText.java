package tessera.ui.kit;

import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.model.PlainText;

/** Text on a page, and text that leaves it. FX thread. */
public final class SelectableText {

    private SelectableText() {}

    public static Label label(String text, String... styles) {
        var label = new Label(PlainText.of(text));
        label.getStyleClass().addAll(styles);
        return label;
    }

    /** Text that may be cut where there is no room for it. */
    public static Label yielding(String text, String... styles) {
        var label = label(text, styles);
        label.setMinWidth(0);
        return label;
    }

    /** A name that gives way to others in its middle: what tells it from its neighbours often stands at its end. */
    public static Label named(String text, String... styles) {
        var label = yielding(text, styles);
        label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        return label;
    }

    /** Text on as many lines as it needs. */
    public static Label wrapped(String text, String... styles) {
        var label = label(text, styles);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    /** A sentence with a sign before it. */
    public static HBox told(StatusGlyph sign, String words, String... styles) {
        var text = wrapped(words, styles);
        HBox.setHgrow(text, Priority.ALWAYS);
        var line = new HBox(8, sign.node(), text);
        line.getStyleClass().add("told");
        return line;
    }

    /** Puts a text where other programs find it; pasted into a terminal, it is words and no more. */
    public static void copy(String text) {
        var content = new ClipboardContent();
        content.putString(PlainText.of(text));
        Clipboard.getSystemClipboard().setContent(content);
    }

    /** Words with a full stop, which some of them may have already. */
    public static String ended(String words) {
        return words.endsWith(".") ? words : words + ".";
    }
}
