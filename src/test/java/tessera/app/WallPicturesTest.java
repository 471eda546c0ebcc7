package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javafx.scene.Scene;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.window.WindowScreenshotTaker;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.wall.WallDimmingHours;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;
import tessera.ui.wall.WallPageKind;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws every page of the wall to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class WallPicturesTest {

    @TempDir
    private Path home;

    @ParameterizedTest
    @CsvSource({"24, 1920x1080", "24, 3840x2160", "1000, 1920x1080", "1000, 3840x2160"})
    void everyPageIsDrawn(int nodes, String size) throws Exception {
        for (var theme : ColorTheme.values()) {
            for (var page : WallPageKind.values()) {
                var file = Path.of("target", "gallery", "wall-%s-%d-%s-%s.png".formatted(page.optionName(), nodes, size,
                        theme.name().toLowerCase(Locale.ROOT))).toAbsolutePath();
                var outcome = new Program(home).runApart("snapshot", "--demo-nodes", Integer.toString(nodes), "--wall",
                        page.optionName(), "--size", size, "--theme", theme.name(), file.toString());
                assertThat(outcome.code()).as(outcome.err()).isZero();
                assertThat(file).exists();
            }
        }
    }

    @Test
    void aLostClusterAndOneThatMayNotBeReadAreDrawn() throws Exception {
        Stage.start();
        var clock = new AdvancedClock();
        try (var cluster = SimulatedCluster
                .start(SimulationOptions.defaultOptions().withNodes(24).withActivity(false))) {
            try (var clusterSelection = desk(cluster, "nobody", clock)) {
                draw("wall-forbidden", clusterSelection, clock,
                        () -> clusterSelection.snapshots().get()
                                .nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection
                                || clusterSelection.snapshots().get()
                                        .connection() instanceof SessionConnectionStatus.RefusedConnection);
            }
            try (var clusterSelection = desk(cluster, "admin", clock)) {
                WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                        () -> WindowScreenshotTaker.isPopulated(clusterSelection.snapshots().get()));
                SimulatedHttpServerFaults.of(cluster).addFault(".*",
                        new SimulatedHttpServerFault.NonHttpResponseFault("no HTTP"));
                SimulatedHttpServerFaults.of(cluster).dropConnections();
                WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> !(clusterSelection.snapshots().get()
                        .connection() instanceof SessionConnectionStatus.LiveConnection));
                clock.move(Duration.ofMinutes(12));
                draw("wall-lost", clusterSelection, clock, () -> true);
            }
        }
    }

    private ClusterSelectionService desk(SimulatedCluster cluster, String user, Clock clock) throws Exception {
        var folder = Files.createTempDirectory(home, user);
        var file = Files.writeString(folder.resolve("config"), cluster.kubeconfig(user));
        var startupOptions = new StartupOptions("", false, 12, 1, List.of(), Optional.empty()).forWall("");
        var clusterSelection = ClusterSelectionService.start(new ProcessEnvironment(Map.of(), folder, folder, file),
                ApplicationSettingsService.readFrom(folder), startupOptions, clock, Duration.ofMinutes(1));
        clusterSelection.openForWall();
        return clusterSelection;
    }

    private static void draw(String name, ClusterSelectionService clusterSelection, Clock clock,
            Callable<Boolean> ready) throws Exception {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, ready);
        var projector = Executors.newSingleThreadExecutor();
        var options = new WallDisplayOptions(List.of(WallPageKind.values()), Duration.ofDays(1), WallDimmingHours.NEVER,
                clusterSelection.accelerators(), clock);
        for (var theme : ColorTheme.values()) {
            var display = Stage.fx(() -> {
                var made = new WallDisplay(List.of(clusterSelection), options, projector);
                theme.applyTo(new Scene(made.node(), 1920, 1080));
                return made;
            });
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> Stage.fx(display::isSettled));
            for (int look = 0; look < 3; look++) {
                Stage.fx(() -> display.node().getScene().snapshot(null));
                WaitForAsyncUtils.waitForFxEvents();
            }
            Stage.save(Stage.fx(() -> display.node().getScene().snapshot(null)),
                    Path.of("target", "gallery", "%s-%s.png".formatted(name, theme.name().toLowerCase(Locale.ROOT))));
            Stage.fx(() -> {
                display.close();
                return true;
            });
        }
        projector.shutdownNow();
    }
}
