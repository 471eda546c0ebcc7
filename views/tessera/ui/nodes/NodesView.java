package tessera.ui.nodes;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.gpu.GpuFleet;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TableSort;
import tessera.ui.nodes.NodesScreenState.NodeSums;

/** Table of the nodes that have GPUs: capacity, allocation, sharing, problems. */
public final class NodesView implements SnapshotDrivenScreen<NodesScreenInput, NodesScreenState> {

    private final NodesScreenStateBuilder stateBuilder;
    private final DataTable<NodeRow> table;
    private String marked = "";
    private final FilteredTable<NodeRow> filteredTable;
    private final ObservableValue<NodesScreenInput> query;

    /**
     * An empty table.
     *
     * @param open called with the name of a node that is opened
     * @param now  the time, in steps as coarse as ages are shown
     */
    public NodesView(AppServices services, Consumer<String> open, ObservableValue<Instant> now) {
        stateBuilder = new NodesScreenStateBuilder(services::alertRules);
        table = new DataTable<>("nodes-table", NodeRow.columns(), NodeRow::name, services.layoutMemory(),
                row -> open.accept(row.name()));
        table.showDefaultSort(new TableSort("name", false));
        filteredTable = new FilteredTable<>("nodes", table,
                "Filter nodes, for example model:H100,A100 free>2 !cordoned",
                "No node passes the filter", services::retryConnection);
        query = Bindings.createObjectBinding(
                () -> new NodesScreenInput(filteredTable.filterProperty().getValue(), table.sortProperty().get(),
                        now.getValue()),
                filteredTable.filterProperty(), table.sortProperty(), now);
    }

    /** Calls a listener with every node that the user selects, or clicks again while it is selected. */
    public void onChosen(Consumer<String> told) {
        table.onChosen(row -> told.accept(row.name()));
    }

    /** The names of all selected nodes. */
    public ObservableValue<List<String>> pickedProperty() {
        return table.pickedProperty().map(rows -> rows.stream().map(NodeRow::name).toList());
    }

    /** Adds a control beside the filter. */
    public void addTool(Node tool) {
        filteredTable.addTool(tool);
    }

    /** Narrows the table. */
    public void filterRows(String text) {
        filteredTable.setFilter(text);
    }

    /** Marks the row of the inspected node, wherever it was selected. */
    public void markNode(String node) {
        marked = node;
        table.mark(node);
    }

    public void focusFilter() {
        filteredTable.focusFilter();
    }

    @Override
    public Node node() {
        return filteredTable.node();
    }

    @Override
    public ObservableValue<NodesScreenInput> query() {
        return query;
    }

    @Override
    public NodesScreenState project(GpuFleet fleet, NodesScreenInput question) {
        return stateBuilder.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        filteredTable.showProblem(problem);
    }

    @Override
    public void show(NodesScreenState state) {
        if (!filteredTable.showNoticeOrContent(state.notice())) {
            return;
        }
        filteredTable.show(state.rows(), state.count(), state.problem(), sumsText(state.sums()));
        if (!marked.isEmpty()) {
            table.mark(marked);
        }
    }

    private static String sumsText(NodeSums sums) {
        var known = "%s   ·   %s, %s allocatable".formatted(GroupedNumberFormatter.withNoun(sums.nodes(), "node"),
                GroupedNumberFormatter.withNoun(sums.capacity(), "GPU"), GroupedNumberFormatter.count(sums.usable()));
        if (sums.allocated() < 0) {
            return known + "   ·   allocation unknown";
        }
        return known + ", %s allocated, %s free".formatted(
                GroupedNumberFormatter.bounded(sums.allocated(), sums.allocatedGpus()),
                GroupedNumberFormatter.bounded(sums.free(), sums.left()));
    }
}
