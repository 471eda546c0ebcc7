package tessera.app.cli;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Executors;
import tessera.app.wiring.ClusterSelectionService;
import tessera.ui.wall.WallDimmingHours;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;
import tessera.ui.wall.WallPageKind;

/** A page of a wall as a drawing. */
final class WallDisplayScreenshotRenderer {

    private WallDisplayScreenshotRenderer() {}

    /** Returns a drawing that stays at its page. FX thread. */
    static ScreenshotCommand.CapturableScreenContent drawingOf(ClusterSelectionService clusterSelection,
            WallPageKind page) {
        var pages = List.of(WallPageKind.values());
        var display = new WallDisplay(List.of(clusterSelection),
                new WallDisplayOptions(pages, Duration.ofDays(1), WallDimmingHours.NEVER,
                        clusterSelection.accelerators(), Clock.system(ZoneId.systemDefault())),
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory()));
        display.turnTo(pages.indexOf(page));
        return new ScreenshotCommand.CapturableScreenContent(display.node(), display::isSettled);
    }
}
