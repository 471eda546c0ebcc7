package tessera.ui.shell;

import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.PseudoClass;
import javafx.scene.Parent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.ui.AppServices;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.OpenableClusterList;
import tessera.ui.ScreenUpdater;
import tessera.ui.ScreenUpdater.WindowRegion;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.change.ClusterChangeDialog;
import tessera.ui.change.ClusterChangeMenu;
import tessera.ui.change.NodeChangeActions;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.inspect.ClockAndTimeZone;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.inspect.InspectorView;
import tessera.ui.kit.ClippedPane;
import tessera.ui.settings.WelcomeView;
import tessera.ui.terminal.TerminalTabs;

/**
 * Content of the window: the frame, the current screen, the inspector, the palette. FX thread.
 *
 * <p>Only what is in sight is computed; screens are made when they are first gone to.
 */
public final class WindowRootPane implements AutoCloseable {

    private static final PseudoClass DEMO = PseudoClass.getPseudoClass("demo");

    private final AppServices services;
    private final Clock clock;
    private final ScreenUpdater host;
    private final ClockTicker ticker;
    private final ObjectProperty<ScreenDestination> current = new SimpleObjectProperty<>(ScreenDestination.FLEET);
    private final TopBar top;
    private final NavigationRail rail = new NavigationRail(this::goTo);
    private final StatusBar status = new StatusBar();
    private final BannerBar banner;
    private final WindowScreens screens;
    private final AcceleratorCatalog accelerators;
    private @Nullable InspectorView inspector;
    private final OverlayStack overlays;
    private final NodeChangeActions changes;
    private final ContainerAccessActions foot;
    private final ClusterChangeMenu menu;
    private final ClippedPane stage = new ClippedPane();
    private final BorderPane frame = new BorderPane();
    private final BorderPane body = new BorderPane();
    private final StackPane root = new StackPane(frame);
    private final WelcomeViewHost first;
    private final LatestValue.ObserverRegistration clusters;
    private @Nullable OpenableClusterList clusterList;
    private Optional<ObjectRef> inspected = Optional.empty();

    /**
     * The content of a window.
     *
     * @param projector where states are computed; one thread
     * @param theme     turns the other theme on
     */
    public WindowRootPane(AppServices services, AcceleratorCatalog accelerators, Executor projector, Clock clock,
            Runnable theme) {
        this.services = services;
        this.accelerators = accelerators;
        this.clock = clock;
        this.ticker = new ClockTicker(clock);
        this.overlays = new OverlayStack(
                new CommandPalette(() -> new PaletteCommandSource(this, services, accelerators, theme).allCommands(),
                        services.clusters(), projector),
                new ClusterChangeDialog(services, clock.getZone(),
                        new PostChangeNavigator(this, services, ticker.everySecond())),
                new CredentialPluginDialog(services));
        this.changes = new NodeChangeActions(services, overlays.changeSheet(), clock);
        this.foot = new ContainerAccessActions(services, services.layoutMemory(), clock, overlays.leaveQuestion(),
                changes.rights());
        changes.addPodOffers(foot::offers);
        this.top = new TopBar(services, services, overlays.palette()::open, this::openContext);
        this.banner = new BannerBar(services::retryConnection);
        this.host = new ScreenUpdater(services.snapshots(), services.deviceReadings(), services.setups(),
                () -> services.newFleetReader(accelerators), projector);
        this.screens = new WindowScreens(this, services, accelerators, top.namespaceProperty(), ticker.now());
        this.menu = new ClusterChangeMenu(changes, () -> inspected,
                () -> inspected.map(screens::selectedNodesWith).orElse(List.of()));
        overlays.changeSheet().newsProperty().subscribe(news -> status.showNews(news, overlays.changeSheet()::reveal));
        first = new WelcomeViewHost(services);
        composeLayout();
        host.openScreen(WindowRegion.FRAME, new WindowBarsScreenAdapter(frame, ticker, clock.getZone(),
                screens.frameSources(), new WindowBarsScreenAdapter.WindowBars(top, status, banner, rail)));
        showClusters(services.clusters().get());
        changes.rights().observe(() -> screens.refreshOffers(menu));
        clusters = services.clusters().observe(() -> refreshClusters(services));
        new WindowKeyboardShortcuts(this, stage, theme).attachTo(root);
        goTo(ScreenDestination.FLEET);
        if (services.clusters().get().openContext().isEmpty()) {
            showWelcome();
        }
    }

    private void refreshClusters(AppServices services) {
        JavaFxThreadRelay.runOnFxThread(() -> showClusters(services.clusters().get()));
    }

    private void composeLayout() {
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
        frame.disableProperty().bind(overlays.changeSheet().node().visibleProperty());
    }

    private void showClusters(OpenableClusterList displayedClusterList) {
        var before = clusterList;
        if (displayedClusterList.equals(before)) {
            return;
        }
        clusterList = displayedClusterList;
        if (before != null && !displayedClusterList.openContext().equals(before.openContext())) {
            // What was chosen in one cluster means nothing in another, or something else.
            if (inspected.isPresent()) {
                closeInspector();
            }
            foot.closeAll();
            overlays.changeSheet().leaveCluster();
            top.leaveCluster();
            if (first.markOpened()) {
                goTo(ScreenDestination.FLEET);
            }
        }
        top.show(displayedClusterList);
        foot.applyAccess(displayedClusterList);
        screens.refreshOffers(menu);
        status.show(displayedClusterList);
        root.pseudoClassStateChanged(DEMO, displayedClusterList.isSimulated());
    }

