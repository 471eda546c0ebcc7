package tessera.ui.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.model.Problem;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.QuotaTableBuilder;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.SidePaneLayout;

/** View of device quotas: limits, use, and the free capacity of nodes beside it. */
public final class QuotaView implements SnapshotDrivenScreen<QuotaScreenInput, QuotaScreenState> {

    private final QuotaScreenStateBuilder stateBuilder;
    private final DataTable<QuotaRow> table;
    private final FilteredTable<QuotaRow> filteredTable;
    private final NamespaceQuotaAndLimitsPane bounds;
    private final SidePaneLayout root;
    private final ObservableValue<QuotaScreenInput> query;

    /**
     * An empty table.
     *
     * @param namespace the only one that is wanted; empty for all
     * @param now       the time, in steps in which quotas may be read anew
     */
    public QuotaView(AppServices services, AcceleratorCatalog accelerators, QuotaChangeActions changes,
            ObservableValue<String> namespace,
            ObservableValue<Instant> now) {
        stateBuilder = new QuotaScreenStateBuilder(accelerators);
        table = new DataTable<>("quota-table", QuotaRow.columns(), row -> row.tableRow().id(), services.layoutMemory(),
                row -> {});
        bounds = new NamespaceQuotaAndLimitsPane(services, changes);
        var feed = new QuotaOverviewFeed(services, accelerators, now);
        filteredTable = new FilteredTable<>("quota", table, "Filter quotas, for example ns:research full !queue left<4",
                "No quota passes the filter", feed.pollingQuery()::refresh);
        root = new SidePaneLayout(filteredTable.node(), bounds.node());
        bounds.node().setVisible(false);
        root.sceneProperty().subscribe(scene -> feed.pollingQuery().setWatched(scene != null));
        changes.onSheetClose(() -> {
            feed.pollingQuery().refresh();
            bounds.restart();
        });
        feed.sourcesProperty().addListener((told, was, is) -> {
            if (is instanceof QuotaReadState.KnownQuotas known && known.outdated().isEmpty()) {
                bounds.resume();
            }
        });
        table.selectedProperty().addListener((_, _, row) -> showBounds(row));
        query = Bindings.createObjectBinding(
                () -> new QuotaScreenInput(filteredTable.filterProperty().getValue(), table.sortProperty().get(),
                        namespace.getValue(), feed.sourcesProperty().get()),
                filteredTable.filterProperty(), table.sortProperty(), namespace, feed.sourcesProperty());
    }

    private void showBounds(Optional<QuotaRow> row) {
        bounds.showSelection(
                row.filter(each -> !each.isQueue()).map(QuotaRow::owner).orElse(""),
                row.filter(QuotaRow::isQueue).map(QuotaRow::owner).orElse(""));
    }

    public void focusFilter() {
        filteredTable.focusFilter();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<QuotaScreenInput> query() {
        return query;
    }

    @Override
    public QuotaScreenState project(GpuFleet fleet, QuotaScreenInput question) {
        return stateBuilder.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        filteredTable.showProblem(problem);
    }

    @Override
    public void show(QuotaScreenState state) {
        boolean there = filteredTable.showNoticeOrContent(state.notice());
        // Rights, and a new team, do not depend on there being a quota.
        boolean known = state.quotas().isPresent();
        if (known && !bounds.node().isVisible()) {
            bounds.restart();
        }
        JavaFxNodeVisibility.setShown(bounds.node(), known);
        if (there) {
            filteredTable.show(state.rows(), state.count(), state.filterProblem(), state.totalsText());
        }
        if (known) {
            bounds.show(state);
        }
    }

    /** Feed of the bounds of the open cluster's namespaces, refreshed while in view. FX thread. */
    private static final class QuotaOverviewFeed {

        private static final Duration PACE = Duration.ofSeconds(10);

        private final ReadOnlyObjectWrapper<QuotaReadState> readState = new ReadOnlyObjectWrapper<>(
                new QuotaReadState.UnreadQuotas());
        private final PollingQuery<QuotaOverview> reading;

        QuotaOverviewFeed(AppServices services, AcceleratorCatalog accelerators, ObservableValue<Instant> now) {
            reading = new PollingQuery<>(services, now, PACE, new PollingQueryCallbacks<>(
                    () -> new QuotaReader(services.clusterServices().objectSource(), accelerators)
                            .read(QuotaTableBuilder.visibleNamespaces(services.snapshots().get())),
                    quotas -> readState.set(new QuotaReadState.KnownQuotas(quotas, now.getValue(), Optional.empty())),
                    problem -> readState.set(readState.get().withProblem(problem, now.getValue())),
                    () -> readState.set(new QuotaReadState.UnreadQuotas())));
        }

        ReadOnlyObjectProperty<QuotaReadState> sourcesProperty() {
            return readState.getReadOnlyProperty();
        }

        PollingQuery<QuotaOverview> pollingQuery() {
            return reading;
        }
    }
}
