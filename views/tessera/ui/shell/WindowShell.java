package tessera.ui.shell;

import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.Parent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.insight.AcceleratorCatalog;
import tessera.model.ObjectRef;
import tessera.model.Snapshot;
import tessera.ui.AppServices;
import tessera.ui.ClusterList;
import tessera.ui.FxRelay;
import tessera.ui.ProjectedScreen;
import tessera.ui.ScreenHost;
import tessera.ui.ScreenHost.ScreenPlace;
import tessera.ui.change.ChangeMenu;
import tessera.ui.change.ChangeSheet;
import tessera.ui.change.NodeChanges;
import tessera.ui.inspect.InspectorView;
import tessera.ui.kit.ClippedPane;
import tessera.ui.mosaic.MosaicLens;
import tessera.ui.terminal.TerminalDock;

/**
 * The window's content: the frame, the screen that is in sight, the inspector, the palette. FX thread.
 *
 * <p>Only what is in sight is computed; screens are made when they are first gone to.
 */
public final class WindowShell implements AutoCloseable {

    private static final PseudoClass DEMO = PseudoClass.getPseudoClass("demo");

    private final AppServices desk;
    private final Clock clock;
    private final ScreenHost host;
    private final ClockTicker ticker;
    private final ObjectProperty<ScreenDestination> current = new SimpleObjectProperty<>(ScreenDestination.FLEET);
    private final TopBar top;
    private final NavigationRail rail = new NavigationRail(this::go);
    private final StatusBar status = new StatusBar();
    private final BannerBar banner;
    private final ScreenSet screens;
    private final AcceleratorCatalog accelerators;
    private @Nullable InspectorView inspector;
    private final OverlayStack overlays;
    private final NodeChanges changes;
    private final DockActions foot;
    private final ChangeMenu menu;
    private final ClippedPane stage = new ClippedPane();
    private final BorderPane frame = new BorderPane();
    private final BorderPane body = new BorderPane();
    private final StackPane root = new StackPane(frame);
    private final FirstPage first;
    private final LatestValue.Observation clusters;
    private @Nullable ClusterList told;
    private Optional<ObjectRef> inspected = Optional.empty();

    /**
     * The content of a window.
     *
     * @param projector where states are computed; one thread
     * @param theme     turns the other theme on
     */
    public WindowShell(AppServices desk, AcceleratorCatalog accelerators, Executor projector, Clock clock,
            Runnable theme) {
        this.desk = desk;
        this.accelerators = accelerators;
        this.clock = clock;
        this.ticker = new ClockTicker(clock);
        this.overlays = new OverlayStack(
                new CommandPalette(() -> new PaletteCommands(this, desk, accelerators, theme).all(), desk.clusters(),
                        projector),
                new ChangeSheet(desk, clock.getZone(), new PostChangeNavigation(this, desk, ticker.second())),
                new PluginSheet(desk));
        this.changes = new NodeChanges(desk, overlays.sheet(), clock);
        this.foot = new DockActions(desk, clock, overlays.leaving(), changes.rights());
        changes.alsoOffer(foot::offers);
        this.top = new TopBar(desk, overlays.palette()::open, this::enter);
        this.banner = new BannerBar(desk::retry);
        this.host = new ScreenHost(desk.snapshots(), desk.readings(), desk.setups(), accelerators, projector);
        this.screens = new ScreenSet(this, desk, accelerators, top.namespaceProperty(), ticker.now());
        this.menu = new ChangeMenu(changes, () -> inspected, () -> inspected.map(screens::meant).orElse(List.of()));
        overlays.sheet().newsProperty().subscribe(news -> status.tell(news, overlays.sheet()::reveal));
        first = new FirstPage(desk);
        compose();
        host.open(ScreenPlace.FRAME, new FrameScreen(frame, ticker, clock.getZone(), screens.told(),
                new FrameScreen.Bars(top, status, banner, rail)));
        showClusters(desk.clusters().get());
        changes.rights().observe(() -> screens.offerAnew(menu));
        clusters = desk.clusters().observe(() -> FxRelay.show(() -> showClusters(desk.clusters().get())));
        new ShellKeys(this, stage, theme).attach(root);
        go(ScreenDestination.FLEET);
        if (desk.clusters().get().open().isEmpty()) {
            welcome();
        }
    }

    private void compose() {
        frame.setTop(top.node());
        frame.setLeft(rail.node());
        var middle = new BorderPane(stage);
        middle.setTop(banner.node());
        body.setCenter(middle);
        body.setBottom(foot.node());
        frame.setCenter(body);
        frame.setBottom(status.node());
        root.setId("shell");
        root.getStyleClass().add("shell");
        root.getChildren().addAll(overlays.nodes());
        frame.disableProperty().bind(overlays.sheet().node().visibleProperty());
    }

