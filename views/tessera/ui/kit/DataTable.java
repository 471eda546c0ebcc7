package tessera.ui.kit;

import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import tessera.ui.LayoutMemory;

/**
 * A table that keeps its rows' identity, leaves sorting to whoever computes the rows, remembers its columns, and can be
 * copied. FX thread.
 *
 * @param <R> what a row shows; an immutable value
 */
public final class DataTable<R> {

    private static final double ROW_HEIGHT = 36;
    /** JavaFX takes a column of this width for one of which nobody said how wide it is, and makes it as wide as its cells. */
    private static final double UNSAID = 80;

    private final String id;
    private final List<DataColumn<R>> columns;
    private final Function<R, Object> key;
    private final RowStore<R> rows;
    private final TableView<ObservableValue<R>> table;
    private final ReadOnlyObjectWrapper<TableSort> sort;
    private final ReadOnlyObjectWrapper<Optional<R>> selected = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<List<R>> picked = new ReadOnlyObjectWrapper<>(List.of());
    private final ColumnMemory remembered;
    private final ColumnRoom room;
    private final TextFit ruler = new TextFit();
    private Consumer<R> chosen = row -> {};
    /** Whether the row under the pointer became the selected one by this press of the button. */
    private boolean told;
    private boolean filling;
    private boolean pointing;

    /**
     * An empty table.
     *
     * @param key  what tells one row from another
     * @param open called when a row is double-clicked, or Enter is pressed on it
     */
    public DataTable(String id, List<DataColumn<R>> columns, Function<R, Object> key, LayoutMemory memory,
            Consumer<R> open) {
        this.id = id;
        this.columns = List.copyOf(columns);
        this.key = key;
        this.rows = new RowStore<>(key);
        this.table = new TableView<>(rows.slots());
        this.remembered = new ColumnMemory(id, memory);
        this.room = new ColumnRoom(table);
        this.sort = new ReadOnlyObjectWrapper<>(remembered.sort());
        table.setId(id);
        table.getStyleClass().add("data-table");
        table.setFixedCellSize(ROW_HEIGHT);
        table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        remembered.arrange(columns).forEach(column -> table.getColumns().add(tableColumn(column)));
        table.setSortPolicy(view -> {
            if (!pointing) {
                sort.set(wanted());
                remember();
            }
            return true;
        });
        table.getColumns().addListener(
                (ListChangeListener<TableColumn<?, ?>>) change -> remember());
        table.widthProperty().addListener((width, before, now) -> spread());
        table.getSelectionModel().selectedItemProperty().addListener((item, before, now) -> {
            if (!filling) {
                selected.set(now == null ? Optional.empty() : Optional.of(now.getValue()));
                told = now != null;
                selected.get().ifPresent(chosen);
            }
        });
        table.addEventFilter(MouseEvent.MOUSE_PRESSED, event -> told = false);
        table.getSelectionModel().getSelectedItems().addListener(
                (ListChangeListener<ObservableValue<R>>) change -> pick());
        showSortArrow(sort.get());
        SelectedInSight.of(table, table.getSelectionModel()::getSelectedIndex);
        table.setRowFactory(view -> row(open));
        table.addEventHandler(KeyEvent.KEY_PRESSED, event -> key(event, open));
    }

    public TableView<ObservableValue<R>> node() {
        return table;
    }

    public ReadOnlyObjectProperty<TableSort> sortProperty() {
        return sort.getReadOnlyProperty();
    }

    /** The row that was selected last; changes by the user's hand only. */
    public ReadOnlyObjectProperty<Optional<R>> selectedProperty() {
        return selected.getReadOnlyProperty();
    }

    /** All rows that are selected, in their order. */
    public ReadOnlyObjectProperty<List<R>> pickedProperty() {
        return picked.getReadOnlyProperty();
    }

    private void pick() {
        if (!filling) {
            picked.set(table.getSelectionModel().getSelectedItems().stream().filter(Objects::nonNull)
                    .map(ObservableValue::getValue).toList());
        }
    }

    public List<DataColumn<R>> columns() {
        return columns;
    }

    /** Selects the row of this key, if there is one, as if it had always been selected. */
    public void mark(Object marked) {
        filling = true;
        try {
            for (var slot : rows.slots()) {
                if (key.apply(slot.getValue()).equals(marked)
                        && !table.getSelectionModel().getSelectedItems().contains(slot)) {
                    table.getSelectionModel().clearSelection();
                    table.getSelectionModel().select(slot);
                }
            }
        } finally {
            filling = false;
            pick();
        }
    }

    /** Tells of every row that the user selects, and of one that is selected when it is clicked again. */
    public void onChosen(Consumer<R> listener) {
        chosen = listener;
    }

    public void show(List<R> newest) {
        filling = true;
        try {
            rows.show(newest, table.getSelectionModel());
        } finally {
            filling = false;
            pick();
        }
        var texts = new HashMap<TableColumn<?, ?>, ColumnText>();
        table.getColumns().stream().filter(room::wanted)
                .forEach(each -> texts.put(each, ColumnText.of(column(each), newest, ruler)));
        room.read(texts);
    }

