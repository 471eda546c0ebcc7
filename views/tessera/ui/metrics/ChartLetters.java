package tessera.ui.metrics;

import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;

/**
 * The letters of charts.
 *
 * @param factor how many times as large as usual
 * @param title  of what a chart is of
 * @param name   of what a line is of
 */
record ChartLetters(double factor, Font title, Font text, Font small, Font name) {

    private static final String FAMILY = "Tessera Sans";

    static ChartLetters of(double factor) {
        return new ChartLetters(factor, Font.font(FAMILY, FontWeight.BOLD, 13 * factor),
                Font.font(FAMILY, 12 * factor), Font.font(FAMILY, 11 * factor),
                Font.font(FAMILY, FontWeight.BOLD, 11 * factor));
    }

    /** A length that belongs to a word. */
    double scaled(double length) {
        return length * factor;
    }
}
