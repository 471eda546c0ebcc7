package tessera.ui.nodes;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import tessera.text.MessageCatalog;
import tessera.ui.ScreenServices;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TableScreen;
import tessera.ui.kit.TableSort;
import tessera.ui.nodes.NodesScreenState.NodeSums;

/** Table of the nodes that have GPUs: capacity, allocation, sharing, problems. */
public final class NodesView extends TableScreen<NodeRow, NodesScreenInput, NodesScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodesView.class);

    /**
     * An empty table.
     *
     * @param open called with the name of a node that is opened
     * @param now  the time, in steps as coarse as ages are shown
     */
    public NodesView(ScreenServices services, Consumer<String> open, ObservableValue<Instant> now) {
        super(services, new TableDescription<>("nodes", NodeRow.columns(), NodeRow::name,
                MESSAGES.text("filter.prompt"), MESSAGES.text("filter.noMatch")), row -> open.accept(row.name()));
        var stateBuilder = new NodesScreenStateBuilder(services::alertRules);
        table().showDefaultSort(new TableSort("name", false));
        ask(stateBuilder::project, (filter, sort) -> new NodesScreenInput(filter, sort, now.getValue()), now);
    }

    /** Calls a listener with every node that the user selects, or clicks again while it is selected. */
    public void onChosen(Consumer<String> told) {
        table().onChosen(row -> told.accept(row.name()));
    }

    /** The names of all selected nodes. */
    public ObservableValue<List<String>> pickedProperty() {
        return table().pickedProperty().map(rows -> rows.stream().map(NodeRow::name).toList());
    }

    @Override
    public void show(NodesScreenState state) {
        if (filteredTable().showNoticeOrContent(state.notice())) {
            showRows(state.rows(), state.count(), state.problem(), sumsText(state.sums()));
        }
    }

    private static String sumsText(NodeSums sums) {
        var nodes = CountedNoun.NODE.countText(sums.nodes());
        var gpus = CountedNoun.GPU.countText(sums.capacity());
        var usable = GroupedNumberFormatter.count(sums.usable());
        if (sums.allocated() < 0) {
            return MESSAGES.text("totals.unknown", nodes, gpus, usable);
        }
        return MESSAGES.text("totals", nodes, gpus, usable,
                GroupedNumberFormatter.bounded(sums.allocated(), sums.allocatedGpus()),
                GroupedNumberFormatter.bounded(sums.free(), sums.left()));
    }
}
