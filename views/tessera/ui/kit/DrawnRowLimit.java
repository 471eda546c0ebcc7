package tessera.ui.kit;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Label;

/**
 * The most rows of a list whose rows are all drawn, seen or not: a cluster may send any number, and to lay out thousands blocks the
 * window for seconds.
 */
public final class DrawnRowLimit {

    private static final int MOST = 200;

    private DrawnRowLimit() {}

    /** Returns the rows that are shown. */
    public static <T> List<T> shownRows(List<T> rows) {
        return rows.size() > MOST ? rows.subList(0, MOST) : rows;
    }

    /** Passes on the line that tells how many rows are not shown, if any are not. */
    public static void addRemainder(List<?> rows, Consumer<Label> page) {
        if (rows.size() > MOST) {
            page.accept(TextLabelFactory.wrapped(
                    NumberText.count(rows.size() - MOST) + " more are not shown", "small", "muted"));
        }
    }
}
