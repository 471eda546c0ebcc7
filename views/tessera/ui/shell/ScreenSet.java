package tessera.ui.shell;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.insight.AcceleratorCatalog;
import tessera.metrics.history.DeviceKey;
import tessera.model.ObjectRef;
import tessera.ui.AppServices;
import tessera.ui.ProjectedScreen;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.AlertsFeed;
import tessera.ui.alerts.AlertsView;
import tessera.ui.alerts.ForeignFeed;
import tessera.ui.change.ChangeMenu;
import tessera.ui.change.ReleaseChanges;
import tessera.ui.claims.ClaimsView;
import tessera.ui.devices.DevicesView;
import tessera.ui.doctor.DoctorView;
import tessera.ui.fleet.AlertContext;
import tessera.ui.fleet.FiguresPast;
import tessera.ui.fleet.FleetView;
import tessera.ui.journal.JournalView;
import tessera.ui.kit.TrendSource;
import tessera.ui.launch.LaunchChanges;
import tessera.ui.metrics.ChartSelection;
import tessera.ui.metrics.MetricsView;
import tessera.ui.metrics.RememberedHour;
import tessera.ui.mosaic.MosaicLens;
import tessera.ui.nodes.NodesView;
import tessera.ui.operator.OperatorView;
import tessera.ui.pods.PodlessFeed;
import tessera.ui.pods.PodsView;
import tessera.ui.quota.QuotaChanges;
import tessera.ui.quota.QuotaView;
import tessera.ui.settings.SettingsView;
import tessera.ui.sharing.SharingView;

/** The screens of a window, each made when it is first gone to, and wired to the inspector. FX thread. */
final class ScreenSet {

    private final WindowShell shell;
    private final AppServices desk;
    private final AcceleratorCatalog accelerators;
    private final ObservableValue<String> namespace;
    private final ObservableValue<Instant> now;
    private final AlertsFeed alerts;
    private final ForeignFeed foreign;
    private final FiguresPast figures;
    private final RememberedHour hour;
    private final QuotaChanges quotas;
    private final TrendSource trends;
    private final Map<ScreenDestination, ProjectedScreen<?, ?>> made = new EnumMap<>(ScreenDestination.class);

    ScreenSet(WindowShell shell, AppServices desk, AcceleratorCatalog accelerators, ObservableValue<String> namespace,
            ObservableValue<Instant> now) {
        this.shell = shell;
        this.desk = desk;
        this.accelerators = accelerators;
        this.namespace = namespace;
        this.now = now;
        this.alerts = new AlertsFeed(desk.alarms());
        this.foreign = new ForeignFeed(desk.prometheus(), now);
        this.figures = new FiguresPast(() -> desk.clusters().get().open());
        this.hour = new RememberedHour(desk, now::getValue);
        this.trends = new TrendSource(hour::past, desk.readings()::get, now::getValue);
        this.quotas = new QuotaChanges(desk, accelerators, shell.overlays().sheet(), shell.changes().rights());
        shell.changes().alsoMend(quotas);
    }

    /** Ends what listens beside the screen that is in sight. */
    void close() {
        alerts.close();
        foreign.close();
        hour.close();
        withMade(SettingsView.class, SettingsView::close);
    }

    /** Offers on every screen what can be changed as things stand. */
    void offerAnew(ChangeMenu menu) {
        menu.refresh();
        withMade(FleetView.class, FleetView::offerAnew);
        withMade(DoctorView.class, DoctorView::offerAnew);
        withMade(PodsView.class, PodsView::offerAnew);
    }

    private <S> void withMade(Class<S> type, Consumer<S> act) {
        made.values().stream().filter(type::isInstance).map(type::cast).forEach(act);
    }

    /** What the frame tells of. */
    FrameScreen.Sources told() {
        return new FrameScreen.Sources(desk.prometheus()::get, ActiveAlerts.by(alerts, foreign), figures);
    }

    ProjectedScreen<?, ?> of(ScreenDestination destination) {
        var known = made.get(destination);
        if (known != null) {
            return known;
        }
        var screen = make(destination);
        made.put(destination, screen);
        shell.inspected().ifPresent(this::mark);
        return screen;
    }

