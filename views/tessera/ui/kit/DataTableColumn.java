package tessera.ui.kit;

import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.scene.Node;

/**
 * A column of a table.
 *
 * @param id      stable, for what is remembered of it
 * @param title   its heading, with the unit where there is one
 * @param number  whether it holds numbers: set flush right
 * @param width   in pixels, at first
 * @param shownByDefault   whether it is in sight before the user chooses otherwise
 * @param hidingRank    those of the highest are out of sight first where there is not room for all; those of 0 never
 * @param text    what a cell says; also what is copied and exported
 * @param order   by what rows are sorted; numbers and texts, empty for what is not known
 * @param drawing what a cell shows instead of its text; each cell has a drawing of its own, which may keep what it drew
 * @param <R>     what a row shows
 */
public record DataTableColumn<R>(String id, String title, boolean number, double width, boolean shownByDefault,
        int hidingRank, Function<R, String> text, Function<R, Optional<Comparable<?>>> order,
        Optional<Supplier<Function<R, Node>>> drawing) {

    /** Creates a text column, sorted in natural order. */
    public static <R> DataTableColumn<R> text(String id, String title, double width, Function<R, String> text) {
        return new DataTableColumn<>(id, title, false, width, true, 0, text, row -> Optional.of(text.apply(row)),
                Optional.empty());
    }

    /** Creates a column of whole numbers; negative ones stand for unknown. */
    public static <R> DataTableColumn<R> number(String id, String title, double width, Function<R, Long> number) {
        return new DataTableColumn<>(id, title, true, width, true, 0,
                row -> number.apply(row) < 0 ? "–" : GroupedNumberFormatter.count(number.apply(row)),
                row -> number.apply(row) < 0 ? Optional.empty() : Optional.of(number.apply(row)), Optional.empty());
    }

    /** Returns the same column, hidden until the user shows it. */
    public DataTableColumn<R> hidden() {
        return new DataTableColumn<>(id, title, number, width, false, hidingRank, text, order, drawing);
    }

    /** Returns the same column, hidden where there is not enough room, the highest rank first. */
    public DataTableColumn<R> hiddenWhenNarrow(int first) {
        return new DataTableColumn<>(id, title, number, width, shownByDefault, first, text, order, drawing);
    }

    /** Returns the same column with another width. */
    public DataTableColumn<R> withWidth(double pixels) {
        return new DataTableColumn<>(id, title, number, pixels, shownByDefault, hidingRank, text, order, drawing);
    }

    /** Returns the same column, drawn by a function instead of written. */
    public DataTableColumn<R> withDrawing(Function<R, Node> draw) {
        return new DataTableColumn<>(id, title, number, width, shownByDefault, hidingRank, text, order,
                Optional.of(() -> draw));
    }

    /** Returns the same column, drawn by a function that each cell has for itself. */
    public DataTableColumn<R> withCellDrawing(Supplier<Function<R, Node>> cell) {
        return new DataTableColumn<>(id, title, number, width, shownByDefault, hidingRank, text, order,
                Optional.of(cell));
    }

    /** Returns the same column with another text than its order uses. */
    public DataTableColumn<R> withText(Function<R, String> words) {
        return new DataTableColumn<>(id, title, number, width, shownByDefault, hidingRank, words, order, drawing);
    }

    /** Returns the same column, sorted by a value other than its text. */
    public DataTableColumn<R> orderedBy(Function<R, Optional<Comparable<?>>> value) {
        return new DataTableColumn<>(id, title, number, width, shownByDefault, hidingRank, text, value, drawing);
    }

    /** Returns the order of rows by this column; unknown values come last either way. */
    public Comparator<R> comparator(boolean descending) {
        return (left, right) -> {
            var a = order.apply(left);
            var b = order.apply(right);
            if (a.isEmpty() || b.isEmpty()) {
                return Boolean.compare(a.isEmpty(), b.isEmpty());
            }
            int order = compareValues(a.get(), b.get());
            return descending ? -order : order;
        };
    }

    private static int compareValues(Comparable<?> left, Comparable<?> right) {
        if (left instanceof Number a && right instanceof Number b) {
            return Double.compare(a.doubleValue(), b.doubleValue());
        }
        return NaturalNameComparator.INSTANCE.compare(left.toString(), right.toString());
    }
}
