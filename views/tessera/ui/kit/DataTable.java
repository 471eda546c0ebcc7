package tessera.ui.kit;

import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.collections.ListChangeListener;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Text;
import org.jspecify.annotations.Nullable;
import tessera.model.ForeignTextSanitizer;
import tessera.ui.WindowColumnAndThemeStore;

/**
 * A table that keeps its rows' identity, leaves sorting to the caller, remembers its columns, and can be copied. FX thread.
 *
 * @param <R> what a row shows; an immutable value
 */
public final class DataTable<R> {

    private static final double ROW_HEIGHT = 36;
    /** JavaFX takes a column of this width for one of which nobody said how wide it is, and makes it as wide as its cells. */
    private static final double UNSAID = 80;

    private final String id;
    private final List<DataTableColumn<R>> columns;
    private final Function<R, Object> key;
    private final StableTableRows<R> rows;
    private final TableView<ObservableValue<R>> table;
    private final ReadOnlyObjectWrapper<TableSort> sort;
    private final ReadOnlyObjectWrapper<Optional<R>> selected = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<List<R>> picked = new ReadOnlyObjectWrapper<>(List.of());
    private final TableColumnSettingsStore columnSettings;
    private final ColumnWidthDistributor widthDistributor;
    private final CanvasTextMeasurer ruler = new CanvasTextMeasurer();
    private Consumer<R> onActivate = row -> {};
    /** Whether the row under the pointer became the selected one by this press of the button. */
    private boolean selectedByPress;
    private boolean updating;
    private boolean pointing;

    /**
     * An empty table.
     *
     * @param key  what tells one row from another
     * @param open called when a row is double-clicked, or Enter is pressed on it
     */
    public DataTable(String id, List<DataTableColumn<R>> columns, Function<R, Object> key,
            WindowColumnAndThemeStore store, Consumer<R> open) {
        this.id = id;
        this.columns = List.copyOf(columns);
        this.key = key;
        this.rows = new StableTableRows<>(key);
        this.table = new TableView<>(rows.slots());
        this.columnSettings = new TableColumnSettingsStore(id, store);
        this.widthDistributor = new ColumnWidthDistributor(table);
        this.sort = new ReadOnlyObjectWrapper<>(columnSettings.sort());
        table.setId(id);
        table.getStyleClass().add("data-table");
        table.setFixedCellSize(ROW_HEIGHT);
        table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        columnSettings.arrange(columns).forEach(column -> table.getColumns().add(tableColumn(column)));
        table.setSortPolicy(view -> {
            if (!pointing) {
                sort.set(requestedSort());
                rememberColumns();
            }
            return true;
        });
        table.getColumns().addListener((ListChangeListener<TableColumn<?, ?>>) change -> rememberColumns());
        table.widthProperty().addListener((width, before, now) -> fitColumns());
        table.getSelectionModel().selectedItemProperty().addListener((item, before, now) -> {
            if (!updating) {
                selected.set(now == null ? Optional.empty() : Optional.of(now.getValue()));
                selectedByPress = now != null;
                selected.get().ifPresent(onActivate);
            }
        });
        table.addEventFilter(MouseEvent.MOUSE_PRESSED, event -> selectedByPress = false);
        table.getSelectionModel().getSelectedItems()
                .addListener((ListChangeListener<ObservableValue<R>>) change -> updatePicked());
        showSortArrow(sort.get());
        SelectionScroller.install(table, table.getSelectionModel()::getSelectedIndex);
        table.setRowFactory(view -> createRow(open));
        table.addEventHandler(KeyEvent.KEY_PRESSED, event -> onKey(event, open));
    }

    public TableView<ObservableValue<R>> node() {
        return table;
    }

    public ReadOnlyObjectProperty<TableSort> sortProperty() {
        return sort.getReadOnlyProperty();
    }

    /** Returns the last row that the user selected. */
    public ReadOnlyObjectProperty<Optional<R>> selectedProperty() {
        return selected.getReadOnlyProperty();
    }

    /** Returns all selected rows, in their order. */
    public ReadOnlyObjectProperty<List<R>> pickedProperty() {
        return picked.getReadOnlyProperty();
    }

    private void updatePicked() {
        if (!updating) {
            picked.set(table.getSelectionModel().getSelectedItems().stream().filter(Objects::nonNull)
                    .map(ObservableValue::getValue).toList());
        }
    }

