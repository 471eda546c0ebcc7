package tessera.ui.heatmap;

import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;

/** Font sizes of the heatmap's texts beside the items that they name. */
final class HeatmapFontSizes {

    private static final String FAMILY = "Tessera Sans";
    private static final double SMALLEST = 0.85;
    private static final double LARGEST = 1.35;

    /** To be read at a desk. */
    static final HeatmapFontSizes NEAR = new HeatmapFontSizes(1);
    /** To be read from across a room: names as large as the lines of cards have space for. */
    static final HeatmapFontSizes FAR = new HeatmapFontSizes(1.6, LARGEST);
    /** The same where nodes are strips, which are drawn many times as large. */
    static final HeatmapFontSizes FAR_STRIPS = new HeatmapFontSizes(LARGEST);

    private final double factor;
    private final double smallFactor;
    private final Font title;
    private final Font heading;
    private final Font text;
    private final Font small;
    private final Font smallTitle;

    private HeatmapFontSizes(double factor) {
        this(factor, factor);
    }

    private HeatmapFontSizes(double factor, double smallFactor) {
        this.factor = factor;
        this.smallFactor = smallFactor;
        title = Font.font(FAMILY, FontWeight.BOLD, 12 * factor);
        heading = Font.font(FAMILY, 12 * factor);
        text = Font.font(FAMILY, 11 * factor);
        small = Font.font(FAMILY, 10 * smallFactor);
        smallTitle = Font.font(FAMILY, FontWeight.BOLD, 10 * smallFactor);
    }

    /** Returns the lettering for reading at a desk with a text scale, limited by the space of the lines. */
    static HeatmapFontSizes forDesk(double factor) {
        return new HeatmapFontSizes(Math.clamp(factor, SMALLEST, LARGEST));
    }

    /** Returns a length scaled with the text. */
    double scaleLength(double length) {
        return length * factor;
    }

    /** Returns a length scaled with the small text. */
    double scaleSmallLength(double length) {
        return length * smallFactor;
    }

    /** Returns whether the heatmap is read from so far that small text is illegible. */
    boolean isDistant() {
        return factor > LARGEST;
    }

    /** Returns the font of node and group titles. */
    Font titleFont() {
        return title;
    }

    /** Returns the font of the text beside a group's title. */
    Font headingFont() {
        return heading;
    }

    /** Returns the font of the text beside a node's name. */
    Font textFont() {
        return text;
    }

    Font smallFont() {
        return small;
    }

    Font smallTitleFont() {
        return smallTitle;
    }
}
