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
import tessera.insight.Accelerators;
import tessera.model.Failure;
import tessera.settings.Edit;
import tessera.ui.Clusters;
import tessera.ui.Relay;
import tessera.ui.alerts.AlertToast;
import tessera.ui.kit.Look;
import tessera.ui.kit.Wardrobe;
import tessera.ui.shell.Destination;
import tessera.ui.shell.Shell;

/** The program's window. */
final class Window {

    private static final double WIDTH = 1440;
    private static final double HEIGHT = 900;

    private final ClusterDesk desk;
    private final Projections projections;
    private final DesktopNotifier notifier;
    private final ExecutorService projector = Executors
            .newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory());
    private final Opened opened = new Opened();

    private Window(ClusterDesk desk, Projections projections, DesktopNotifier notifier) {
        this.desk = desk;
        this.projections = projections;
        this.notifier = notifier;
    }

    /**
     * Sees to it that a window can be opened at all.
     *
     * @throws Failure when there is nothing to open one on
     */
    static void requireDisplay(Map<String, String> environment) throws Failure {
        if (!mayOpen(environment)) {
            throw new Failure(Toolkit.NO_DISPLAY);
        }
    }

    /** Whether there seems to be something to open a window on. */
    static boolean mayOpen(Map<String, String> environment) {
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
    static void show(ClusterDesk desk, Projections projections, DesktopNotifier notifier, @Nullable Path screenshot,
            CompletableFuture<Boolean> painted) {
        var window = new Window(desk, projections, notifier);
        var accelerators = desk.accelerators();
        Relay.show(() -> window.opened.open(() -> window.open(accelerators, screenshot, painted)));
        window.opened.await(window.projector);
    }

    private void open(Accelerators accelerators, @Nullable Path screenshot, CompletableFuture<Boolean> painted) {
        var stage = new Stage();
        var shell = new Shell(desk, accelerators, projections.measuring(projector),
                Clock.system(ZoneId.systemDefault()),
                this::otherTheme);
        var screen = Screen.getPrimary().getVisualBounds();
        var dressed = new Scene(shell.node(), Math.min(WIDTH, screen.getWidth()), Math.min(HEIGHT, screen.getHeight()));
        var wardrobe = new Wardrobe(desk.preferences(), dressed);
        stage.setScene(dressed);
        stage.setMinWidth(960);
        stage.setMinHeight(600);
        var titles = desk.clusters().observe(() -> Relay.show(() -> stage.setTitle(title(desk.clusters().get()))));
        var notices = new AlertNotices(desk, notifier, notice -> Relay
                .show(() -> AlertToast.show(shell.node(), notice, () -> shell.go(Destination.ALERTS))));
        var crashes = CrashReports.inCharge().map(reports -> new CrashNotices(reports, shell.node()));
        stage.setOnCloseRequest(event -> {
            event.consume();
            shell.leave(stage::close);
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
        FirstPaint.note(dressed, () -> true, "The window is painted", () -> painted.complete(true));
        FirstPaint.note(dressed, () -> shell.shown().filter(Picture::populated).isPresent(), "A cluster is painted",
                () -> {});
        if (screenshot != null) {
            Picture.whenPopulated(shell, () -> picture(dressed, screenshot));
        }
    }

    private static void picture(Scene scene, Path file) {
        try {
            Picture.save(scene.snapshot(null), file);
        } catch (Failure failure) {
            System.err.println("tessera: " + Complaints.sentence(failure.problem()));
        }
    }

    private static String title(Clusters clusters) {
        return clusters.open().isEmpty() ? "Tessera" : clusters.open() + " – Tessera";
    }

    private void otherTheme() {
        desk.preferences().change(Edit.theme(Look.of(desk.preferences().settings().appearance()).other()));
    }
}
