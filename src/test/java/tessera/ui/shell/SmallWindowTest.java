package tessera.ui.shell;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.gpu.Sample;
import tessera.metrics.prometheus.PrometheusApiRequest;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.PrometheusConnection;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.ui.StillDesk;
import tessera.ui.heatmap.HeatmapColorMode;

import static tessera.gpu.Sample.node;

/** The fleet in a window that is small, and with a node whose name is large. */
class SmallWindowTest extends WindowTest {

    private final StillDesk desk = new StillDesk(
            new Sample().with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8))
                    .with(node("very-long-name.".repeat(16) + "z").nvidia("Tesla-T4", 4).has("nvidia.com/gpu", 4)
                            .ready("Unknown", "Kubelet stopped posting"))
                    .with(node("t4-02").nvidia("Tesla-T4", 4).has("nvidia.com/gpu", 4).ready("Unknown",
                            "Kubelet stopped posting"))
                    .snapshot());
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

    private boolean called(String text) {
        return find("lens-allocation") instanceof ToggleButton lens && lens.getText().equals(text);
    }

    @Test
    void aNameThatIsTooLongIsCutAndHidesNothingElse() {
        eventually(() -> allText("attention").contains("Kubelet stopped posting"));
        eventually(
                () -> find("attention").lookupAll(".hyperlink").stream()
                        .allMatch(linkNode -> find("attention")
                                .sceneToLocal(linkNode.localToScene(linkNode.getBoundsInLocal()))
                                .getMaxX() <= find("attention").getBoundsInLocal().getMaxX()));
    }

    private String fresh() {
        return WaitForAsyncUtils.waitForAsyncFx(60_000,
                () -> ((Text) find("status-bar").lookup(".status-freshness").lookup(".text")).getText());
    }

    @Test
    void howFreshThingsAreIsToldInWholePartsTheFirstOnesFirst(FxRobot robot) {
        var name = "Prometheus monitoring/kube-prometheus-stack-prometheus-of-all-clusters";
        robot.interact(() -> desk.prometheus.set(new PrometheusDiscoveryStatus.PrometheusAvailable(name, "3.1.0", true,
                new PrometheusClient(new PrometheusConnection() {
                    @Override
                    public <T> T send(PrometheusApiRequest prometheusQuery, PrometheusReplyHandler<T> reader)
                            throws ProblemException {
                        throw new ProblemException(
                                Problem.of(Problem.OperationProblemKind.UNREACHABLE, "Nobody answers"));
                    }
                }, Duration.ofSeconds(1)))));
        eventually(() -> fresh().endsWith("history: " + name));

        size(robot, 800, 480);
        eventually(() -> fresh().matches("objects: \\w+"));
    }

    @Test
    void whatStandsAroundTheHeatmapGivesWayToItAndComesBack(FxRobot robot) {
        eventually(() -> shows("fleet-figures") && shows("fleet-legend") && called("_Allocation"));

        size(robot, 800, 480);
        eventually(() -> shows("fleet-figures") && !shows("fleet-legend") && called("_A"));

        size(robot, 800, 360);
        eventually(() -> !shows("fleet-figures") && find("fleet-heatmap").getBoundsInParent().getHeight() > 150);

        size(robot, 1440, 900);
        eventually(() -> shows("fleet-figures") && shows("fleet-legend") && called("_Allocation"));
    }

    private boolean whole(Node said) {
        return said.lookupAll(".text").stream().allMatch(text -> !((Text) text).getText().endsWith("..."));
    }

    @Test
    void noLensIsCutWhereThereIsRoomForItsWordsOrForItsLetter(FxRobot robot) {
        eventually(() -> called("_Allocation"));
        for (int width : List.of(1280, 1100, 1024, 900, 800)) {
            size(robot, width, 768);
            eventually(() -> find("fleet-figures").getScene().getWidth() == width && List.of(HeatmapColorMode.values())
                    .stream().map(colorMode -> find("lens-" + colorMode.toString().toLowerCase(Locale.ROOT)))
                    .allMatch(this::whole) && whole(find("fleet-grouping")));
        }
    }
}
