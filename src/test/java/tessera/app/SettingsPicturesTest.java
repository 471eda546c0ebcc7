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
import tessera.cluster.kubeconfig.Environment;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.Options;
import tessera.settings.Appearance;
import tessera.settings.Appearance.Density;
import tessera.settings.Appearance.Motion;
import tessera.settings.Appearance.Tone;
import tessera.ui.Stage;
import tessera.ui.kit.Look;
import tessera.ui.kit.Theme;
import tessera.ui.shell.Destination;
import tessera.ui.shell.Shell;

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

    private static ClusterDesk desk(SimulatedCluster cluster) throws Exception {
        var folder = Files.createTempDirectory(home, "home");
        var file = Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        return ClusterDesk.at(new Environment(Map.of(), folder, folder, file), SettingsFile.read(folder),
                new Wishes("", false, 12, 1, List.of(), Optional.empty()), CLOCK, Duration.ofMinutes(1));
    }

    private static Look look(Theme theme, int size, Density density) throws Exception {
        var settled = new Appearance(theme == Theme.DARK ? Tone.DARK : Tone.LIGHT, density, size, Motion.REDUCED);
        return Stage.fx(() -> Look.of(settled));
    }

    private interface Prepared {
        void in(Shell shell);
    }

    private static void draw(String name, ClusterDesk desk, Look look, int[] size, Prepared prepared) throws Exception {
        var shell = Stage.fx(() -> {
            var made = new Shell(desk, desk.accelerators(), PROJECTOR, CLOCK, () -> {});
            look.dress(new Scene(made.node(), size[0], size[1]));
            prepared.in(made);
            return made;
        });
        for (int turn = 0; turn < 16; turn++) {
            PROJECTOR.submit(() -> {}).get();
            WaitForAsyncUtils.waitForFxEvents();
            Stage.fx(() -> shell.node().getScene().snapshot(null));
            WaitForAsyncUtils.sleep(50, TimeUnit.MILLISECONDS);
        }
        Stage.save(Stage.fx(() -> shell.node().getScene().snapshot(null)), GALLERY.resolve(name + ".png"));
        Stage.fx(() -> {
            shell.close();
            return true;
        });
    }

    @Test
    void everyPageOfTheSettingsAndTheFirstPageAreDrawn() throws Exception {
        try (var cluster = SimulatedCluster.start(Options.usual().withLife(false)); var desk = desk(cluster)) {
            for (var theme : Theme.values()) {
                var usual = look(theme, Appearance.USUAL.fontSize(), Density.NORMAL);
                var suffix = theme == Theme.DARK ? "-dark" : "-light";
                draw("welcome" + suffix, desk, usual, new int[] {1440, 900}, shell -> {});
                for (var page : List.of("appearance", "contexts", "metrics", "thresholds", "shortcuts", "storage")) {
                    draw("settings-" + page + suffix, desk, usual, new int[] {1440, 900}, shell -> {
                        shell.go(Destination.SETTINGS);
                        ((ToggleButton) shell.node().lookup("#settings-way-" + page)).fire();
                    });
                }
            }
        }
    }

    @Test
    void largerTextAndOtherDensitiesAreDrawn() throws Exception {
        try (var cluster = SimulatedCluster.start(Options.usual().withLife(false)); var desk = desk(cluster)) {
            desk.openFirst();
            WaitForAsyncUtils.waitFor(60, TimeUnit.SECONDS, () -> Picture.populated(desk.snapshots().get()));
            for (var screen : List.of(Destination.FLEET, Destination.NODES, Destination.SETTINGS)) {
                var name = screen.title().toLowerCase(Locale.ROOT);
                draw("large-" + name, desk, look(Theme.DARK, 17, Density.SPACIOUS), new int[] {1440, 900},
                        shell -> shell.go(screen));
                draw("compact-" + name, desk, look(Theme.LIGHT, 11, Density.COMPACT), new int[] {1440, 900},
                        shell -> shell.go(screen));
            }
        }
    }
}