    private ProjectedScreen<?, ?> make(ScreenDestination destination) {
        return switch (destination) {
            case FLEET -> fleet();
            case NODES -> nodes();
            case GPUS -> devices();
            case PODS -> pods();
            case CLAIMS -> new ClaimsView(desk, shell::inspect, shell.changes().remedies(), namespace, now);
            case METRICS -> new MetricsView(desk, shell.zone(), now);
            case SHARING -> sharing();
            case OPERATOR -> new OperatorView(desk, shell::inspect,
                    new ReleaseChanges(desk, shell.overlays().sheet(), shell.changes().rights()), now);
            case ALERTS -> new AlertsView(alerts, foreign,
                    new AlertsView.AlertLinks(node -> shell.inspect(ObjectRef.node(node)), desk::retry), trends, now);
            case JOURNAL -> new JournalView(desk, shell.zone(), shell.overlays().sheet()::undoing, now);
            case QUOTAS -> new QuotaView(desk, accelerators, quotas, namespace, now);
            case SETTINGS -> new SettingsView(desk, KeyHelp.KEYS, shell.zone());
            case DOCTOR -> new DoctorView(desk, accelerators, new DoctorView.Guide(shell::inspect, shell.changes(),
                    shell.overlays()::onChange), shell.zone(), now);
        };
    }

    private FleetView fleet() {
        var attending = new AttentionNavigation(shell, this);
        var view = new FleetView(accelerators, new FleetView.FleetInputs(this::openNode,
                new FleetView.FleetLinks(attending::attend, attending::change),
                desk::retry, new AlertContext(desk::rules, desk.alerts()::get), figures),
                trends, namespace, now);
        view.selectionProperty().addListener((selection, before, chosen) -> follow(chosen));
        view.pickedProperty().addListener((picked, before, chosen) -> look(view, chosen));
        return view;
    }

    private void follow(List<String> nodes) {
        if (!nodes.isEmpty()) {
            shell.inspect(ObjectRef.node(nodes.getLast()));
        }
    }

    /** At the GPU that was clicked last, where that is on the node that is inspected. */
    private void look(FleetView view, List<DeviceKey> picked) {
        var nodes = view.selectionProperty().get();
        if (!nodes.isEmpty()) {
            shell.inspector().lookAt(picked.stream().filter(device -> device.node().equals(nodes.getLast()))
                    .reduce((one, later) -> later));
        }
    }

    private NodesView nodes() {
        var view = new NodesView(desk, this::openNode, now);
        view.onChosen(node -> shell.inspect(ObjectRef.node(node)));
        view.addTool(ChartsButton.of("nodes-charts", view.pickedProperty(), shell));
        return view;
    }

    private DevicesView devices() {
        var view = new DevicesView(desk, this::openNode, trends, namespace, now);
        view.onChosen(device -> {
            shell.inspect(ObjectRef.node(device.node().name()));
            shell.inspector().lookAt(TrendSource.key(device));
        });
        view.addTool(ChartsButton.of("devices-charts", view.pickedProperty(), shell));
        return view;
    }

    private PodsView pods() {
        var podless = new PodlessFeed(desk, accelerators, now);
        shell.overlays().onChange(podless::again);
        var view = new PodsView(accelerators, new PodsView.PodActions(shell::inspect, desk::retry),
                new PodsView.Beside(alerts.seenProperty(), podless), namespace, now);
        view.onChosen(shell::inspect);
        shell.changes().alsoKnow(podless::course);
        view.offer(line -> ChangeMenu.items(PodsView.subject(line).map(shell.changes()::offeredFor).orElse(List.of())));
        view.addTool(new LaunchChanges(desk, accelerators, shell.overlays().sheet(), shell.changes()).button());
        return view;
    }

    private SharingView sharing() {
        var view = new SharingView(desk, shell.changes().sharing(), this::openNode, now);
        view.onChosen(node -> shell.inspect(ObjectRef.node(node)));
        return view;
    }

    private void openNode(String node) {
        shell.inspect(ObjectRef.node(node));
        shell.turnTo("Pods");
    }

