package tessera.ui.nodes;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import tessera.insight.Fleet;
import tessera.model.Problem;
import tessera.ui.Memory;
import tessera.ui.Screen;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.FilterField;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Placeholder;
import tessera.ui.kit.TableTools;
import tessera.ui.nodes.NodesState.Sums;

/** The nodes that have GPUs, as a table: what each has, what is allocated, how it is divided, what is wrong. */
public final class NodesView implements Screen<NodesQuery, NodesState> {

    private final NodesProjection projection = new NodesProjection();
    private final FilterField filter = new FilterField("nodes-filter",
            "Filter nodes, for example model:H100,A100 free>2 !cordoned");
    private final DataTable<NodeRow> table;
    private final Label sums = new Label();
    private final Placeholder root;
    private final ObservableValue<NodesQuery> query;

    /**
     * An empty table.
     *
     * @param open  called with the name of a node that is opened
     * @param retry tries again to reach the cluster
     * @param now   the time, in steps as coarse as ages are shown
     */
    public NodesView(Memory memory, Consumer<String> open, Runnable retry, ObservableValue<Instant> now) {
        table = new DataTable<>("nodes-table", NodeRow.columns(), NodeRow::name, memory,
                row -> open.accept(row.name()));
        table.node().setPlaceholder(new Label("No node passes the filter"));
        sums.setId("nodes-sums");
        sums.getStyleClass().add("table-sums");
        sums.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(filter.node(), Priority.ALWAYS);
        var tools = new HBox(12, filter.node(), TableTools.columns(table), TableTools.export(table, "nodes"));
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("table-tools");
        var content = new BorderPane(table.node());
        content.setTop(tools);
        content.setBottom(sums);
        root = new Placeholder(content, retry);
        query = Bindings.createObjectBinding(
                () -> new NodesQuery(filter.textProperty().get(), table.sortProperty().get(), now.getValue()),
                filter.textProperty(), table.sortProperty(), now);
    }

    /** The node that was selected last. */
    public ObservableValue<Optional<String>> selectedProperty() {
        return table.selectedProperty().map(row -> row.map(NodeRow::name));
    }

    /** Narrows the table. */
    public void filter(String text) {
        filter.textProperty().set(text);
    }

    public void focusFilter() {
        filter.focus();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<NodesQuery> query() {
        return query;
    }

    @Override
    public NodesState project(Fleet fleet, NodesQuery question) {
        return projection.state(fleet, question);
    }

    @Override
    public void excuse(Problem why) {
        root.show(Notice.failed(why));
    }

    @Override
    public void show(NodesState state) {
        if (!root.shows(state.notice())) {
            return;
        }
        table.show(state.rows());
        filter.show(state.count(), state.problem());
        sums.setText(words(state.sums()));
    }

    private static String words(Sums sums) {
        var known = "%s   ·   %s GPUs, %s allocatable".formatted(Numbers.of(sums.nodes(), "node"),
                Numbers.count(sums.capacity()), Numbers.count(sums.usable()));
        return sums.allocated() < 0
                ? known + "   ·   allocation unknown"
                : known + ", %s allocated, %s free".formatted(Numbers.atLeast(sums.allocated(), sums.complete()),
                        Numbers.atMost(sums.free(), sums.complete()));
    }
}
