package tessera.ui.shell;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javafx.geometry.Point2D;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.TableCell;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.robot.Motion;
import org.testfx.util.WaitForAsyncUtils;
import tessera.alerts.Alert;
import tessera.alerts.Alert.AlertState;
import tessera.alerts.Alert.AlertTimes;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.model.ObjectRef;
import tessera.text.ForeignMessage;
import tessera.ui.StillDesk;
import tessera.ui.inspect.InspectorPageName;
import tessera.ui.kit.Sparkline;
import tessera.ui.metrics.Afternoon;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;

/** The last hour of devices, wherever these are listed. */
class TrendsInTheWindowTest extends WindowTest {

    private final StillDesk desk = Afternoon.ofEight().desk();

    @Override
    StillDesk desk() {
        return desk;
    }

    @Start
    void open(Stage stage) {
        show(stage);
    }

    private List<String> lines(String id) {
        var place = find(id);
        return place == null ? List.of()
                : place.lookupAll(".sparkline").stream().filter(Node::isVisible)
                        .map(line -> String.valueOf(((Sparkline) line).getAccessibleText())).toList();
    }

    @Test
    void everyGpuThatWasMeasuredHasALineOfItsLastHourAndNoOther() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.goTo(ScreenDestination.GPUS));
        eventually(() -> lines("devices-table").size() == 8);

        assertThat(lines("devices-table")).allMatch(text -> text.matches("(< )?\\d+ to \\d+, mean \\d+"));
    }

    @Test
    void theGpuUnderThePointerShowsItsLastHour(FxRobot robot) {
        var heatmap = find("fleet-heatmap");
        robot.moveTo(heatmap, Pos.TOP_LEFT, new Point2D(40, 90), Motion.DIRECT);
        eventually(() -> lines("fleet-heatmap").size() == 4);

        assertThat(lines("fleet-heatmap")).containsExactlyInAnyOrder("Utilization", "Memory used", "Power",
                "Temperature");
    }

    @Test
    void anAlertShowsTheSeriesThatMadeItFire(FxRobot robot) {
        var hot = new Alert("gpu-temperature-warning", "GPU is hot", AlertOrFindingSeverity.WARNING,
                new AlertSubject(Afternoon.NODE, "GPU-2", "GPU 2", -1, "", ""), AlertState.FIRING,
                new AlertTimes(NOW.minusSeconds(600), NOW, null, null), null, new ForeignMessage("GPU 2 is at 87 °C"),
                List.of(), List.of(), "Look at the cooling.");
        desk.alertFeed.publish(new AlertSnapshot(NOW, List.of(hot), List.of(), List.of()));
        robot.type(RailKeys.to(ScreenDestination.ALERTS));
        eventually(() -> find("alerts-list") != null && allText("alerts-list").contains("GPU 2 is at"));
        robot.clickOn("GPU 2 is at 87 °C");
        eventually(() -> lines("alerts-list").size() == 1);

        assertThat(lines("alerts-list").getFirst()).matches("\\d\\d to [89]\\d, mean \\d\\d °C");
    }

    @Test
    void aNodeShowsTheLastHourOfItsGpusAndOfOneOfThem(FxRobot robot) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            rootPane.inspect(ObjectRef.node(Afternoon.NODE));
            rootPane.showInspectorPage(InspectorPageName.METRICS);
        });
        eventually(() -> text("inspector-metrics-part").equals("All 8 GPUs"));
        assertThat(find("inspector-charts").getAccessibleText())
                .contains("Utilization, Memory used, Temperature, Power").contains("GPU 0, GPU 1").contains("GPU 7");

        robot.clickOn("#inspector-metrics-part");
        robot.clickOn("GPU 2");
        eventually(() -> text("inspector-metrics-part").equals("GPU 2"));
        eventually(() -> find("inspector-charts").getAccessibleText().contains("for GPU 2"));
        assertThat(allText("inspector-chart-values")).contains("GPU |", "Util %", "°C");
    }

    @Test
    void chartsBesideAScreenTakeTheRoomThatTheNamesOfTheirLinesLeave() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            rootPane.inspect(ObjectRef.node(Afternoon.NODE));
            rootPane.showInspectorPage(InspectorPageName.METRICS);
        });
        eventually(() -> text("inspector-metrics-part").equals("All 8 GPUs"));
        var picture = WaitForAsyncUtils.waitForAsyncFx(60_000, () -> find("inspector-charts").snapshot(null, null));

        int width = (int) picture.getWidth();
        int row = (int) picture.getHeight() / 4;
        var ground = picture.getPixelReader().getColor(width - 1, row);
        int last = IntStream.range(0, width).filter(x -> IntStream.range(row - 60, row)
                .anyMatch(y -> !picture.getPixelReader().getColor(x, y).equals(ground))).max().orElse(0);
        assertThat(width - last).as("of %d", width).isLessThan(46);
    }

    @Test
    void whoSelectsAGpuInTheTableLooksAtThatGpu(FxRobot robot) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.goTo(ScreenDestination.GPUS));
        eventually(() -> lines("devices-table").size() == 8);
        robot.clickOn(find("devices-table").lookupAll(".lead-cell").stream().skip(3).findFirst().orElseThrow());
        eventually(() -> find("inspector") != null);
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.showInspectorPage(InspectorPageName.METRICS));

        eventually(() -> text("inspector-metrics-part").matches("GPU \\d"));
    }

    private Node lead(String table, int row) {
        return find(table)
                .lookupAll(".lead-cell").stream().filter(each -> each instanceof TableCell<?, ?> cell
                        && cell.getIndex() == row && cell.getTableRow().isVisible() && !cell.getTableRow().isEmpty())
                .findFirst().orElseThrow();
    }

    /** By code, since digits on Metrics bring lines forward. */
    private void go(ScreenDestination destination) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.goTo(destination));
    }

    private void select(FxRobot robot, String table, int... rows) {
        robot.clickOn(lead(table, rows[0]));
        robot.press(KeyCode.CONTROL);
        Arrays.stream(rows).skip(1).forEach(row -> robot.clickOn(lead(table, row)));
        robot.release(KeyCode.CONTROL);
    }

    private boolean charts(String title, String... lines) {
        var chart = find("metrics-chart");
        return chart != null && text("metrics-node").equals(title)
                && String.valueOf(chart.getAccessibleText()).contains(" for " + String.join(", ", lines));
    }

    @Test
    void theRowsThatAreSelectedAreWhatMetricsShows(FxRobot robot) {
        go(ScreenDestination.GPUS);
        eventually(() -> lines("devices-table").size() == 8);
        assertThat(find("devices-charts").isVisible()).as("nothing is selected").isFalse();
        select(robot, "devices-table", 2, 5);
        assertThat(text("devices-charts")).isEqualTo("Show metrics of 2");
        robot.clickOn("#devices-charts");
        eventually(() -> charts("2 GPUs of h100-04", "GPU 2", "GPU 5"));
        assertThat(allText("metrics-values")).as("they are not the node").contains("All").doesNotContain("Node");

        go(ScreenDestination.GPUS);
        eventually(() -> find("devices-table") != null && !find("devices-table").lookupAll(".lead-cell").isEmpty());
        robot.clickOn(lead("devices-table", 6)).type(KeyCode.M);
        eventually(() -> charts("GPU 6 of h100-04", "GPU 6"));

        go(ScreenDestination.NODES);
        eventually(() -> find("nodes-table") != null && !find("nodes-table").lookupAll(".lead-cell").isEmpty());
        select(robot, "nodes-table", 0, 1);
        robot.type(KeyCode.M);
        eventually(() -> text("metrics-node").equals("2 nodes"));
    }

    @Test
    void aTileOfTheHeatmapIsChartedAndAnotherIsAddedToIt(FxRobot robot) {
        go(ScreenDestination.METRICS);
        go(ScreenDestination.FLEET);
        eventually(() -> find("fleet-heatmap") != null);
        robot.moveTo(find("fleet-heatmap"), Pos.TOP_LEFT, new Point2D(40, 90), Motion.DIRECT);
        eventually(() -> lines("fleet-heatmap").size() == 4);

        robot.clickOn();
        go(ScreenDestination.METRICS);
        eventually(() -> charts("GPU 1 of h100-04", "GPU 1"));

        go(ScreenDestination.FLEET);
        robot.press(KeyCode.SHIFT);
        robot.clickOn(robot.offset(find("fleet-heatmap"), Pos.TOP_LEFT, new Point2D(120, 90)));
        robot.release(KeyCode.SHIFT);
        go(ScreenDestination.METRICS);
        eventually(() -> text("metrics-node").equals("2 GPUs of h100-04"));
    }

    @Test
    void theMetricsScreenOffersNodesAndGpusAndAddsOneToAnother(FxRobot robot) {
        go(ScreenDestination.METRICS);
        eventually(() -> text("metrics-node").equals("h100-04"));
        assertThat(allText("metrics-values")).contains("Node");

        robot.clickOn("#metrics-node").write("04 gpu 3").push(KeyCode.ENTER);
        eventually(() -> charts("GPU 3 of h100-04", "GPU 3"));

        robot.clickOn("#metrics-node").write("04 gpu 7").push(KeyCode.CONTROL, KeyCode.ENTER);
        eventually(() -> charts("2 GPUs of h100-04", "GPU 3", "GPU 7"));
        robot.push(KeyCode.CONTROL, KeyCode.ENTER).push(KeyCode.ESCAPE);
        eventually(() -> charts("GPU 3 of h100-04", "GPU 3"));
    }

    @Test
    void aNodeTellsWhatWasCheckedAndWhatSpeaksAgainstIt() {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> {
            rootPane.inspect(ObjectRef.node(Afternoon.NODE));
            rootPane.showInspectorPage(InspectorPageName.HEALTH);
        });
        eventually(() -> find("inspector-evidence") != null);

        assertThat(find("inspector-health-verdict")).isNull();
        assertThat(allText("inspector-evidence")).contains("FailedScheduling × 9")
                .contains("event of default-scheduler");
        assertThat(allText("inspector-checked")).contains("All 8 GPUs: no XID");
        assertThat(allText("inspector-unchecked")).contains("Uncorrectable ECC errors: not exported");
    }
}
