package tessera.ui.kit;

import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.model.ForeignTextSanitizer;
import tessera.model.reading.MetricReading;
import tessera.text.MessageCatalog;

/** Text labels of a page, and text copied to the clipboard. FX thread. */
public final class TextLabelFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TextLabelFactory.class);

    private TextLabelFactory() {}

    public static Label label(String text, String... styles) {
        var label = new Label(ForeignTextSanitizer.sanitize(text));
        label.getStyleClass().addAll(styles);
        return label;
    }

    /** Returns text that may be cut where there is no room for it. */
    public static Label shrinkable(String text, String... styles) {
        var label = label(text, styles);
        label.setMinWidth(0);
        return label;
    }

    /** Returns the sign of a row that can be expanded. */
    public static Label expandArrow(boolean expanded) {
        return shrinkable(expanded ? "▾" : "▸", "muted", "pod-arrow");
    }

    /** Returns text that is never cut. */
    public static Label whole(String text, String... styles) {
        var label = label(text, styles);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    /** Returns a name that is cut in the middle: its end often tells it from its neighbours. */
    public static Label shrinkableName(String text, String... styles) {
        var label = shrinkable(text, styles);
        label.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        return label;
    }

    /** Returns text on as many lines as it needs. */
    public static Label wrapped(String text, String... styles) {
        var label = label(text, styles);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    /**
     * Tells in a tooltip why a number is missing, or how old it is.
     *
     * @param ageText empty where it is not old
     */
    public static Label withReason(Label label, MetricReading reading, String ageText) {
        var reason = MeasuredNumberFormatter.missingReason(reading);
        if (!reason.isEmpty()) {
            label.getStyleClass().add("muted");
            label.setTooltip(new Tooltip(MESSAGES.text("reading.missing", reason)));
        } else if (!ageText.isEmpty()) {
            label.getStyleClass().add("stale-text");
            label.setTooltip(new Tooltip(MESSAGES.text("reading.age", ageText)));
        }
        return label;
    }

    /** Returns a sentence with a sign before it. */
    public static HBox withSign(StatusGlyph glyph, String words, String... styles) {
        var text = wrapped(words, styles);
        HBox.setHgrow(text, Priority.ALWAYS);
        var line = new HBox(8, glyph.node(), text);
        line.getStyleClass().add("told");
        return line;
    }

    /** Copies a text to the clipboard, as plain words that a terminal does not obey. */
    public static void copy(String text) {
        var content = new ClipboardContent();
        content.putString(ForeignTextSanitizer.sanitize(text));
        Clipboard.getSystemClipboard().setContent(content);
    }
}
