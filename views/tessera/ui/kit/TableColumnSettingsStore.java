package tessera.ui.kit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import javafx.scene.control.TableColumn;
import tessera.ui.WindowColumnAndThemeStore;

/**
 * Remembers the user's changes of a table: column visibility, width, order, and sorting. What
 * nobody changed is not remembered, so that it is as the next version of the program has it.
 */
final class TableColumnSettingsStore {

    private static final String MOVED = "moved";
    private static final String UNMOVED = "unmoved";
    private static final String USUAL = "-";

    /** Remembered settings of one column; empty ones are defaults. */
    private record ColumnSettings(OptionalInt position, Optional<Boolean> visible, OptionalDouble width) {}

    private final String table;
    private final WindowColumnAndThemeStore store;
    private final Map<String, ColumnSettings> settingsByColumn = new HashMap<>();
    private TableSort sort = TableSort.NONE;

    TableColumnSettingsStore(String table, WindowColumnAndThemeStore store) {
        this.table = table;
        this.store = store;
        store.recall("table." + table).ifPresent(this::readText);
    }

    /** Returns the columns in the user's order; new ones follow their usual predecessor. */
    <R> List<DataTableColumn<R>> arrange(List<DataTableColumn<R>> columns) {
        var arranged = new ArrayList<>(columns.stream().filter(this::isMoved)
                .sorted(Comparator.comparingInt(column -> rememberedOf(column).position().orElse(-1))).toList());
        for (int at = 0; at < columns.size(); at++) {
            if (!isMoved(columns.get(at))) {
                int before = at == 0 ? -1 : arranged.indexOf(columns.get(at - 1));
                arranged.add(before + 1, columns.get(at));
            }
        }
        return arranged;
    }

    private boolean isMoved(DataTableColumn<?> column) {
        return rememberedOf(column).position().isPresent();
    }

    private ColumnSettings rememberedOf(DataTableColumn<?> column) {
        return settingsByColumn.getOrDefault(column.id(),
                new ColumnSettings(OptionalInt.empty(), Optional.empty(), OptionalDouble.empty()));
    }

    double widthOf(DataTableColumn<?> column) {
        return rememberedOf(column).width().orElse(column.width());
    }

    boolean isShown(DataTableColumn<?> column) {
        return choiceOf(column).orElse(column.shownByDefault());
    }

    /** Returns whether the user wants a column shown; empty where nothing was chosen. */
    Optional<Boolean> choiceOf(DataTableColumn<?> column) {
        return rememberedOf(column).visible();
    }

    TableSort sort() {
        return sort;
    }

    /**
     * Remembers a table as it is now.
     *
     * @param usual   its columns as they are described, in their usual order
     * @param wanted  how wide the user wants a column
     * @param choice  whether the user wants a column in sight; empty where nothing was chosen
     */
    void remember(List<? extends DataTableColumn<?>> usual, List<? extends TableColumn<?, ?>> columns, TableSort sorted,
            ToDoubleFunction<TableColumn<?, ?>> wanted, Function<DataTableColumn<?>, Optional<Boolean>> choice) {
        var order = columns.stream().map(ColumnWidthDistributor::columnOf).toList();
        boolean moved = !order.equals(usual);
        var text = new StringBuilder(sorted.column()).append(sorted.descending() ? " descending " : " ascending ")
                .append(moved ? MOVED : UNMOVED);
        for (int at = 0; at < order.size(); at++) {
            var shown = choice.apply(order.get(at)).map(Object::toString).orElse(USUAL);
            var width = widthText(order.get(at), wanted.applyAsDouble(columns.get(at)));
            if (moved || !shown.equals(USUAL) || !width.equals(USUAL)) {
                text.append(';').append(order.get(at).id()).append(' ').append(shown).append(' ').append(width);
            }
        }
        store.remember("table." + table, text.toString());
    }

    /** Returns the width that the user set; a pixel more or less comes from sharing out the room. */
    private static String widthText(DataTableColumn<?> defaultDataColumn, double width) {
        return Math.abs(width - defaultDataColumn.width()) <= 1 ? USUAL : Long.toString(Math.round(width));
    }

    /** Reads what {@link #remember} wrote; ignores what cannot be read. */
    private void readText(String text) {
        var entries = List.of(text.split(";", -1));
        var head = List.of(entries.getFirst().split(" ", -1));
        if (head.size() >= 2) {
            sort = new TableSort(head.getFirst(), head.get(1).equals("descending"));
        }
        // Before there was a third word, the widths of all columns were noted, whoever had chosen them.
        boolean chosen = head.size() == 3;
        boolean moved = !chosen || head.getLast().equals(MOVED);
        for (int at = 1; at < entries.size(); at++) {
            var texts = List.of(entries.get(at).split(" ", -1));
            if (texts.size() == 3 && texts.get(2).matches("-|\\d{1,5}")) {
                var position = moved ? OptionalInt.of(at) : OptionalInt.empty();
                var shown = Optional.of(texts.get(1)).filter(word -> !word.equals(USUAL)).map("true"::equals);
                var width = !chosen || texts.get(2).equals(USUAL) ? OptionalDouble.empty()
                        : OptionalDouble.of(Double.parseDouble(texts.get(2)));
                settingsByColumn.put(texts.getFirst(), new ColumnSettings(position, shown, width));
            }
        }
    }
}
