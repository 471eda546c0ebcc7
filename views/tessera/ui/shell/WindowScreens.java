package tessera.ui.shell;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import tessera.diagnosis.FleetProblem;
import tessera.gpu.AcceleratorCatalog;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;
import tessera.ui.AppServices;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.AlertsView;
import tessera.ui.alerts.JavaFxAlertFeed;
import tessera.ui.alerts.PrometheusAlertFeed;
import tessera.ui.change.ClusterChangeMenu;
import tessera.ui.claims.ResourceClaimsView;
import tessera.ui.devices.GpusView;
import tessera.ui.doctor.DoctorView;
import tessera.ui.fleet.FleetAlertsAndRules;
import tessera.ui.fleet.FleetProblemActions;
import tessera.ui.fleet.FleetView;
import tessera.ui.fleet.HeadlineFigureHistory;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.journal.ChangeJournalView;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.TableScreen;
import tessera.ui.launch.WorkloadLaunchAction;
import tessera.ui.metrics.ChartedDevices;
import tessera.ui.metrics.FleetMetricHistoryBackfill;
import tessera.ui.metrics.MetricsView;
import tessera.ui.nodes.NodesView;
import tessera.ui.operator.GpuOperatorScreenView;
import tessera.ui.pods.OtherSchedulerEventFeed;
import tessera.ui.pods.PodlessWorkloadFeed;
import tessera.ui.pods.PodsView;
import tessera.ui.quota.QuotaChangeActions;
import tessera.ui.quota.QuotaView;
import tessera.ui.settings.SettingsView;
import tessera.ui.sharing.GpuSharingView;

