package tessera.app;

import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javafx.scene.Scene;
import javafx.stage.Screen;
import javafx.stage.Stage;
import org.jspecify.annotations.Nullable;
import tessera.insight.AcceleratorCatalog;
import tessera.model.Failure;
import tessera.settings.SettingsEdit;
import tessera.ui.ClusterList;
import tessera.ui.FxRelay;
import tessera.ui.alerts.AlertToast;
import tessera.ui.kit.ThemeBinder;
import tessera.ui.kit.WindowLook;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowShell;

/** The program's window. */
final class MainWindow {

    private static final double WIDTH = 1440;
    private static final double HEIGHT = 900;

    private final ClusterDesk desk;
    private final ProjectionCounters projections;
    private final DesktopNotifier notifier;
    private final ExecutorService projector = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory());
    private final WindowLatch opened = new WindowLatch();

    private MainWindow(ClusterDesk desk, ProjectionCounters projections, DesktopNotifier notifier) {
        this.desk = desk;
        this.projections = projections;
        this.notifier = notifier;
    }

    /**
     * Fails where no window can be opened at all.
     *
     * @throws Failure when there is nothing to open one on
     */
    static void requireDisplay(Map<String, String> environment) throws Failure {
        if (!hasDisplay(environment)) {
            throw new Failure(GraphicsToolkit.NO_DISPLAY);
        }
    }

    /** Returns whether there seems to be a display to open a window on. */
    static boolean hasDisplay(Map<String, String> environment) {
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
    static void show(ClusterDesk desk, ProjectionCounters projections, DesktopNotifier notifier,
            @Nullable Path screenshot,
            CompletableFuture<Boolean> painted) {
        var window = new MainWindow(desk, projections, notifier);
        var accelerators = desk.accelerators();
        FxRelay.runOnFxThread(() -> window.opened.open(() -> window.openStage(accelerators, screenshot, painted)));
        window.opened.awaitClosed(window.projector);
    }

    private void openStage(AcceleratorCatalog accelerators, @Nullable Path screenshot,
            CompletableFuture<Boolean> painted) {
        var stage = new Stage();
        var shell = new WindowShell(desk, accelerators, projections.measureOn(projector),
                Clock.system(ZoneId.systemDefault()),
                this::toggleTheme);
        var screen = Screen.getPrimary().getVisualBounds();
        var dressed = new Scene(shell.node(), Math.min(WIDTH, screen.getWidth()), Math.min(HEIGHT, screen.getHeight()));
        var wardrobe = new ThemeBinder(desk.preferences(), dressed);
        stage.setScene(dressed);
        stage.setMinWidth(960);
        stage.setMinHeight(600);
        var titles = desk.clusters()
                .observe(() -> FxRelay.runOnFxThread(() -> stage.setTitle(windowTitle(desk.clusters().get()))));
        var notices = new AlertNotices(desk, notifier, notice -> FxRelay
                .runOnFxThread(
                        () -> AlertToast.show(shell.node(), notice, () -> shell.goTo(ScreenDestination.ALERTS))));
        var crashes = CrashReports.installedReports().map(reports -> new CrashNotices(reports, shell.node()));
        stage.setOnCloseRequest(event -> {
            event.consume();
            shell.confirmAndRun(stage::close);
        });
        stage.setOnHidden(event -> {
            titles.close();
            notices.close();
            crashes.ifPresent(CrashNotices::close);
            wardrobe.close();
            shell.close();
            opened.close();
        });
        stage.show();
        FirstPaint.logWhenPainted(dressed, () -> true, "The window is painted", () -> painted.complete(true));
        FirstPaint.logWhenPainted(dressed, () -> shell.shownSnapshot().filter(WindowPicture::isPopulated).isPresent(),
                "A cluster is painted",
                () -> {});
        if (screenshot != null) {
            WindowPicture.whenPopulated(shell, () -> savePicture(dressed, screenshot));
        }
    }

    private static void savePicture(Scene scene, Path file) {
        try {
            WindowPicture.savePng(scene.snapshot(null), file);
        } catch (Failure failure) {
            System.err.println("tessera: " + CliErrors.problemLine(failure.problem()));
        }
    }

    private static String windowTitle(ClusterList clusters) {
        return clusters.openContext().isEmpty() ? "Tessera" : clusters.openContext() + " – Tessera";
    }

    private void toggleTheme() {
        desk.preferences()
                .change(SettingsEdit.setTheme(WindowLook.of(desk.preferences().settings().appearance()).otherTone()));
    }
}
