package tessera.ui.kit;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.beans.Observable;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import tessera.gpu.GpuFleet;
import tessera.ui.ComposedScreen;
import tessera.ui.ScreenServices;

/**
 * A screen that is a table with a filter, and what stands beside the table.
 *
 * @param <R> what a row shows
 * @param <Q> the question, part of which are the filter and the order of the rows
 * @param <S> the state
 */
public abstract class TableScreen<R, Q, S> extends ComposedScreen<Q, S> {

    private final DataTable<R> table;
    private final FilteredTable<R> filteredTable;
    private String marked = "";

    /**
     * The table of a screen.
     *
     * @param name    of what it lists, for the ids of its parts and the files it is exported to
     * @param columns all of them, in their usual order
     * @param key     what tells one row from another
     * @param prompt  shown in the filter while it is empty
     * @param none    said where no row passes the filter
     * @param <R>     what a row shows
     */
    public record TableDescription<R>(String name, List<DataTableColumn<R>> columns, Function<R, Object> key,
            String prompt, String none) {}

    /** @param open called with a row that is opened */
    // What tries again is pressed once there is a window.
    @SuppressWarnings("this-escape")
    protected TableScreen(ScreenServices services, TableDescription<R> described, Consumer<R> open) {
        table = new DataTable<>(described.name() + "-table", described.columns(), described.key(),
                services.layoutMemory(), open);
        filteredTable = new FilteredTable<>(described.name(), table, described.prompt(), described.none(),
                () -> retry(services));
        setNode(filteredTable.node());
    }

    /** Tries again to get what could not be had. */
    protected void retry(ScreenServices services) {
        services.retryConnection();
    }

    /**
     * Sets the question, and what answers it.
     *
     * @param answer gives the state for a fleet and a question
     * @param read   gives the question for a filter and an order
     * @param others what the question depends on besides
     */
    protected final void ask(BiFunction<GpuFleet, Q, S> answer, BiFunction<String, TableSort, Q> read,
            Observable... others) {
        setQuery(Bindings.createObjectBinding(
                () -> read.apply(filteredTable.filterProperty().getValue(), table.sortProperty().get()),
                Stream.concat(Stream.of(filteredTable.filterProperty(), table.sortProperty()), Stream.of(others))
                        .toArray(Observable[]::new)),
                answer);
    }

    /** Sets the screen around the table. */
    protected final void setNode(Node whole) {
        setNode(whole, filteredTable::showProblem);
    }

    protected final DataTable<R> table() {
        return table;
    }

    protected final FilteredTable<R> filteredTable() {
        return filteredTable;
    }

    /** Shows the rows of a table screen that is nothing else. */
    protected final void showTable(TableScreenState<R> state) {
        if (filteredTable.showNoticeOrContent(state.notice())) {
            showRows(state.rows(), state.countText(), state.problem(), state.sumsText());
        }
    }

    /**
     * Shows rows, and marks the one that is inspected.
     *
     * @param count   e.g. {@code 16 of 24}
     * @param problem what of the filter was not understood; empty when all was
     * @param sums    the line below
     */
    protected final void showRows(List<R> rows, String count, String problem, String sums) {
        filteredTable.show(rows, count, problem, sums);
        if (!marked.isEmpty()) {
            table.mark(marked);
        }
    }

    /** Marks the row of what is inspected, wherever it was selected. */
    public final void markRow(String key) {
        marked = key;
        table.mark(key);
    }

    /** Adds a control beside the filter. */
    public final void addTool(Node tool) {
        filteredTable.addTool(tool);
    }

    public final void setFilter(String text) {
        filteredTable.setFilter(text);
    }

    public final void focusFilter() {
        filteredTable.focusFilter();
    }
}