/** Screens of a window, each created on first use, and wired to the inspector. FX thread. */
final class WindowScreens {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WindowScreens.class);

    private final WindowRootPane rootPane;
    private final AppServices services;
    private final AcceleratorCatalog accelerators;
    private final ObservableValue<String> namespace;
    private final ObservableValue<Instant> now;
    private final JavaFxAlertFeed alerts;
    private final PrometheusAlertFeed foreign;
    private final HeadlineFigureHistory figureHistory;
    private final FleetMetricHistoryBackfill hour;
    private final QuotaChangeActions quotas;
    private final DeviceTrendSource trends;
    private final Map<ScreenDestination, SnapshotDrivenScreen<?, ?>> made = new EnumMap<>(ScreenDestination.class);

    WindowScreens(WindowRootPane rootPane, AppServices services, AcceleratorCatalog accelerators,
            ObservableValue<String> namespace, ObservableValue<Instant> now) {
        this.rootPane = rootPane;
        this.services = services;
        this.accelerators = accelerators;
        this.namespace = namespace;
        this.now = now;
        this.alerts = new JavaFxAlertFeed(services.alertFeed());
        this.foreign = new PrometheusAlertFeed(services.prometheusStatus(), now);
        this.figureHistory = new HeadlineFigureHistory(() -> services.clusters().get().openContext());
        this.hour = new FleetMetricHistoryBackfill(services, now::getValue);
        this.trends = new DeviceTrendSource(hour::history, services.deviceReadings()::get, now::getValue);
        this.quotas = new QuotaChangeActions(services, accelerators, rootPane.overlays().changeSheet(),
                rootPane.changes().rights());
        rootPane.changes().setBoundChanges(quotas);
    }

    /** Closes the listeners beside the current screen. */
    void close() {
        alerts.close();
        foreign.close();
        hour.close();
        withCreated(SettingsView.class, SettingsView::close);
    }

    /** Updates the changes on offer on every screen to those currently possible. */
    void refreshOffers(ClusterChangeMenu menu) {
        menu.refresh();
        withCreated(FleetView.class, FleetView::refreshOffers);
        withCreated(DoctorView.class, DoctorView::refreshOffers);
        withCreated(PodsView.class, PodsView::refreshOffers);
    }

    private <S> void withCreated(Class<S> type, Consumer<S> act) {
        made.values().stream().filter(type::isInstance).map(type::cast).forEach(act);
    }

    /** Returns the sources of the frame's data. */
    WindowBarsScreenAdapter.WindowBarsDataSources frameSources() {
        return new WindowBarsScreenAdapter.WindowBarsDataSources(services.prometheusStatus()::get,
                ActiveAlerts.observe(alerts, foreign), figureHistory);
    }

    SnapshotDrivenScreen<?, ?> screenFor(ScreenDestination destination) {
        var drivenScreen = made.get(destination);
        if (drivenScreen != null) {
            return drivenScreen;
        }
        var screen = createScreen(destination);
        made.put(destination, screen);
        rootPane.inspectedObject().ifPresent(this::markInspected);
        return screen;
    }

    private SnapshotDrivenScreen<?, ?> createScreen(ScreenDestination destination) {
        return switch (destination) {
            case FLEET -> fleetView();
            case NODES -> nodesView();
            case GPUS -> devicesView();
            case PODS -> podsView();
            case CLAIMS ->
                new ResourceClaimsView(services, rootPane::inspect, rootPane.changes().remedies(), namespace, now);
            case METRICS -> new MetricsView(services, services, rootPane.zone(), now);
            case SHARING -> sharingView();
            case OPERATOR -> new GpuOperatorScreenView(services, rootPane::inspect, rootPane.changes().releases(), now);
            case ALERTS -> new AlertsView(alerts, foreign, new AlertsView.AlertNavigationCallbacks(
                    node -> rootPane.inspect(ObjectRef.node(node)), services::retryConnection), trends, now);
            case JOURNAL -> new ChangeJournalView(services, services, rootPane.zone(),
                    rootPane.overlays().changeSheet()::undoAction, now);
            case QUOTAS -> new QuotaView(services, accelerators, quotas, namespace, now);
            case SETTINGS -> new SettingsView(services, services.preferences(), services.crashReports(),
                    KeyboardShortcutsDialog.shortcuts(), rootPane.zone());
            case DOCTOR -> new DoctorView(services, accelerators, new DoctorView.DoctorScreenActions(rootPane::inspect,
                    rootPane.changes(), rootPane.overlays()::onChange), rootPane.zone(), now);
        };
    }

    private FleetView fleetView() {
        var attending = new AttentionItemNavigator(rootPane, this);
        var view = new FleetView(accelerators,
                new FleetView.FleetViewDependencies(this::openNode,
                        new FleetProblemActions(attending::showItem, rootPane.changes().remediations()::offer),
                        services::retryConnection,
                        new FleetAlertsAndRules(services::alertRules, services.alertsState()::get), figureHistory),
                trends, namespace, now);
        view.selectionProperty().addListener((selection, before, chosen) -> followSelection(chosen));
        view.pickedProperty().addListener((picked, before, chosen) -> inspectPicked(view, chosen));
        return view;
    }

    private void followSelection(List<String> nodes) {
        if (!nodes.isEmpty()) {
            rootPane.inspect(ObjectRef.node(nodes.getLast()));
        }
    }

    /** Inspects the GPU that was clicked last, where that is on the inspected node. */
    private void inspectPicked(FleetView view, List<DeviceSeriesKey> picked) {
        var nodes = view.selectionProperty().get();
        if (!nodes.isEmpty()) {
            rootPane.inspect(ObjectRef.node(nodes.getLast()), picked.stream()
                    .filter(device -> device.node().equals(nodes.getLast())).reduce((one, later) -> later));
        }
    }

    private NodesView nodesView() {
        var view = new NodesView(services, this::openNode, now);
        view.onChosen(node -> rootPane.inspect(ObjectRef.node(node)));
        view.addTool(MetricChartsButton.createButton("nodes-charts", view.pickedProperty(), rootPane));
        return view;
    }

    private GpusView devicesView() {
        var view = new GpusView(services, this::openNode, trends, namespace, now);
        view.onChosen(
                device -> rootPane.inspect(ObjectRef.node(device.node().name()), DeviceTrendSource.deviceKey(device)));
        view.addTool(MetricChartsButton.createButton("devices-charts", view.pickedProperty(), rootPane));
        return view;
    }

    private PodsView podsView() {
        var podless = new PodlessWorkloadFeed(services, accelerators, now);
        rootPane.overlays().onChange(podless::refresh);
        var schedulerEvents = new OtherSchedulerEventFeed(services, accelerators, now);
        var view = new PodsView(accelerators,
                new PodsView.PodsViewCallbacks(rootPane::inspect, services::retryConnection),
                new PodsView.PodsScreenInputs(alerts.firingAlertsProperty(), podless, schedulerEvents), namespace, now);
        view.onChosen(rootPane::inspect);
        rootPane.changes().addCourseSource(podless::findCourse);
        view.offerChanges(line -> ClusterChangeMenu
                .menuItems(PodsView.subjectOf(line).map(rootPane.changes()::offersFor).orElse(List.of())));
        view.addTool(new WorkloadLaunchAction(services, services.preferences(), accelerators,
                rootPane.overlays().changeSheet(), rootPane.changes()).launchButton());
        return view;
    }

    private GpuSharingView sharingView() {
        var view = new GpuSharingView(services, rootPane.changes().sharing(), this::openNode, now);
        view.onChosen(node -> rootPane.inspect(ObjectRef.node(node)));
        return view;
    }

    private void openNode(String node) {
        rootPane.inspect(ObjectRef.node(node));
        rootPane.showInspectorPage(InspectorPageName.PODS);
    }

    /** Returns the nodes that an action on an object applies to: all that are selected with it. */
    List<String> selectedNodesWith(ObjectRef object) {
        if (!object.kind().equals("Node")) {
            return List.of();
        }
        var selected = made.get(ScreenDestination.FLEET) instanceof FleetView fleet ? fleet.selectionProperty().get()
                : List.<String>of();
        return selected.contains(object.name()) ? selected : List.of(object.name());
    }

    /** Removes the marks, as nothing is inspected any more. */
    void unmark() {
        markInspected(ObjectRef.node(""));
        markInspected(ObjectRef.pod("", ""));
        if (made.get(ScreenDestination.FLEET) instanceof FleetView fleet) {
            fleet.selectNodes(List.of());
        }
    }

    /** Places a node below the fleet's figures, in place of the attention list; an empty one restores that. */
    void placeBesideFleet(Optional<Node> instead) {
        if (made.get(ScreenDestination.FLEET) instanceof FleetView fleet) {
            fleet.setSidePane(instead);
        }
    }

    /** Marks the inspected object on the screens. They are told of their own selection, too, and have it already. */
    void markInspected(ObjectRef object) {
        if (object.kind().equals("Node")) {
            if (made.get(ScreenDestination.NODES) instanceof NodesView nodes) {
                nodes.markRow(object.name());
            }
            if (made.get(ScreenDestination.SHARING) instanceof GpuSharingView sharing) {
                sharing.markRow(object.name());
            }
            if (made.get(ScreenDestination.METRICS) instanceof MetricsView metrics) {
                metrics.choose(ChartedDevices
                        .ofNodes(selectedNodesWith(object).stream().filter(name -> !name.isEmpty()).toList()));
            }
            if (made.get(ScreenDestination.OPERATOR) instanceof GpuOperatorScreenView operator) {
                operator.markNode(object.name());
            }
            markInHeatmap(object.name());
        } else if (made.get(ScreenDestination.PODS) instanceof PodsView pods) {
            pods.markPod(object);
        }
    }

    /** Shows the selection of the previous screen in the charts. */
    void chartSelection(ScreenDestination from) {
        var selected = selectionOn(from);
        if (!selected.isEmpty() && screenFor(ScreenDestination.METRICS) instanceof MetricsView metrics) {
            metrics.choose(selected);
        }
    }

    private ChartedDevices selectionOn(ScreenDestination where) {
        return switch (made.get(where)) {
            case FleetView fleet -> {
                var picked = fleet.pickedProperty().get();
                var whole = fleet.selectionProperty().get().stream()
                        .filter(node -> picked.stream().map(DeviceSeriesKey::node).noneMatch(node::equals)).toList();
                yield new ChartedDevices(whole, picked);
            }
            case NodesView nodes -> ChartedDevices.ofNodes(nodes.pickedProperty().getValue());
            case GpusView devices -> ChartedDevices.ofDevices(devices.pickedProperty().getValue());
            case null, default -> ChartedDevices.NONE;
        };
    }

    private void markInHeatmap(String node) {
        if (!node.isEmpty() && made.get(ScreenDestination.FLEET) instanceof FleetView fleet) {
            var selected = fleet.selectionProperty().get();
            if (selected.isEmpty() || !selected.getLast().equals(node)) {
                fleet.selectNodes(List.of(node));
            }
        }
    }

    /** Shows the fleet through a lens. */
    void applyLens(HeatmapColorMode colorMode) {
        if (screenFor(ScreenDestination.FLEET) instanceof FleetView fleet) {
            fleet.showLens(colorMode);
        }
    }

    void focusFilter(ScreenDestination destination) {
        switch (screenFor(destination)) {
            case TableScreen<?, ?, ?> tableScreen -> tableScreen.focusFilter();
            case PodsView pods -> pods.focusFilter();
            case AlertsView fires -> fires.focusFilter();
            case MetricsView metrics when metrics.hasQueries() -> metrics.focusQuery();
            default -> rootPane.overlays().palette().open();
        }
    }

    /** Button that leads from selected rows to their charts, visible while there are any. */
    private static final class MetricChartsButton {

        private MetricChartsButton() {}

        /** @param picked what is selected of what can be charted */
        static <T> Button createButton(String id, ObservableValue<List<T>> picked, WindowRootPane rootPane) {
            var button = new Button();
            button.setId(id);
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.setTooltip(new Tooltip(MESSAGES.text("window.metricsTooltip")));
            button.setOnAction(event -> rootPane.goTo(ScreenDestination.METRICS));
            picked.subscribe(rows -> {
                button.setText(rows.size() == 1 ? MESSAGES.text("window.metrics")
                        : MESSAGES.text("window.metricsOf", GroupedNumberFormatter.count(rows.size())));
                JavaFxNodeVisibility.setShown(button, !rows.isEmpty());
            });
            return button;
        }
    }

    /** Navigation from attention items to the screen that shows them. FX thread. */
    private static final class AttentionItemNavigator {

        private final WindowRootPane rootPane;
        private final WindowScreens screens;

        AttentionItemNavigator(WindowRootPane rootPane, WindowScreens screens) {
            this.rootPane = rootPane;
            this.screens = screens;
        }

        /** Shows the object of an attention item. */
        void showItem(FleetProblem attention) {
            if (attention.kind() == FleetProblem.FleetProblemKind.PODS_WAITING) {
                rootPane.goTo(ScreenDestination.PODS);
                showPending();
            } else if (attention.kind() == FleetProblem.FleetProblemKind.PODS_BROKEN) {
                rootPane.goTo(ScreenDestination.PODS);
                filterPods("!status:Running");
            } else if (attention.count() > 1 && attention.kind() == FleetProblem.FleetProblemKind.TOO_HOT) {
                rootPane.goTo(ScreenDestination.ALERTS);
            } else if (attention.count() > 1) {
                rootPane.goTo(ScreenDestination.NODES);
                filterNodes(attention.kind());
            } else {
                rootPane.inspect(ObjectRef.node(attention.node()));
            }
        }

        /** Narrows the nodes to those with the problem. */
        private void filterNodes(FleetProblem.FleetProblemKind kind) {
            if (screens.screenFor(ScreenDestination.NODES) instanceof NodesView nodes) {
                nodes.setFilter(filterText(kind));
            }
        }

        private static String filterText(FleetProblem.FleetProblemKind kind) {
            return switch (kind) {
                case UNHEALTHY_GPU -> "state:unhealthy";
                case NODE_UNREACHABLE -> "state:unreachable";
                case NODE_NOT_READY -> "state:notready";
                case NOT_OFFERED -> "state:notoffered";
                case NODE_FAULT -> "state:faulty";
                case CHANGING, CHANGE_STUCK -> "state:changing";
                case OVERCOMMITTED -> "overcommitted";
                case CORDONED -> "cordoned";
                case TOO_HOT, PODS_WAITING, PODS_BROKEN -> "";
            };
        }

        private void showPending() {
            if (screens.screenFor(ScreenDestination.PODS) instanceof PodsView pods) {
                pods.showPending();
            }
        }

        private void filterPods(String filter) {
            if (screens.screenFor(ScreenDestination.PODS) instanceof PodsView pods) {
                pods.filterPods(filter);
            }
        }
    }
}