    ZoneId zone() {
        return clock.getZone();
    }

    public Parent node() {
        return root;
    }

    /** Returns the snapshot on screen; empty before the first. */
    public Optional<ClusterSnapshot> shownSnapshot() {
        return host.shownSnapshot();
    }

    /** Opens another cluster, after confirmation where running sessions would be interrupted. */
    void openContext(String context) {
        confirmAndRun(() -> services.openContext(context));
    }

    /** Runs an action that leaves the cluster, after confirmation where sessions are running. A change under way is shown instead; what runs in containers is asked about first. */
    public void confirmAndRun(Runnable action) {
        if (overlays.changeSheet().isRunning()) {
            overlays.changeSheet().reveal();
        } else {
            foot.confirmAndRun(action);
        }
    }

    /** Shows the welcome page in place of a screen, until a cluster is opened or a screen is selected. */
    void showWelcome() {
        rail.unmark();
        showScreen(first.show(this::openContext));
    }

    /** Goes to a screen. */
    public void goTo(ScreenDestination destination) {
        first.leave();
        if (destination == ScreenDestination.METRICS && current.get() != destination) {
            screens.chartSelection(current.get());
        }
        current.set(destination);
        rail.markCurrent(destination);
        showScreen(screens.screenFor(destination));
        placeInspector();
    }

    /** Goes to the fleet and shows it through a lens. */
    public void showFleet(HeatmapColorMode colorMode) {
        goTo(ScreenDestination.FLEET);
        screens.applyLens(colorMode);
    }

    /** Places the inspector beside the screen; on the fleet screen below its figures, which keep their width. */
    private void placeInspector() {
        boolean fleet = current.get() == ScreenDestination.FLEET;
        var wanted = inspected.map(object -> inspector().node());
        body.setRight(fleet ? null : wanted.orElse(null));
        screens.placeBesideFleet(fleet ? wanted : Optional.empty());
    }

    private <Q, S> void showScreen(SnapshotDrivenScreen<Q, S> screen) {
        stage.show(screen.node());
        // A screen is styled before it has rows: both at once would freeze the window for longer than is felt.
        screen.node().applyCss();
        host.openScreen(WindowRegion.SCREEN, screen);
    }

    /** Shows an object in the inspector. */
    public void inspect(ObjectRef object) {
        inspect(object, Optional.empty());
    }

    /** Shows a device of a node in the inspector; the node where it is not identified. */
    public void inspect(ObjectRef object, Optional<DeviceSeriesKey> device) {
        inspector().inspect(object, device);
        if (inspected.isEmpty()) {
            host.openScreen(WindowRegion.INSPECTOR, inspector());
        }
        inspected = Optional.of(object);
        menu.refresh();
        placeInspector();
        screens.markInspected(object);
        // The heatmap had the whole node inspected where that was not selected there yet.
        inspector().lookAt(device);
    }

    /** Shows a page of the inspector, now and for other objects of the kind. */
    void chooseInspectorPage(InspectorPageName page) {
        inspector().choosePage(page);
    }

    /** Shows a page of the inspector. */
    public void showInspectorPage(InspectorPageName page) {
        inspector().turnTo(page);
    }

    /** Returns the object in the inspector. */
    public Optional<ObjectRef> inspectedObject() {
        return inspected;
    }

    void closeInspector() {
        inspected = Optional.empty();
        placeInspector();
        host.closeScreen(WindowRegion.INSPECTOR);
        inspector().leave();
        screens.unmark();
        stage.requestFocus();
    }

    void focusFilter() {
        screens.focusFilter(current.get());
    }

    /** Returns the inspector, which is created on first use. */
    InspectorView inspector() {
        var made = inspector;
        if (made == null) {
            made = new InspectorView(accelerators, services, this::inspect, this::closeInspector,
                    new ClockAndTimeZone(ticker.now(), clock.getZone()));
            made.addTool(menu.node());
            made.setChanges(changes, overlays.changeSheet());
            overlays.onChange(made::readAgain);
            made.addLayoutTool(menu.shortcutButton(NodeChangeActions.migLayoutTitle(), "mig-change"));
            made.addLayoutTool(menu.shortcutButton(NodeChangeActions.migRepairTitle(), "mig-mend"));
            inspector = made;
        }
        return made;
    }

    OverlayStack overlays() {
        return overlays;
    }

    /** Returns the terminals at the foot. */
    public TerminalTabs terminals() {
        return foot.terminals();
    }

    ContainerAccessActions dockActions() {
        return foot;
    }

    NodeChangeActions changes() {
        return changes;
    }

    void chooseNamespace(String namespace) {
        top.chooseNamespace(namespace);
    }

    /** Closes the innermost open part; returns whether there was one. */
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

    /** Welcome page that leads to a cluster, while it is shown. FX thread. */
    private static final class WelcomeViewHost {

        private final AppServices services;
        private Optional<WelcomeView> welcomeView = Optional.empty();

        WelcomeViewHost(AppServices services) {
            this.services = services;
        }

        /** @param enter opens the cluster of a context */
        WelcomeView show(Consumer<String> enter) {
            leave();
            var page = new WelcomeView(services, services.contextSources(), enter);
            welcomeView = Optional.of(page);
            return page;
        }

        /** Records that a cluster was opened, so that the next start opens one; returns whether the page is shown. */
        boolean markOpened() {
            services.layoutMemory().remember(WelcomeView.STARTED, "true");
            return welcomeView.isPresent();
        }

        void leave() {
            welcomeView.ifPresent(WelcomeView::close);
            welcomeView = Optional.empty();
        }
    }
}