    private TableColumn<ObservableValue<R>, R> tableColumn(DataColumn<R> column) {
        var tableColumn = new TableColumn<ObservableValue<R>, R>(column.title());
        tableColumn.setId(id + "-" + column.id());
        tableColumn.setUserData(column);
        double wide = remembered.width(column);
        tableColumn.setPrefWidth(wide == UNSAID ? wide + 1 : wide);
        tableColumn.setVisible(remembered.shown(column));
        tableColumn.setCellValueFactory(cell -> cell.getValue());
        tableColumn.setCellFactory(view -> new DataCell<>(column, isLead(column)));
        remembered.choice(column).ifPresent(shown -> room.choose(column, shown));
        tableColumn.visibleProperty().addListener((visible, before, now) -> {
            if (room.noticed(tableColumn)) {
                spread();
            }
        });
        tableColumn.widthProperty().addListener((width, before, now) -> remember());
        if (column.number()) {
            tableColumn.getStyleClass().add("number-column");
        }
        if (isLead(column)) {
            tableColumn.getStyleClass().add("lead-column");
        }
        return tableColumn;
    }

    private void remember() {
        if (!room.sharing()) {
            remembered.remember(columns, table.getColumns(), sort.get(), room::wantedWidth, room::choice);
        }
    }

    private void spread() {
        room.share();
        remember();
    }

    /** Columns are as wide as their text wants. */
    void write(double textSize) {
        room.write(textSize);
        remember();
    }

    private boolean isLead(DataColumn<R> column) {
        return column.id().equals(columns.getFirst().id());
    }

    private TableRow<ObservableValue<R>> row(Consumer<R> open) {
        var row = new TableRow<ObservableValue<R>>();
        row.addEventHandler(MouseEvent.MOUSE_CLICKED, event -> {
            if (row.getItem() == null || event.getButton() != MouseButton.PRIMARY) {
                return;
            }
            if (event.getClickCount() == 2) {
                open.accept(row.getItem().getValue());
            } else if (row.isSelected() && !told) {
                chosen.accept(row.getItem().getValue());
            }
        });
        return row;
    }

    private TableSort wanted() {
        if (table.getSortOrder().isEmpty()) {
            return TableSort.NONE;
        }
        var first = table.getSortOrder().getFirst();
        return new TableSort(column(first).id(), first.getSortType() == TableColumn.SortType.DESCENDING);
    }

    /** Rows come in this order as long as the user wants no other; the arrow says so. */
    public void comesSorted(TableSort usual) {
        if (sort.get().equals(TableSort.NONE)) {
            pointing = true;
            showSortArrow(usual);
            pointing = false;
        }
    }

    private void showSortArrow(TableSort by) {
        for (var tableColumn : table.getColumns()) {
            if (column(tableColumn).id().equals(by.column())) {
                tableColumn.setSortType(by.descending()
                        ? TableColumn.SortType.DESCENDING
                        : TableColumn.SortType.ASCENDING);
                table.getSortOrder().add(tableColumn);
            }
        }
    }

    @SuppressWarnings("unchecked") // only this class sets it
    private DataColumn<R> column(TableColumn<?, ?> tableColumn) {
        return (DataColumn<R>) tableColumn.getUserData();
    }

    private void key(KeyEvent event, Consumer<R> open) {
        if (event.getCode() == KeyCode.C && event.isShortcutDown()) {
            copy();
        } else if (event.getCode() == KeyCode.ENTER) {
            Optional.ofNullable(table.getSelectionModel().getSelectedItem()).map(ObservableValue::getValue)
                    .ifPresent(open);
        } else if (event.getCode() == KeyCode.J && !event.isShortcutDown()) {
            move(1, event.isShiftDown());
        } else if (event.getCode() == KeyCode.K && !event.isShortcutDown()) {
            move(-1, event.isShiftDown());
        } else {
            return;
        }
        event.consume();
    }

    /** Moves the selection to a row nearby as the arrows do; with Shift it grows by that row. */
    private void move(int by, boolean grow) {
        if (rows.slots().isEmpty()) {
            return;
        }
        var selection = table.getSelectionModel();
        int row = Math.clamp(selection.getSelectedIndex() + by, 0, rows.slots().size() - 1);
        if (grow) {
            selection.select(row);
        } else {
            selection.clearAndSelect(row);
        }
    }

    /** The columns that are wanted, from left to right, whether there is room for them or not. */
    List<DataColumn<R>> shownColumns() {
        return table.getColumns().stream().filter(room::wanted).map(this::column).toList();
    }

    private void copy() {
        var picked = table.getSelectionModel().getSelectedItems().stream().filter(Objects::nonNull)
                .map(ObservableValue::getValue).toList();
        SelectableText.copy(TableExport.tabs(shownColumns(), picked));
    }

    /** The rows as they stand, as text. */
    public String export(TableExport.ExportFormat form) {
        var all = rows.slots().stream().map(ObservableValue::getValue).toList();
        return form == TableExport.ExportFormat.CSV ? TableExport.csv(shownColumns(), all)
                : TableExport.json(shownColumns(), all);
    }
}
