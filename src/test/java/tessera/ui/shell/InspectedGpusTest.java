package tessera.ui.shell;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import javafx.scene.control.Label;
import javafx.scene.control.TabPane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;
import org.testfx.util.WaitForAsyncUtils;
import tessera.gpu.Sample;
import tessera.model.ObjectRef;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;
import tessera.ui.StillDesk;
import tessera.ui.inspect.InspectorPageName;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** The GPUs of a node that is inspected. */
class InspectedGpusTest extends WindowTest {

    private static final String GPU = "nvidia.com/gpu";

    private final StillDesk desk = new StillDesk(new Sample()
            .with(node("a100-01").nvidia("NVIDIA-A100-SXM4-80GB", 1).has("nvidia.com/mig-3g.40gb", 1)
                    .has("nvidia.com/mig-1g.10gb", 2))
            .with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has(GPU, 8))
            .pod("research/train", "a100-01", "nvidia.com/mig-3g.40gb", 1).snapshot());

    @Override
    StillDesk desk() {
        return desk;
    }

    @Start
    void open(Stage stage) {
        measure(54);
        show(stage);
    }

    private void measure(double degrees) {
        var metricValues = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.TEMPERATURE, degrees)
                .set(DeviceMetric.POWER, 412).toValues();
        var busy = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.91).toValues();
        var instances = List.of(
                new MigInstanceReadings(2, "3g.40gb", new ReportedDeviceUser("research", "train", "main", ""), busy),
                new MigInstanceReadings(7, "1g.10gb", null, DeviceMetricValues.NONE),
                new MigInstanceReadings(8, "1g.10gb", null, DeviceMetricValues.NONE));
        var device = new DeviceReadings("GPU-0", 0, "NVIDIA A100-SXM4-80GB", "", List.of(), metricValues, instances);
        desk.readings.set(new FleetReadings(Sample.NOW, Map.of("a100-01",
                new NodeReadings("a100-01", "ops/exporter", Sample.NOW, Duration.ofSeconds(15), null, List.of(device))),
                null));
    }

    private void inspect(String name) {
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.inspect(ObjectRef.node(name)));
        eventually(() -> find("inspector") != null && allText("inspector").contains(name));
    }

    private List<String> pages() {
        return ((TabPane) find("inspector").lookup(".tab-pane")).getTabs().stream().map(tab -> tab.getText()).toList();
    }

    @Test
    void whatIsMeasuredOfThemStandsInTheOverview() {
        inspect("a100-01");

        assertThat(allText("inspector-gpus")).contains("Util %").contains("54").contains("412").contains("–");
    }

    @Test
    void aTemperatureThatIsTooHighStandsOut() {
        inspect("a100-01");
        assertThat(find("inspector-gpus").lookup(".hot-number")).isNull();
        measure(92);

        eventually(() -> find("inspector-gpus").lookup(".hot-number") instanceof Label hot && hot.getText().equals("92")
                && hot.getAccessibleHelp().equals("GPU is too hot: above 90 °C"));
    }

    @Test
    void thatNothingIsMeasuredIsSaidInPlaceOfATableOfDashes() {
        inspect("h100-01");

        assertThat(text("inspector-unmeasured")).isEqualTo("No metrics yet");
        assertThat(find("inspector-gpus")).isNull();
        assertThat(pages()).doesNotContain("MIG");
    }

    @Test
    void aGpuThatIsCutIsDrawnToScaleAndItsInstanceLeadsToItsPod(FxRobot robot) {
        inspect("a100-01");
        assertThat(pages()).startsWith("Overview", "MIG");
        WaitForAsyncUtils.waitForAsyncFx(60_000, () -> rootPane.showInspectorPage(InspectorPageName.MIG));
        eventually(() -> find("inspector-layouts") != null && rootPane.node().lookup(".mig-piece.held") != null);

        assertThat(allText("inspector-layouts")).contains("Derived from metrics").contains("1 of 3 instances allocated")
                .contains("train").contains("91 %").contains("80 GB");
        var large = (Region) rootPane.node().lookup(".mig-piece.held");
        var small = (Region) rootPane.node().lookup(".mig-piece.free");
        assertThat(large.getWidth() / small.getWidth()).isBetween(3.8, 4.2);

        robot.clickOn(large);
        eventually(() -> allText("inspector").contains("pod · research · Running"));
    }
}
