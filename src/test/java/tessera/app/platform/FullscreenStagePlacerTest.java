package tessera.app.platform;

import java.util.List;
import javafx.geometry.Rectangle2D;
import javafx.stage.StageStyle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** Where a wall goes when displays are plugged in and pulled out. */
@SuppressWarnings("NullAway.Init")
class FullscreenStagePlacerTest {

    private static final Rectangle2D MAIN = new Rectangle2D(0, 0, 800, 600);
    private static final Rectangle2D BESIDE = new Rectangle2D(800, 0, 1024, 768);

    private javafx.stage.Stage window;
    private FullscreenStagePlacer second;

    /** Not shown: here is one display, which a window that is shown would fill whatever it was told. */
    @BeforeEach
    void make() {
        Stage.start();
        window = Stage.fx(() -> new javafx.stage.Stage(StageStyle.UNDECORATED));
        second = new FullscreenStagePlacer(window, 2);
    }

    private Rectangle2D settled(Rectangle2D... displays) {
        return Stage.fx(() -> {
            second.fillDisplay(List.of(displays));
            assertThat(window.isFullScreen()).isTrue();
            return new Rectangle2D(window.getX(), window.getY(), window.getWidth(), window.getHeight());
        });
    }

    @Test
    void itFillsItsOwnDisplayAndAnotherForAsLongAsThatIsGone() {
        assertThat(settled(MAIN, BESIDE)).isEqualTo(BESIDE);
        assertThat(settled(MAIN)).isEqualTo(MAIN);
        assertThat(settled(MAIN, BESIDE)).isEqualTo(BESIDE);
    }

    @Test
    void itFollowsItsDisplayWhenThatLiesElsewhereOrHasAnotherSize() {
        settled(MAIN, BESIDE);
        var sharper = new Rectangle2D(0, 600, 1920, 1080);

        assertThat(settled(MAIN, sharper)).isEqualTo(sharper);
    }

    @Test
    void itStaysWhereItIsWhileThereIsNoDisplayAtAll() {
        settled(MAIN, BESIDE);

        assertThat(settled()).isEqualTo(BESIDE);
        assertThat(settled(MAIN, BESIDE)).isEqualTo(BESIDE);
    }
}
