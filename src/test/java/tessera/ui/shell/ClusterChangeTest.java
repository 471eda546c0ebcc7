package tessera.ui.shell;

import java.util.concurrent.atomic.AtomicReference;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import tessera.gpu.Sample;
import tessera.model.ObjectRef;
import tessera.ui.BackgroundQuery;
import tessera.ui.StillDesk;
import tessera.ui.heatmap.FleetHeatmapPane;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** The window when the cluster below it is exchanged, and when objects are looked at. */
class ClusterChangeTest extends WindowTest {

    private static final String GPU = "nvidia.com/gpu";

    private final StillDesk desk = new StillDesk(
            new Sample().with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8))
                    .with(node("h100-02").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8)).snapshot());

    @Override
    StillDesk desk() {
        return desk;
    }

    @Start
    void open(Stage stage) {
        show(stage);
    }

    @Test
    void nothingOfOneClusterStaysOnScreenUnderTheNameOfAnother(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        robot.interact(() -> {
            rootPane.inspect(ObjectRef.node("h100-01"));
            rootPane.chooseNamespace("research");
        });
        robot.type(KeyCode.E);
        eventually(() -> allText("inspector").contains("FailedScheduling"));

        desk.openContext("research-us");

        eventually(() -> find("inspector") == null);
        assertThat(rootPane.inspectedObject()).isEmpty();
        assertThat(text("namespace")).isEqualTo("All namespaces");
    }

    @Test
    void aDefectWhileReadingIsSaidInsteadOfReadingForEver(FxRobot robot) {
        var shown = new AtomicReference<>("");
        robot.interact(
                () -> new BackgroundQuery<String>(shown::set, problem -> shown.set(problem.headline())).submit(() -> {
                    throw new IllegalStateException("a defect");
                }));

        eventually(() -> shown.get().equals("The answer cannot be read"));
    }

    @Test
    void theNodeThatIsInspectedIsMarkedInTheHeatmap(FxRobot robot) {
        eventually(() -> find("figure-gpus") != null);
        robot.interact(() -> rootPane.inspect(ObjectRef.node("h100-02")));
        assertThat(((FleetHeatmapPane) find("fleet-heatmap")).selectionProperty().get()).containsExactly("h100-02");
        assertThat(rootPane.inspectedObject()).hasValue(ObjectRef.node("h100-02"));
    }
}