    private void showClusters(ClusterList shown) {
        var before = told;
        if (shown.equals(before)) {
            return;
        }
        told = shown;
        if (before != null && !shown.open().equals(before.open())) {
            // What was chosen in one cluster means nothing in another, or something else.
            if (inspected.isPresent()) {
                closeInspector();
            }
            foot.closeAll();
            overlays.sheet().leaveCluster();
            top.leaveCluster();
            if (first.done()) {
                go(ScreenDestination.FLEET);
            }
        }
        top.show(shown);
        foot.heed(shown);
        screens.offerAnew(menu);
        status.show(shown);
        root.pseudoClassStateChanged(DEMO, shown.simulated());
    }

    ZoneId zone() {
        return clock.getZone();
    }

    public Parent node() {
        return root;
    }

    /** What is on screen; empty before anything is. */
    public Optional<Snapshot> shown() {
        return host.shown();
    }

    /** Opens another cluster, unless that would cut something short in the one that is open. */
    void enter(String context) {
        leave(() -> desk.open(context));
    }

    /** Does what leaves the cluster. A change under way is shown instead; what runs in containers is asked about first. */
    public void leave(Runnable action) {
        if (overlays.sheet().busy()) {
            overlays.sheet().reveal();
        } else {
            foot.leave(action);
        }
    }

    /** Shows how to get to a cluster, in place of a screen, until one is opened or a screen is gone to. */
    void welcome() {
        rail.unmark();
        show(first.show(this::enter));
    }

    /** Goes to a screen. */
    public void go(ScreenDestination destination) {
        first.leave();
        if (destination == ScreenDestination.METRICS && current.get() != destination) {
            screens.chart(current.get());
        }
        current.set(destination);
        rail.mark(destination);
        show(screens.of(destination));
        placeInspector();
    }

    /** Goes to the fleet and looks at it through a lens. */
    public void look(MosaicLens lens) {
        go(ScreenDestination.FLEET);
        screens.look(lens);
    }

    /** Beside the screen; on the fleet screen below its figures, which keep their width. */
    private void placeInspector() {
        boolean fleet = current.get() == ScreenDestination.FLEET;
        var wanted = inspected.map(object -> inspector().node());
        body.setRight(fleet ? null : wanted.orElse(null));
        screens.besideFleet(fleet ? wanted : Optional.empty());
    }

    private <Q, S> void show(ProjectedScreen<Q, S> screen) {
        stage.show(screen.node());
        host.open(ScreenPlace.SCREEN, screen);
    }

    /** Shows an object in the inspector. */
    public void inspect(ObjectRef object) {
        inspector().inspect(object);
        if (inspected.isEmpty()) {
            host.open(ScreenPlace.INSPECTOR, inspector());
        }
        inspected = Optional.of(object);
        menu.refresh();
        placeInspector();
        screens.mark(object);
    }

    /** Shows a page of the inspector: Overview, Pods, Labels, Events or YAML. */
    public void turnTo(String page) {
        inspector().turnTo(page);
    }

    /** What is in the inspector. */
    public Optional<ObjectRef> inspected() {
        return inspected;
    }

    void closeInspector() {
        inspected = Optional.empty();
        placeInspector();
        host.close(ScreenPlace.INSPECTOR);
        inspector().leave();
        screens.unmark();
        stage.requestFocus();
    }

    void focusFilter() {
        screens.focusFilter(current.get());
    }

    /** Made when somebody first looks at an object. */
    InspectorView inspector() {
        var made = inspector;
        if (made == null) {
            made = new InspectorView(accelerators, desk, this::inspect, this::closeInspector,
                    new InspectorView.Time(ticker.now(), clock.getZone()));
            made.beside(menu.node());
            made.changes(changes, overlays.sheet());
            overlays.onChange(made::again);
            made.aboveLayouts(menu.shortcut(NodeChanges.MIG_LAYOUT, "mig-change"));
            made.aboveLayouts(menu.shortcut(NodeChanges.MEND_MIG, "mig-mend"));
            inspector = made;
        }
        return made;
    }

    OverlayStack overlays() {
        return overlays;
    }

    /** The terminals at the foot. */
    public TerminalDock terminals() {
        return foot.terminals();
    }

    DockActions foot() {
        return foot;
    }

    NodeChanges changes() {
        return changes;
    }

    void chooseNamespace(String namespace) {
        top.choose(namespace);
    }

    /** Closes the innermost thing that is open; whether there was one. */
    boolean closeInnermost() {
        boolean closed = overlays.closeInnermost();
        if (!closed && inspected.isPresent()) {
            closeInspector();
            return true;
        }
        return closed;
    }

    @Override
    public void close() {
        ticker.close();
        foot.closeAll();
        clusters.close();
        overlays.plugin().close();
        first.leave();
        screens.close();
        host.close();
    }
}