    public List<DataTableColumn<R>> columns() {
        return columns;
    }

    /** Selects the row of this key, if there is one, without telling listeners. */
    public void mark(Object marked) {
        updating = true;
        try {
            for (var slot : rows.slots()) {
                if (key.apply(slot.getValue()).equals(marked)
                        && !table.getSelectionModel().getSelectedItems().contains(slot)) {
                    table.getSelectionModel().clearSelection();
                    table.getSelectionModel().select(slot);
                }
            }
        } finally {
            updating = false;
            updatePicked();
        }
    }

    /** Registers a listener for every row that the user selects, or clicks again. */
    public void onChosen(Consumer<R> listener) {
        onActivate = listener;
    }

    public void show(List<R> newest) {
        updating = true;
        try {
            rows.show(newest, table.getSelectionModel());
        } finally {
            updating = false;
            updatePicked();
        }
        var texts = new HashMap<TableColumn<?, ?>, ColumnContentSummary>();
        table.getColumns().stream().filter(widthDistributor::isWanted)
                .forEach(each -> texts.put(each, ColumnContentSummary.of(columnOf(each), newest, ruler)));
        widthDistributor.read(texts);
    }

    private TableColumn<ObservableValue<R>, R> tableColumn(DataTableColumn<R> column) {
        var tableColumn = new TableColumn<ObservableValue<R>, R>(column.title());
        tableColumn.setId(id + "-" + column.id());
        tableColumn.setUserData(column);
        double wide = columnSettings.widthOf(column);
        tableColumn.setPrefWidth(wide == UNSAID ? wide + 1 : wide);
        tableColumn.setVisible(columnSettings.isShown(column));
        tableColumn.setCellValueFactory(cell -> cell.getValue());
        tableColumn.setCellFactory(view -> new DataTableCell<>(column, isLead(column)));
        columnSettings.choiceOf(column).ifPresent(shown -> widthDistributor.choose(column, shown));
        tableColumn.visibleProperty().addListener((visible, before, now) -> {
            if (widthDistributor.noteVisibility(tableColumn)) {
                fitColumns();
            }
        });
        tableColumn.widthProperty().addListener((width, before, now) -> rememberColumns());
        if (column.number()) {
            tableColumn.getStyleClass().add("number-column");
        }
        if (isLead(column)) {
            tableColumn.getStyleClass().add("lead-column");
        }
        return tableColumn;
    }

    private void rememberColumns() {
        if (!widthDistributor.isSharing()) {
            columnSettings.remember(columns, table.getColumns(), sort.get(), widthDistributor::wantedWidth,
                    widthDistributor::choiceOf);
        }
    }

    private void fitColumns() {
        widthDistributor.shareWidth();
        rememberColumns();
    }

    /** Scales the columns with the text. */
    void setTextScale(double textSize) {
        widthDistributor.setTextScale(textSize);
        rememberColumns();
    }

    private boolean isLead(DataTableColumn<R> column) {
        return column.id().equals(columns.getFirst().id());
    }

    private TableRow<ObservableValue<R>> createRow(Consumer<R> open) {
        var row = new TableRow<ObservableValue<R>>();
        row.addEventHandler(MouseEvent.MOUSE_CLICKED, event -> {
            if (row.getItem() == null || event.getButton() != MouseButton.PRIMARY) {
                return;
            }
            if (event.getClickCount() == 2) {
                open.accept(row.getItem().getValue());
            } else if (row.isSelected() && !selectedByPress) {
                onActivate.accept(row.getItem().getValue());
            }
        });
        return row;
    }

    private TableSort requestedSort() {
        if (table.getSortOrder().isEmpty()) {
            return TableSort.NONE;
        }
        var first = table.getSortOrder().getFirst();
        return new TableSort(columnOf(first).id(), first.getSortType() == TableColumn.SortType.DESCENDING);
    }

    /** Shows the arrow of the order that rows come in, as long as the user sorts by no other. */
    public void showDefaultSort(TableSort defaultSort) {
        if (sort.get().equals(TableSort.NONE)) {
            pointing = true;
            showSortArrow(defaultSort);
            pointing = false;
        }
    }

    private void showSortArrow(TableSort by) {
        for (var tableColumn : table.getColumns()) {
            if (columnOf(tableColumn).id().equals(by.column())) {
                tableColumn.setSortType(
                        by.descending() ? TableColumn.SortType.DESCENDING : TableColumn.SortType.ASCENDING);
                table.getSortOrder().add(tableColumn);
            }
        }
    }

