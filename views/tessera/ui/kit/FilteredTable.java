package tessera.ui.kit;

import java.util.List;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.model.Problem;

/**
 * A table with filter and tools above it and a line of sums below it; or a notice in its place. FX thread.
 *
 * @param <R> what a row shows
 */
public final class FilteredTable<R> {

    private final DataTable<R> table;
    private final FilterField filter;
    private final Label totalsLabel = TextLabelFactory.label("", "table-sums");
    private final Label none;
    private final HBox toolbar;
    private final NoDataPlaceholder root;

    /**
     * A table that stands in these.
     *
     * @param name   of what it lists, for the ids of its parts and the files it is exported to
     * @param prompt shown in the filter while it is empty
     * @param none   said where no row passes the filter, as soon as any were asked
     * @param retry  tries again to get what could not be had
     */
    public FilteredTable(String name, DataTable<R> table, String prompt, String none, Runnable retry) {
        this.table = table;
        table.node().setPlaceholder(new Region());
        this.none = new Label(none);
        filter = new FilterField(name + "-filter", prompt);
        filter.leaveTo(table.node());
        totalsLabel.setId(name + "-sums");
        totalsLabel.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(filter.node(), Priority.ALWAYS);
        toolbar = new HBox(12, filter.node(), TableToolbar.columnsButton(table),
                TableToolbar.exportButton(table, name));
        toolbar.setAlignment(Pos.CENTER_LEFT);
        toolbar.getStyleClass().add("table-tools");
        var content = new BorderPane(table.node());
        content.setTop(toolbar);
        content.setBottom(totalsLabel);
        content.getChildren().add(new FontSizeProbe(table::setTextScale));
        root = new NoDataPlaceholder(content, retry);
    }

    public Region node() {
        return root;
    }

    /** Adds a control beside the filter. */
    public void addTool(Node tool) {
        toolbar.getChildren().add(1, tool);
    }

    public ObservableValue<String> filterProperty() {
        return filter.textProperty();
    }

    /** Sets what is said where there are no rows, for instead of a filter something else may be why. */
    public void setNoneText(String text) {
        none.setText(text);
    }

    /** Sets the filter of the table. */
    public void setFilter(String text) {
        filter.textProperty().set(text);
    }

    public void focusFilter() {
        filter.focus();
    }

    /** Shows why there is nothing to show. */
    public void showProblem(Problem problem) {
        root.showProblem(problem);
    }

    /** Shows a notice, or clears the place for {@link #show} where there is none; returns whether it did. */
    public boolean showNoticeOrContent(Optional<EmptyScreenNotice> notice) {
        return root.showNoticeOrContent(notice);
    }

    /**
     * Shows rows.
     *
     * @param count   e.g. {@code 16 of 24}
     * @param problem what of the filter was not understood; empty when all was
     * @param sum     the line below
     */
    public void show(List<R> rows, String count, String problem, String sum) {
        table.show(rows);
        table.node().setPlaceholder(none);
        filter.show(count, problem);
        totalsLabel.setText(sum);
    }
}
