package tessera.ui.metrics;

import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;

/**
 * Fonts of charts, scaled with the text.
 *
 * @param factor how many times as large as usual
 * @param title  of what a chart is of
 * @param name   of what a line is of
 */
record ChartFonts(double factor, Font title, Font text, Font small, Font name) {

    private static final String FAMILY = "Tessera Sans";

    static ChartFonts forScale(double factor) {
        return new ChartFonts(factor, Font.font(FAMILY, FontWeight.BOLD, 13 * factor), Font.font(FAMILY, 12 * factor),
                Font.font(FAMILY, 11 * factor), Font.font(FAMILY, FontWeight.BOLD, 11 * factor));
    }

    /** Returns a length scaled with the text. */
    double scaled(double length) {
        return length * factor;
    }
}
