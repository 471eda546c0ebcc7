package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javafx.scene.Scene;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.window.WindowScreenshotTaker;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.settings.WindowAppearance;
import tessera.settings.WindowAppearance.AnimationChoice;
import tessera.settings.WindowAppearance.LanguageChoice;
import tessera.settings.WindowAppearance.RowDensity;
import tessera.settings.WindowAppearance.ThemeChoice;
import tessera.ui.Stage;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.ResolvedWindowAppearance;
import tessera.ui.shell.ScreenDestination;
import tessera.ui.shell.WindowRootPane;

/** Draws the pages of the settings, the first page and the window with larger text to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class SettingsPicturesTest {

    private static final Path GALLERY = Path.of("target", "gallery");
    private static final Clock CLOCK = Clock.system(ZoneId.of("UTC"));
    private static final ExecutorService PROJECTOR = Executors.newSingleThreadExecutor();

    @TempDir
    private static Path home;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @AfterAll
    static void stop() {
        PROJECTOR.shutdownNow();
    }

    private static ClusterSelectionService desk(SimulatedCluster cluster) throws Exception {
        var folder = Files.createTempDirectory(home, "home");
        var file = Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        return ClusterSelectionService.start(new ProcessEnvironment(Map.of(), folder, folder, file),
                ApplicationSettingsService.readFrom(folder),
                new StartupOptions("", false, 12, 1, List.of(), Optional.empty()), CLOCK, Duration.ofMinutes(1));
    }

    private static ResolvedWindowAppearance look(ColorTheme theme, int size, RowDensity rowDensity) throws Exception {
        var savedAppearance = new WindowAppearance(theme == ColorTheme.DARK ? ThemeChoice.DARK : ThemeChoice.LIGHT,
                rowDensity, size, AnimationChoice.REDUCED, LanguageChoice.ENGLISH);
        return Stage.fx(() -> ResolvedWindowAppearance.of(savedAppearance));
    }

    private interface Prepared {
        void in(WindowRootPane rootPane);
    }

    private static void draw(String name, ClusterSelectionService clusterSelection, ResolvedWindowAppearance appearance,
            int[] size, Prepared prepared) throws Exception {
        var rootPane = Stage.fx(() -> {
            var made = new WindowRootPane(clusterSelection, clusterSelection.accelerators(), PROJECTOR, CLOCK,
                    () -> {});
            appearance.applyTo(new Scene(made.node(), size[0], size[1]));
            prepared.in(made);
            return made;
        });
        for (int turn = 0; turn < 16; turn++) {
            PROJECTOR.submit(() -> {}).get();
            WaitForAsyncUtils.waitForFxEvents();
            Stage.fx(() -> rootPane.node().getScene().snapshot(null));
            WaitForAsyncUtils.sleep(50, TimeUnit.MILLISECONDS);
        }
        Stage.save(Stage.fx(() -> rootPane.node().getScene().snapshot(null)), GALLERY.resolve(name + ".png"));
        Stage.fx(() -> {
            rootPane.close();
            return true;
        });
    }

    @Test
    void everyPageOfTheSettingsAndTheFirstPageAreDrawn() throws Exception {
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false));
                var clusterSelection = desk(cluster)) {
            for (var theme : ColorTheme.values()) {
                var defaultAppearance = look(theme, WindowAppearance.USUAL.fontSize(), RowDensity.NORMAL);
                var suffix = theme == ColorTheme.DARK ? "-dark" : "-light";
                draw("welcome" + suffix, clusterSelection, defaultAppearance, new int[] {1440, 900}, rootPane -> {});
                for (var page : List.of("appearance", "contexts", "metrics", "thresholds", "shortcuts", "storage")) {
                    draw("settings-" + page + suffix, clusterSelection, defaultAppearance, new int[] {1440, 900},
                            rootPane -> {
                                rootPane.goTo(ScreenDestination.SETTINGS);
                                ((ToggleButton) rootPane.node().lookup("#settings-way-" + page)).fire();
                            });
                }
            }
        }
    }

    @Test
    void largerTextAndOtherDensitiesAreDrawn() throws Exception {
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false));
                var clusterSelection = desk(cluster)) {
            clusterSelection.openFirst();
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                    () -> WindowScreenshotTaker.isPopulated(clusterSelection.snapshots().get()));
            for (var screen : List.of(ScreenDestination.FLEET, ScreenDestination.NODES, ScreenDestination.SETTINGS)) {
                var name = screen.title().toLowerCase(Locale.ROOT);
                draw("large-" + name, clusterSelection, look(ColorTheme.DARK, 17, RowDensity.SPACIOUS),
                        new int[] {1440, 900}, rootPane -> rootPane.goTo(screen));
                draw("compact-" + name, clusterSelection, look(ColorTheme.LIGHT, 11, RowDensity.COMPACT),
                        new int[] {1440, 900}, rootPane -> rootPane.goTo(screen));
            }
        }
    }
}
