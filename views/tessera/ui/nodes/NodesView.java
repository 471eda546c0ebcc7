package tessera.ui.nodes;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.insight.GpuFleet;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.ProjectedScreen;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.TableSort;
import tessera.ui.nodes.NodesState.NodeSums;

/** The nodes that have GPUs, as a table: what each has, what is allocated, how it is divided, what is wrong. */
public final class NodesView implements ProjectedScreen<NodesQuery, NodesState> {

    private final NodesProjection projection;
    private final DataTable<NodeRow> table;
    private String marked = "";
    private final FilteredTable<NodeRow> place;
    private final ObservableValue<NodesQuery> query;

    /**
     * An empty table.
     *
     * @param open called with the name of a node that is opened
     * @param now  the time, in steps as coarse as ages are shown
     */
    public NodesView(AppServices desk, Consumer<String> open, ObservableValue<Instant> now) {
        projection = new NodesProjection(desk::rules);
        table = new DataTable<>("nodes-table", NodeRow.columns(), NodeRow::name, desk.memory(),
                row -> open.accept(row.name()));
        table.comesSorted(new TableSort("name", false));
        place = new FilteredTable<>("nodes", table, "Filter nodes, for example model:H100,A100 free>2 !cordoned",
                "No node passes the filter", desk::retry);
        query = Bindings.createObjectBinding(
                () -> new NodesQuery(place.filterProperty().getValue(), table.sortProperty().get(), now.getValue()),
                place.filterProperty(), table.sortProperty(), now);
    }

    /** Tells of every node that the user selects, and of one that is selected when it is clicked again. */
    public void onChosen(Consumer<String> told) {
        table.onChosen(row -> told.accept(row.name()));
    }

    /** The names of all nodes that are selected. */
    public ObservableValue<List<String>> pickedProperty() {
        return table.pickedProperty().map(rows -> rows.stream().map(NodeRow::name).toList());
    }

    /** Puts something beside the filter. */
    public void addTool(Node tool) {
        place.addTool(tool);
    }

    /** Narrows the table. */
    public void filter(String text) {
        place.filter(text);
    }

    /** Marks the row of a node that is looked at, wherever it was chosen. */
    public void mark(String node) {
        marked = node;
        table.mark(node);
    }

    public void focusFilter() {
        place.focusFilter();
    }

    @Override
    public Node node() {
        return place.node();
    }

    @Override
    public ObservableValue<NodesQuery> query() {
        return query;
    }

    @Override
    public NodesState project(GpuFleet fleet, NodesQuery question) {
        return projection.state(fleet, question);
    }

    @Override
    public void excuse(Problem why) {
        place.excuse(why);
    }

    @Override
    public void show(NodesState state) {
        if (!place.shows(state.notice())) {
            return;
        }
        place.show(state.rows(), state.count(), state.problem(), words(state.sums()));
        if (!marked.isEmpty()) {
            table.mark(marked);
        }
    }

    private static String words(NodeSums sums) {
        var known = "%s   ·   %s GPUs, %s allocatable".formatted(NumberText.of(sums.nodes(), "node"),
                NumberText.count(sums.capacity()), NumberText.count(sums.usable()));
        return sums.allocated() < 0
                ? known + "   ·   allocation unknown"
                : known + ", %s allocated, %s free".formatted(NumberText.bounded(sums.allocated(), sums.held()),
                        NumberText.bounded(sums.free(), sums.left()));
    }
}
