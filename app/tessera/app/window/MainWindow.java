package tessera.app.window;

import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javafx.scene.Scene;
import javafx.stage.Screen;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import tessera.alerts.Alert;
import tessera.alerts.AlertNotificationSelector;
import tessera.alerts.AlertSnapshot;
import tessera.app.crash.CrashNoticeDisplay;
import tessera.app.crash.CrashReportWriter;
import tessera.app.platform.DesktopNotifier;
import tessera.app.platform.FirstPaintLogger;
import tessera.app.platform.JavaFxToolkitStarter;
import tessera.app.platform.WindowCloseLatch;
import tessera.app.selfmetrics.ScreenStateBuildCounters;
import tessera.app.wiring.ClusterSelectionService;
import tessera.flow.LatestValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.model.ProblemException;
import tessera.settings.SettingsFileEdit;
import tessera.ui.AppServices;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.OpenableClusterList;
import tessera.ui.alerts.AlertToast;
import tessera.ui.alerts.NewAlertsNotification;
import tessera.ui.kit.ResolvedWindowAppearance;
import tessera.ui.kit.SceneThemeBinder;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;

/** The program's window. */
public final class MainWindow {

    private static final double WIDTH = 1440;
    private static final double HEIGHT = 900;

    private final ClusterSelectionService clusterSelection;
    private final ScreenStateBuildCounters projections;
    private final DesktopNotifier notifier;
    private final ExecutorService projector = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory());
    private final WindowCloseLatch opened = new WindowCloseLatch();

    private MainWindow(ClusterSelectionService clusterSelection, ScreenStateBuildCounters projections,
            DesktopNotifier notifier) {
        this.clusterSelection = clusterSelection;
        this.projections = projections;
        this.notifier = notifier;
    }

    /**
     * Fails where no window can be opened at all.
     *
     * @throws ProblemException when there is nothing to open one on
     */
    public static void requireDisplay(Map<String, String> environment) throws ProblemException {
        if (!hasDisplay(environment)) {
            throw new ProblemException(JavaFxToolkitStarter.noDisplayProblem());
        }
    }

    /** Returns whether there seems to be a display to open a window on. */
    public static boolean hasDisplay(Map<String, String> environment) {
        boolean unix = !System.getProperty("os.name", "").toLowerCase(Locale.ROOT).matches("(windows|mac).*");
        return !unix || !environment.getOrDefault("DISPLAY", "").isEmpty()
                || System.getProperty("glass.platform") != null;
    }

    /**
     * Opens the window and waits until it is closed. What draws windows has been started.
     *
     * @param projections measures what screens cost
     * @param notifier    tells the desktop of new alerts
     * @param screenshot  where to save a picture of it once it is populated; null for none
     * @param painted     done when it is seen
     */
    public static void show(ClusterSelectionService clusterSelection, ScreenStateBuildCounters projections,
            DesktopNotifier notifier, @Nullable Path screenshot, CompletableFuture<Boolean> painted) {
        var window = new MainWindow(clusterSelection, projections, notifier);
        var accelerators = clusterSelection.accelerators();
        JavaFxThreadRelay
                .runOnFxThread(() -> window.opened.open(() -> window.openStage(accelerators, screenshot, painted)));
        window.opened.awaitClosed(window.projector);
    }

    private void showTitle(Stage stage) {
        JavaFxThreadRelay.runOnFxThread(() -> stage.setTitle(windowTitle(clusterSelection.clusters().get())));
    }

    private void openStage(AcceleratorCatalog accelerators, @Nullable Path screenshot,
            CompletableFuture<Boolean> painted) {
        var stage = new Stage();
        var rootPane = new WindowRootPane(clusterSelection, accelerators, projections.measureOn(projector),
                Clock.system(ZoneId.systemDefault()), this::toggleTheme);
        var screen = Screen.getPrimary().getVisualBounds();
        var scene = new Scene(rootPane.node(), Math.min(WIDTH, screen.getWidth()),
                Math.min(HEIGHT, screen.getHeight()));
        var themeBinder = new SceneThemeBinder(clusterSelection.preferences(), scene);
        stage.setScene(scene);
        stage.setMinWidth(960);
        stage.setMinHeight(600);
        var titles = clusterSelection.clusters().observe(() -> showTitle(stage));
        var notices = new AlertDesktopNotifier(clusterSelection, notifier,
                notification -> showToast(notification, rootPane));
        var crashes = CrashReportWriter.installedReports()
                .map(reports -> new CrashNoticeDisplay(reports, rootPane.node()));
        stage.setOnCloseRequest(event -> {
            event.consume();
            rootPane.confirmAndRun(stage::close);
        });
        stage.setOnHidden(event -> {
            titles.close();
            notices.close();
            crashes.ifPresent(CrashNoticeDisplay::close);
            themeBinder.close();
            rootPane.close();
            opened.close();
        });
        stage.show();
        FirstPaintLogger.logWhenPainted(scene, () -> true, "The window is painted", () -> painted.complete(true));
        FirstPaintLogger.logWhenPainted(scene,
                () -> rootPane.shownSnapshot().filter(WindowScreenshotTaker::isPopulated).isPresent(),
                "A cluster is painted", () -> {});
        if (screenshot != null) {
            WindowScreenshotTaker.whenPopulated(rootPane, () -> savePicture(scene, screenshot));
        }
    }

    private static void showToast(NewAlertsNotification notification, WindowRootPane rootPane) {
        JavaFxThreadRelay.runOnFxThread(
                () -> AlertToast.show(rootPane.node(), notification, () -> rootPane.goTo(ScreenDestination.ALERTS)));
    }

    private static void savePicture(Scene scene, Path file) {
        try {
            WindowScreenshotTaker.savePng(scene.snapshot(null), file);
        } catch (ProblemException problemException) {
            System.err.println("tessera: " + problemException.problem().singleLine());
        }
    }

    private static String windowTitle(OpenableClusterList clusters) {
        return clusters.openContext().isEmpty() ? "Tessera" : clusters.openContext() + " – Tessera";
    }

    private void toggleTheme() {
        clusterSelection.preferences().change(SettingsFileEdit.setTheme(
                ResolvedWindowAppearance.of(clusterSelection.preferences().settings().appearance()).otherTone()));
    }

    /**
     * Sends desktop notifications of new alerts of the open cluster, if the settings say so; the window shows them where the desktop takes none. Looks whenever alerts were judged, on the thread of whoever judged; tells on threads of its own.
     */
    static final class AlertDesktopNotifier implements AutoCloseable {

        private final AppServices services;
        private final DesktopNotifier desktop;
        private final Consumer<NewAlertsNotification> window;
        private final LatestValue.ObserverRegistration observerRegistration;
        private AlertNotificationSelector selector = new AlertNotificationSelector();

        /** @param window shows what the desktop did not take; called on any thread */
        AlertDesktopNotifier(AppServices services, DesktopNotifier desktop, Consumer<NewAlertsNotification> window) {
            this.services = services;
            this.desktop = desktop;
            this.window = window;
            observerRegistration = services.alertsState().observe(this::checkAlerts);
        }

        private synchronized void checkAlerts() {
            var state = services.alertsState().get();
            if (state.equals(AlertSnapshot.notEvaluated())) {
                selector = new AlertNotificationSelector();
                return;
            }
            var fresh = selector.takeNew(state, services.alertFeed().silences().get(),
                    services.preferences().currentSettings().get().settings().notifications().minimumSeverity());
            if (!fresh.isEmpty()) {
                Thread.ofVirtual().name("notice").start(() -> notifyUser(fresh));
            }
        }

        private void notifyUser(List<Alert> fresh) {
            var notification = NewAlertsNotification.forAlerts(services.clusters().get().openContext(), fresh);
            try {
                if (!desktop.send(notification)) {
                    window.accept(notification);
                }
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            observerRegistration.close();
        }
    }
}
