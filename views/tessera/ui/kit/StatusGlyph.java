package tessera.ui.kit;

import javafx.scene.AccessibleRole;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.FillRule;
import javafx.scene.shape.SVGPath;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.gpu.GpuNodeState;
import tessera.text.MessageCatalog;

/**
 * The status glyphs of the product, each with its own outline, so that no status depends on colour alone. Drawn in a
 * box of {@value #BOX} by {@value #BOX} pixels.
 */
public enum StatusGlyph {
    READY("glyph.ready", "ok", "M6 0A6 6 0 1 0 6 12A6 6 0 1 0 6 0ZM5.2 9L2.5 6.3L3.55 5.25L5.2 6.9L8.5 3.6L9.55 4.65Z"),
    BROKEN("glyph.broken", "danger",
            "M3.5 0H8.5L12 3.5V8.5L8.5 12H3.5L0 8.5V3.5ZM4.2 3.2L3.2 4.2L5 6L3.2 7.8L4.2 8.8L6 7"
                    + "L7.8 8.8L8.8 7.8L7 6L8.8 4.2L7.8 3.2L6 5Z"),
    WARNING("glyph.warning", "warn", "M6 .5L12 11.5H0ZM5.25 4.3V7.9H6.75V4.3ZM5.25 8.8V10.2H6.75V8.8Z"),
    UNREACHABLE("glyph.unreachable", "muted",
            "M5.25 2.8V6.8H6.75V2.8ZM5.25 7.8V9.3H6.75V7.8ZM6 0A6 6 0 0 1 8.6 .6L8 1.8"
                    + "A4.6 4.6 0 0 0 6 1.4ZM10 1.5A6 6 0 0 1 11.7 4.1L10.4 4.6A4.6 4.6 0 0 0 9.1 2.6ZM12 6A6 6 0 0 1 11.4 8.6"
                    + "L10.2 8A4.6 4.6 0 0 0 10.6 6ZM10.5 10A6 6 0 0 1 7.9 11.7L7.4 10.4A4.6 4.6 0 0 0 9.4 9.1ZM6 12"
                    + "A6 6 0 0 1 3.4 11.4L4 10.2A4.6 4.6 0 0 0 6 10.6ZM2 10.5A6 6 0 0 1 .3 7.9L1.6 7.4A4.6 4.6 0 0 0 2.9 9.4Z"
                    + "M0 6A6 6 0 0 1 .6 3.4L1.8 4A4.6 4.6 0 0 0 1.4 6ZM1.5 2A6 6 0 0 1 4.1 .3L4.6 1.6A4.6 4.6 0 0 0 2.6 2.9Z"),
    CORDONED("glyph.cordoned", "muted",
            "M6 0A6 6 0 1 0 6 12A6 6 0 1 0 6 0ZM6 1.5A4.5 4.5 0 0 1 8.6 2.35L2.35 8.6"
                    + "A4.5 4.5 0 0 1 6 1.5ZM9.65 3.4A4.5 4.5 0 0 1 3.4 9.65Z"),
    WAITING("glyph.waiting", "warn",
            "M2 0H10V2.2L7.2 6L10 9.8V12H2V9.8L4.8 6L2 2.2ZM3.5 1.4V1.8L6 5.1L8.5 1.8V1.4Z"
                    + "M6 6.9L3.5 10.2V10.6H8.5V10.2Z"),
    INFO("glyph.info", "muted", "M6 0A6 6 0 1 0 6 12A6 6 0 1 0 6 0ZM5.25 2.5V4H6.75V2.5ZM5.25 5.2V9.4H6.75V5.2Z"),
    IDLE("glyph.idle", "warn", "M7.5 .4A5.8 5.8 0 1 0 11.6 8.6A5 5 0 0 1 7.5 .4Z"),
    FULL("glyph.full", "warn", "M0 2H12V10H0ZM1.4 3.4V8.6H10.6V3.4ZM2.6 4.6H9.4V7.4H2.6Z"),
    FORBIDDEN("glyph.forbidden", "warn",
            "M2.6 5V3.4A3.4 3.4 0 0 1 9.4 3.4V5H11V12H1V5ZM4.1 5H7.9V3.4A1.9 1.9 0 0 0 4.1 3.4Z"
                    + "M5.25 7.2V9.8H6.75V7.2Z"),
    NONE("glyph.none", "muted", "M2 5.2H10V6.8H2Z");

    public static final double BOX = 12;

    private final String textKey;
    private final String tone;
    private final String path;

    StatusGlyph(String textKey, String tone, String path) {
        this.textKey = textKey;
        this.tone = tone;
        this.path = path;
    }

    /** Returns the glyph for the state of a node. */
    public static StatusGlyph forNode(GpuNodeState state) {
        return switch (state) {
            case UNREACHABLE -> UNREACHABLE;
            case CHANGING -> WAITING;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> BROKEN;
            case OFFER_UNKNOWN -> UNREACHABLE;
            case CORDONED, MAINTENANCE -> CORDONED;
            case READY -> READY;
        };
    }

    public static StatusGlyph forSeverity(AlertOrFindingSeverity severity) {
        return switch (severity) {
            case CRITICAL -> BROKEN;
            case WARNING -> WARNING;
            case INFO -> INFO;
        };
    }

    /** Returns the text for screen readers. */
    public String accessibleText() {
        return MessageCatalog.of(StatusGlyph.class).text(textKey);
    }

    /** Returns the tone: {@code ok}, {@code warn}, {@code danger} or {@code muted}. */
    public String tone() {
        return tone;
    }

    /** Returns the path for {@link javafx.scene.canvas.GraphicsContext#appendSVGPath}, filled by the even-odd rule. */
    public String svgPath() {
        return path;
    }

    /** Returns a new node that draws the glyph in its tone. */
    public StackPane node() {
        return node(tone);
    }

    /** Returns a new node that draws the glyph in another tone. */
    public StackPane node(String toned) {
        var shape = new SVGPath();
        shape.getStyleClass().addAll("glyph", toned);
        shape.setContent(path);
        shape.setFillRule(FillRule.EVEN_ODD);
        var box = new StackPane(shape);
        box.getStyleClass().add("glyph-box");
        box.setMinSize(BOX, BOX);
        box.setMaxSize(BOX, BOX);
        box.setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        box.setAccessibleText(accessibleText());
        return box;
    }
}
