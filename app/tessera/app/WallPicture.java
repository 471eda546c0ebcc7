package tessera.app;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Executors;
import tessera.ui.wall.DimmingHours;
import tessera.ui.wall.WallDisplay;
import tessera.ui.wall.WallDisplayOptions;
import tessera.ui.wall.WallPage;

/** A page of a wall as a drawing. */
final class WallPicture {

    private WallPicture() {}

    /** Returns a drawing that stays at its page. FX thread. */
    static SnapshotCommand.ScreenDrawing drawingOf(ClusterDesk desk, WallPage page) {
        var pages = List.of(WallPage.values());
        var display = new WallDisplay(List.of(desk),
                new WallDisplayOptions(pages, Duration.ofDays(1), DimmingHours.NEVER,
                        desk.accelerators(), Clock.system(ZoneId.systemDefault())),
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("projector").factory()));
        display.turnTo(pages.indexOf(page));
        return new SnapshotCommand.ScreenDrawing(display.node(), display::isSettled);
    }
}
