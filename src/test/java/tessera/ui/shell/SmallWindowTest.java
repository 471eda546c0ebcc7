package tessera.ui.shell;

import javafx.scene.control.ToggleButton;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import tessera.insight.Sample;
import tessera.ui.StillDesk;

import static tessera.insight.Sample.node;

/** The fleet in a window that is small. */
class SmallWindowTest extends WindowTest {

    private final StillDesk desk = new StillDesk(new Sample()
            .with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8)).snapshot());
    private Stage stage;

    @Override
    StillDesk desk() {
        return desk;
    }

    @Start
    void open(Stage shown) {
        stage = shown;
        show(shown);
    }

    private void size(FxRobot robot, double width, double height) {
        robot.interact(() -> {
            stage.setWidth(width);
            stage.setHeight(height);
        });
    }

    private boolean shows(String id) {
        return find(id) != null && find(id).isVisible() && find(id).getParent().isVisible();
    }

    private boolean called(String words) {
        return find("lens-allocation") instanceof ToggleButton lens && lens.getText().equals(words);
    }

    @Test
    void whatStandsAroundTheMosaicGivesWayToItAndComesBack(FxRobot robot) {
        eventually(() -> shows("fleet-figures") && shows("fleet-legend") && called("_Allocation"));

        size(robot, 800, 480);
        eventually(() -> shows("fleet-figures") && !shows("fleet-legend") && called("_A"));

        size(robot, 800, 360);
        eventually(() -> !shows("fleet-figures") && find("fleet-mosaic").getBoundsInParent().getHeight() > 150);

        size(robot, 1440, 900);
        eventually(() -> shows("fleet-figures") && shows("fleet-legend") && called("_Allocation"));
    }
}