    @SuppressWarnings("unchecked") // only this class sets it
    private DataTableColumn<R> columnOf(TableColumn<?, ?> tableColumn) {
        return (DataTableColumn<R>) tableColumn.getUserData();
    }

    private void onKey(KeyEvent event, Consumer<R> open) {
        if (event.getCode() == KeyCode.C && event.isShortcutDown()) {
            copySelection();
        } else if (event.getCode() == KeyCode.ENTER) {
            Optional.ofNullable(table.getSelectionModel().getSelectedItem()).map(ObservableValue::getValue)
                    .ifPresent(open);
        } else if (event.getCode() == KeyCode.J && !event.isShortcutDown()) {
            moveSelection(1, event.isShiftDown());
        } else if (event.getCode() == KeyCode.K && !event.isShortcutDown()) {
            moveSelection(-1, event.isShiftDown());
        } else {
            return;
        }
        event.consume();
    }

    /** Moves the selection by rows; with Shift it is extended. */
    private void moveSelection(int by, boolean grow) {
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

    /** Returns the columns that the user wants, from left to right, whether or not there is room. */
    List<DataTableColumn<R>> shownColumns() {
        return table.getColumns().stream().filter(widthDistributor::isWanted).map(this::columnOf).toList();
    }

    private void copySelection() {
        var picked = table.getSelectionModel().getSelectedItems().stream().filter(Objects::nonNull)
                .map(ObservableValue::getValue).toList();
        TextLabelFactory.copy(TableTextFormatter.tabSeparated(shownColumns(), picked));
    }

    /** Returns the rows as they are shown, as text. */
    public String export(TableTextFormatter.TableExportFormat format) {
        var all = rows.slots().stream().map(ObservableValue::getValue).toList();
        if (format == TableTextFormatter.TableExportFormat.CSV) {
            return TableTextFormatter.csv(shownColumns(), all);
        }
        return TableTextFormatter.json(shownColumns(), all);
    }

    /** A cell of a {@link DataTable}: text, or a small drawing with an accessible text. */
    private static final class DataTableCell<R> extends TableCell<ObservableValue<R>, R> {

        private final DataTableColumn<R> column;
        private final Optional<Function<R, Node>> drawing;
        /** What its drawing shows. */
        private @Nullable R drawnRow;

        /** @param lead whether it names its row */
        DataTableCell(DataTableColumn<R> column, boolean lead) {
            this.column = column;
            drawing = column.drawing().map(Supplier::get);
            setTextOverrun(OverrunStyle.ELLIPSIS);
            if (column.number()) {
                getStyleClass().add("number-cell");
            }
            if (lead) {
                getStyleClass().add("lead-cell");
            }
            addEventHandler(MouseEvent.MOUSE_ENTERED, event -> updateTooltip());
        }

        /** Shows the full text as tooltip where the cell cuts it. */
        private void updateTooltip() {
            boolean cut = Stream.concat(Stream.of(this), lookupAll(".label").stream()).map(Labeled.class::cast)
                    .filter(words -> Optional.ofNullable(words.getAccessibleHelp()).orElse("").isEmpty()
                            && (words.getTooltip() == null || words.equals(this)))
                    .anyMatch(DataTableCell::isCut);
            var whole = drawing.isEmpty() ? getText() : getAccessibleText();
            setTooltip(cut ? TooltipFactory.createTooltip(whole) : null);
        }

        private static boolean isCut(Labeled words) {
            return words.getText() != null && words.getChildrenUnmodifiable().stream()
                    .anyMatch(each -> each instanceof Text shown && !shown.getText().equals(words.getText()));
        }

        @Override
        protected void updateItem(@Nullable R row, boolean empty) {
            super.updateItem(row, empty);
            if (row == null || empty) {
                setText(null);
                setGraphic(null);
                drawnRow = null;
                return;
            }
            var text = ForeignTextSanitizer.singleLine(column.text().apply(row));
            if (drawing.isEmpty()) {
                setText(text);
            } else if (!row.equals(drawnRow) || !text.equals(getAccessibleText())) {
                setText(null);
                setGraphic(drawing.get().apply(row));
                setAccessibleText(text);
                drawnRow = row;
            }
        }
    }
}
