package tessera.ui.mosaic;

import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;

/** How large the words of a mosaic are, beside what they name. */
final class MosaicLettering {

    private static final String FAMILY = "Tessera Sans";
    private static final double SMALLEST = 0.85;
    private static final double LARGEST = 1.35;

    /** To be read at a desk. */
    static final MosaicLettering NEAR = new MosaicLettering(1);
    /** To be read from across a room: names as large as the lines of cards have space for. */
    static final MosaicLettering FAR = new MosaicLettering(1.6, LARGEST);
    /** The same where nodes are strips, which are drawn many times as large. */
    static final MosaicLettering FAR_STRIPS = new MosaicLettering(LARGEST);

    private final double factor;
    private final double smallFactor;
    private final Font title;
    private final Font heading;
    private final Font text;
    private final Font small;
    private final Font smallTitle;

    private MosaicLettering(double factor) {
        this(factor, factor);
    }

    private MosaicLettering(double factor, double smallFactor) {
        this.factor = factor;
        this.smallFactor = smallFactor;
        title = Font.font(FAMILY, FontWeight.BOLD, 12 * factor);
        heading = Font.font(FAMILY, 12 * factor);
        text = Font.font(FAMILY, 11 * factor);
        small = Font.font(FAMILY, 10 * smallFactor);
        smallTitle = Font.font(FAMILY, FontWeight.BOLD, 10 * smallFactor);
    }

    /** To be read at a desk by somebody who wants text so many times as large; no larger than the lines have space for. */
    static MosaicLettering near(double factor) {
        return new MosaicLettering(Math.clamp(factor, SMALLEST, LARGEST));
    }

    /** A length that belongs to a word. */
    double scaled(double length) {
        return length * factor;
    }

    /** The same where it belongs to small words. */
    double scaledSmall(double length) {
        return length * smallFactor;
    }

    /** Whether it is read from so far that small words are not read at all. */
    boolean far() {
        return factor > LARGEST;
    }

    /** Of nodes and groups. */
    Font title() {
        return title;
    }

    /** Of what is said beside the title of a group. */
    Font heading() {
        return heading;
    }

    /** Of what is said beside the name of a node. */
    Font text() {
        return text;
    }

    Font small() {
        return small;
    }

    Font smallTitle() {
        return smallTitle;
    }
}
