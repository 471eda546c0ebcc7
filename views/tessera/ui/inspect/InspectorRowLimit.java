package tessera.ui.inspect;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;

/** The most rows of a list on a page: a cluster may send any number, and to lay out thousands blocks the window for seconds. */
final class InspectorRowLimit {

    static final int MOST = 200;

    private InspectorRowLimit() {}

    /** Returns the rows that are shown. */
    static <T> List<T> shownRows(List<T> rows) {
        return rows.size() > MOST ? rows.subList(0, MOST) : rows;
    }

    /** Passes on the line that tells how many rows are not shown, if any are not. */
    static void addRemainder(List<?> rows, Consumer<Label> page) {
        if (rows.size() > MOST) {
            page.accept(SelectableText.wrapped(
                    NumberText.count(rows.size() - MOST) + " more are not shown", "small", "muted"));
        }
    }
}