    /** The nodes that are meant by somebody who looks at an object: all that are selected with it. */
    List<String> meant(ObjectRef object) {
        if (!object.kind().equals("Node")) {
            return List.of();
        }
        var selected = made.get(ScreenDestination.FLEET) instanceof FleetView fleet ? fleet.selectionProperty().get()
                : List.<String>of();
        return selected.contains(object.name()) ? selected : List.of(object.name());
    }

    /** Nothing is inspected any more, so nothing is marked. */
    void unmark() {
        mark(ObjectRef.node(""));
        mark(ObjectRef.pod("", ""));
        if (made.get(ScreenDestination.FLEET) instanceof FleetView fleet) {
            fleet.select(List.of());
        }
    }

    /** Puts something below the fleet's figures, in place of what needs attention; nothing puts that back. */
    void besideFleet(Optional<Node> instead) {
        if (made.get(ScreenDestination.FLEET) instanceof FleetView fleet) {
            fleet.aside(instead);
        }
    }

    /** Shows on the screens what is inspected. They are told of their own selection, too, and have it already. */
    void mark(ObjectRef object) {
        if (object.kind().equals("Node")) {
            if (made.get(ScreenDestination.NODES) instanceof NodesView nodes) {
                nodes.mark(object.name());
            }
            if (made.get(ScreenDestination.SHARING) instanceof SharingView sharing) {
                sharing.mark(object.name());
            }
            if (made.get(ScreenDestination.METRICS) instanceof MetricsView metrics) {
                metrics.choose(ChartSelection.ofNodes(meant(object).stream().filter(name -> !name.isEmpty()).toList()));
            }
            if (made.get(ScreenDestination.OPERATOR) instanceof OperatorView operator) {
                operator.mark(object.name());
            }
            markInMosaic(object.name());
        } else if (made.get(ScreenDestination.PODS) instanceof PodsView pods) {
            pods.mark(object);
        }
    }

    /** Has charts show what is selected where the user comes from. */
    void chart(ScreenDestination from) {
        var selected = selected(from);
        if (!selected.isEmpty() && of(ScreenDestination.METRICS) instanceof MetricsView metrics) {
            metrics.choose(selected);
        }
    }

    private ChartSelection selected(ScreenDestination where) {
        return switch (made.get(where)) {
            case FleetView fleet -> {
                var picked = fleet.pickedProperty().get();
                var whole = fleet.selectionProperty().get().stream()
                        .filter(node -> picked.stream().noneMatch(device -> device.node().equals(node))).toList();
                yield new ChartSelection(whole, picked);
            }
            case NodesView nodes -> ChartSelection.ofNodes(nodes.pickedProperty().getValue());
            case DevicesView devices -> ChartSelection.ofDevices(devices.pickedProperty().getValue());
            case null, default -> ChartSelection.NONE;
        };
    }

    private void markInMosaic(String node) {
        if (!node.isEmpty() && made.get(ScreenDestination.FLEET) instanceof FleetView fleet) {
            var selected = fleet.selectionProperty().get();
            if (selected.isEmpty() || !selected.getLast().equals(node)) {
                fleet.select(List.of(node));
            }
        }
    }

    /** Looks at the fleet through a lens. */
    void look(MosaicLens lens) {
        if (of(ScreenDestination.FLEET) instanceof FleetView fleet) {
            fleet.look(lens);
        }
    }

    void focusFilter(ScreenDestination destination) {
        switch (of(destination)) {
            case NodesView nodes -> nodes.focusFilter();
            case DevicesView devices -> devices.focusFilter();
            case PodsView pods -> pods.focusFilter();
            case SharingView sharing -> sharing.focusFilter();
            case AlertsView fires -> fires.focusFilter();
            case JournalView journal -> journal.focusFilter();
            case QuotaView quotas -> quotas.focusFilter();
            case ClaimsView claims -> claims.focusFilter();
            case OperatorView operator -> operator.focusFilter();
            case MetricsView metrics when metrics.asks() -> metrics.focusQuery();
            default -> shell.overlays().palette().open();
        }
    }
}
