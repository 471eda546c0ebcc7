package tessera.ui.kit;

import java.util.Comparator;
import java.util.List;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;

/**
 * The content of a column, of all its cells together.
 *
 * @param width        in pixels, of the longest of their texts with the room about it, at the usual size
 * @param blank        whether none says anything
 * @param inapplicable whether it is a number that no row has
 */
record ColumnContentSummary(double width, boolean blank, boolean inapplicable) {

    /** Of a column without rows. */
    static final ColumnContentSummary UNREAD = new ColumnContentSummary(0, false, false);

    private static final double MARGIN = 28;
    private static final int MEASURED = 200;
    private static final String UNKNOWN = "–";
    private static final Font LETTERS = Font.font("Tessera Sans", FontWeight.BOLD, 12);

    static <R> ColumnContentSummary of(DataTableColumn<R> column, List<R> rows, CanvasTextMeasurer ruler) {
        if (rows.isEmpty()) {
            return UNREAD;
        }
        boolean blank = rows.stream().map(column.text()).allMatch(text -> text.isEmpty() || text.equals(UNKNOWN));
        if (column.number()) {
            return new ColumnContentSummary(0, blank, rows.stream().map(column.text()).allMatch(String::isEmpty));
        }
        // More than can be looked at without scrolling for long.
        var longest = rows.stream().limit(MEASURED).map(column.text()).max(Comparator.comparingInt(String::length))
                .orElse("");
        return new ColumnContentSummary(Math.ceil(ruler.width(longest, LETTERS)) + MARGIN, blank, false);
    }
}
