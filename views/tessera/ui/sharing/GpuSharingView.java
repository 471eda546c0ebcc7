package tessera.ui.sharing;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.text.MessageCatalog;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.OpenClusterSource;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.ScreenServices;
import tessera.ui.change.GpuSharingChangeActions;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.SidePaneLayout;
import tessera.ui.kit.TableScreen;
import tessera.ui.kit.TableSort;

/** View of the sharing of each node's GPUs and its source; beside it the named configurations. */
public final class GpuSharingView extends TableScreen<NodeGpuSharingRow, GpuSharingScreenInput, GpuSharingScreenState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingView.class);

    private final GpuSharingConfigFeed feed;
    private final GpuSharingConfigPane configs;
    private int labelsHash;

    /**
     * An empty table.
     *
     * @param open called with the name of a node that is opened
     * @param now  the time, in steps as coarse as ages are shown
     */
    public GpuSharingView(ScreenServices services, GpuSharingChangeActions changes, Consumer<String> open,
            ObservableValue<Instant> now) {
        super(services,
                new TableDescription<>("sharing", NodeGpuSharingRow.columns(), NodeGpuSharingRow::name,
                        MESSAGES.text("filter.prompt"), MESSAGES.text("filter.noMatch")),
                row -> open.accept(row.name()));
        table().showDefaultSort(new TableSort("name", false));
        feed = new GpuSharingConfigFeed(services, now);
        configs = new GpuSharingConfigPane(changes, this::selectedNodes);
        var root = new SidePaneLayout(filteredTable().node(), configs.node());
        root.sceneProperty().addListener((property, before, scene) -> feed.pollingQuery().setWatched(scene != null));
        setNode(root);
        table().node().getSelectionModel().getSelectedItems()
                .addListener((InvalidationListener) chosen -> configs.showNodes(selectedNodes()));
        services.clusters().observe(() -> JavaFxThreadRelay.runOnFxThread(configs::refresh));
        ask(new GpuSharingScreenStateBuilder()::project,
                (filter, sort) -> new GpuSharingScreenInput(filter, sort, feed.sourcesProperty().get()),
                feed.sourcesProperty());
    }

    private List<String> selectedNodes() {
        return table().node().getSelectionModel().getSelectedItems().stream().filter(slot -> slot != null)
                .map(slot -> slot.getValue().name()).toList();
    }

    /** Calls a listener with every node that the user selects, or clicks again while it is selected. */
    public void onChosen(Consumer<String> told) {
        table().onChosen(row -> told.accept(row.name()));
    }

    @Override
    public void show(GpuSharingScreenState state) {
        boolean there = filteredTable().showNoticeOrContent(state.notice());
        JavaFxNodeVisibility.setShown(configs.node(), there);
        configs.showSetup(state.setup());
        if (!there) {
            return;
        }
        showRows(state.rows(), state.count(), state.filterProblem(), state.totalsText());
        if (state.labelsHash() != labelsHash) {
            // What nodes offer follows what they were told: that may be another thing now.
            labelsHash = state.labelsHash();
            feed.pollingQuery().refresh();
        }
    }

    /** Feed of the sharing configuration of the open cluster's device plugins. FX thread. */
    private static final class GpuSharingConfigFeed {

        private static final Duration PACE = Duration.ofSeconds(10);

        private final ReadOnlyObjectWrapper<GpuSharingConfigReadState> readState = new ReadOnlyObjectWrapper<>(
                new GpuSharingConfigReadState.SharingUnread());
        private final PollingQuery<DevicePluginSharingConfiguration> reading;

        GpuSharingConfigFeed(OpenClusterSource services, ObservableValue<Instant> now) {
            reading = new PollingQuery<>(services, now, PACE,
                    new PollingQueryCallbacks<>(() -> services.clusterServices().planLookups().readSharing(),
                            setup -> readState.set(new GpuSharingConfigReadState.SharingKnown(setup)),
                            problem -> readState.set(new GpuSharingConfigReadState.SharingUnreadable(problem)),
                            () -> readState.set(new GpuSharingConfigReadState.SharingUnread())));
        }

        ReadOnlyObjectProperty<GpuSharingConfigReadState> sourcesProperty() {
            return readState.getReadOnlyProperty();
        }

        PollingQuery<DevicePluginSharingConfiguration> pollingQuery() {
            return reading;
        }
    }
}
