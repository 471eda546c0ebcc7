package tessera.ui.kit;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import tessera.text.MessageCatalog;

/**
 * The most rows of a list whose rows are all drawn, seen or not: a cluster may send any number, and to lay out thousands blocks the
 * window for seconds.
 */
public final class DrawnRowLimit {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(DrawnRowLimit.class);
    private static final int MOST = 200;

    private DrawnRowLimit() {}

    /** Returns the rows that are shown. */
    public static <T> List<T> shownRows(List<T> rows) {
        return rows.size() > MOST ? rows.subList(0, MOST) : rows;
    }

    /** Returns the sections that are shown: at least one, and no more than have as many rows together as one list may have. */
    public static <T> List<List<T>> shownSections(List<List<T>> sections) {
        int shown = 0;
        int rows = 0;
        while (shown < sections.size() && (shown == 0 || rows + sections.get(shown).size() <= MOST)) {
            rows += sections.get(shown++).size();
        }
        return sections.subList(0, shown);
    }

    /** Passes on the line that tells how many rows are not shown, if any are not. */
    public static void addRemainder(List<?> rows, Consumer<Label> page) {
        addRemainder(rows, "", page);
    }

    /**
     * Passes on the line that tells how many rows are not shown, if any are not.
     *
     * @param place where all are listed; empty for nowhere
     */
    public static void addRemainder(List<?> rows, String place, Consumer<Label> page) {
        addRemainder(rows.size() - shownRows(rows).size(), place, page);
    }

    /** Passes on the line that tells that so many rows or sections are not shown, if there are any. */
    public static void addRemainder(int rest, String place, Consumer<Label> page) {
        if (rest > 0) {
            page.accept(TextLabelFactory.wrapped(
                    MESSAGES.text("rows.remainder", GroupedNumberFormatter.count(rest), place), "small", "muted"));
        }
    }
}
