package tessera.ui.quota;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaReader;
import tessera.quota.QuotaTableBuilder;
import tessera.text.MessageCatalog;
import tessera.ui.OpenClusterSource;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.ScreenServices;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.SidePaneLayout;
import tessera.ui.kit.TableScreen;

/** View of device quotas: limits, use, and the free capacity of nodes beside it. */
public final class QuotaView extends TableScreen<QuotaRow, QuotaScreenInput, QuotaScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaView.class);

    private final QuotaOverviewFeed feed;
    private final NamespaceQuotaAndLimitsPane bounds;

    /**
     * An empty table.
     *
     * @param namespace the only one that is wanted; empty for all
     * @param now       the time, in steps in which quotas may be read anew
     */
    public QuotaView(ScreenServices services, AcceleratorCatalog accelerators, QuotaChangeActions changes,
            ObservableValue<String> namespace, ObservableValue<Instant> now) {
        super(services, new TableDescription<>("quota", QuotaRow.columns(), row -> row.tableRow().id(),
                MESSAGES.text("filter.prompt"), MESSAGES.text("filter.noMatch")), row -> {});
        var stateBuilder = new QuotaScreenStateBuilder(accelerators);
        bounds = new NamespaceQuotaAndLimitsPane(services, changes);
        feed = new QuotaOverviewFeed(services, accelerators, now);
        var root = new SidePaneLayout(filteredTable().node(), bounds.node());
        setNode(root);
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
        table().selectedProperty().addListener((_, _, row) -> showBounds(row));
        ask(stateBuilder::project, (filter, sort) -> new QuotaScreenInput(filter, sort, namespace.getValue(),
                feed.sourcesProperty().get()), namespace, feed.sourcesProperty());
    }

    @Override
    protected void retry(ScreenServices services) {
        feed.pollingQuery().refresh();
    }

    private void showBounds(Optional<QuotaRow> row) {
        bounds.showSelection(row.filter(each -> !each.isQueue()).map(QuotaRow::owner).orElse(""),
                row.filter(QuotaRow::isQueue).map(QuotaRow::owner).orElse(""));
    }

    @Override
    public void show(QuotaScreenState state) {
        boolean there = filteredTable().showNoticeOrContent(state.notice());
        // Rights, and a new team, do not depend on there being a quota.
        boolean known = state.quotas().isPresent();
        if (known && !bounds.node().isVisible()) {
            bounds.restart();
        }
        JavaFxNodeVisibility.setShown(bounds.node(), known);
        if (there) {
            showRows(state.rows(), state.count(), state.filterProblem(), state.totalsText());
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

        QuotaOverviewFeed(OpenClusterSource services, AcceleratorCatalog accelerators, ObservableValue<Instant> now) {
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
