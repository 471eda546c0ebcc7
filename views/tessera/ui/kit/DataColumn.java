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
 * @param shown   whether it is in sight before the user chooses otherwise
 * @param rank    those of the highest are out of sight first where there is not room for all; those of 0 never
 * @param text    what a cell says; also what is copied and exported
 * @param order   by what rows are sorted; numbers and texts, empty for what is not known
 * @param drawing what a cell shows instead of its text; each cell has a drawing of its own, which may keep what it drew
 * @param <R>     what a row shows
 */
public record DataColumn<R>(String id, String title, boolean number, double width, boolean shown, int rank,
        Function<R, String> text, Function<R, Optional<Comparable<?>>> order,
        Optional<Supplier<Function<R, Node>>> drawing) {

    /** A column of words, sorted as people sort names. */
    public static <R> DataColumn<R> text(String id, String title, double width, Function<R, String> text) {
        return new DataColumn<>(id, title, false, width, true, 0, text, row -> Optional.of(text.apply(row)),
                Optional.empty());
    }

    /** A column of whole numbers; below zero stands for what is not known. */
    public static <R> DataColumn<R> number(String id, String title, double width, Function<R, Long> number) {
        return new DataColumn<>(id, title, true, width, true, 0,
                row -> number.apply(row) < 0 ? "–" : NumberText.count(number.apply(row)),
                row -> number.apply(row) < 0 ? Optional.empty() : Optional.of(number.apply(row)), Optional.empty());
    }

    /** The same column, out of sight until the user wants it. */
    public DataColumn<R> hidden() {
        return new DataColumn<>(id, title, number, width, false, rank, text, order, drawing);
    }

    /** The same column, out of sight where there is not room for all, those of the highest rank first. */
    public DataColumn<R> spared(int first) {
        return new DataColumn<>(id, title, number, width, shown, first, text, order, drawing);
    }

    /** The same column, wider or narrower. */
    public DataColumn<R> wide(double pixels) {
        return new DataColumn<>(id, title, number, pixels, shown, rank, text, order, drawing);
    }

    /** The same column, drawn rather than written. */
    public DataColumn<R> drawn(Function<R, Node> draw) {
        return new DataColumn<>(id, title, number, width, shown, rank, text, order, Optional.of(() -> draw));
    }

    /** The same column, drawn rather than written by what each cell has for itself. */
    public DataColumn<R> drawnBy(Supplier<Function<R, Node>> cell) {
        return new DataColumn<>(id, title, number, width, shown, rank, text, order, Optional.of(cell));
    }

    /** The same column, written in another way than its order tells. */
    public DataColumn<R> written(Function<R, String> words) {
        return new DataColumn<>(id, title, number, width, shown, rank, words, order, drawing);
    }

    /** The same column, sorted by something else than its text. */
    public DataColumn<R> orderedBy(Function<R, Optional<Comparable<?>>> value) {
        return new DataColumn<>(id, title, number, width, shown, rank, text, value, drawing);
    }

    /** The order of rows by this column; what is not known comes last either way. */
    public Comparator<R> comparator(boolean descending) {
        return (left, right) -> {
            var a = order.apply(left);
            var b = order.apply(right);
            if (a.isEmpty() || b.isEmpty()) {
                return Boolean.compare(a.isEmpty(), b.isEmpty());
            }
            int order = compare(a.get(), b.get());
            return descending ? -order : order;
        };
    }

    private static int compare(Comparable<?> left, Comparable<?> right) {
        if (left instanceof Number a && right instanceof Number b) {
            return Double.compare(a.doubleValue(), b.doubleValue());
        }
        return NaturalOrder.INSTANCE.compare(left.toString(), right.toString());
    }
}
