package tessera.ui.devices;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.NodeDraDevices;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.ui.Stage;
import tessera.ui.devices.GpuTableRow.GpuTableCellFactory;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.TableSort;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What the GPUs screen lists. */
class GpusScreenStateBuilderTest {

    private static final String GPU = "nvidia.com/gpu";

    @Test
    void onlyWhatAPodCouldBeGivenIsListedAsFree() {
        var fleet = new Sample().with(node("open").nvidia("NVIDIA-L4", 2).has(GPU, 2))
                .with(node("shut").nvidia("NVIDIA-L4", 4).has(GPU, 4).cordoned())
                .with(node("full").nvidia("NVIDIA-L4", 2).has(GPU, 2))
                .with(node("mute").nvidia("NVIDIA-L4", 2).has(GPU, 0)).pod("ml/train", "full", GPU, 2).fleet();

        assertThat(new GpusScreenStateBuilder(AlertRules::standardRules)
                .project(fleet, new GpusScreenInput("free", TableSort.NONE, "", Sample.NOW)).rows())
                .extracting(GpuTableRow::name).containsExactly("open · –", "open · –");
    }

    @Test
    void gpusWhoseIndexNobodyTellsAreToldApartByTheirUuids() {
        var devices = Stream.of("GPU-1926a787-f2e5-4a5e-ab1e-27a1aaead92a", "GPU-0d0c8f5b-11aa-4b7e-8f3e-5b1f6c9e01f7")
                .map(uuid -> new DeviceReadings(uuid, -1, "", "", List.of(), DeviceMetricValues.NONE, List.of()))
                .toList();
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(
                new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).snapshot(),
                new FleetReadings(Sample.NOW,
                        Map.of("n", new NodeReadings("n", "", Sample.NOW, Duration.ofSeconds(15), null, devices)),
                        null));

        var rows = new GpusScreenStateBuilder(AlertRules::standardRules)
                .project(fleet, new GpusScreenInput("", new TableSort("gpu", false), "", Sample.NOW)).rows();

        assertThat(rows).extracting(GpuTableRow::name).containsExactly("n · …01f7", "n · …d92a");
        Stage.start();
        assertThat(Stage.fx(() -> ((Pane) GpuTableCellFactory.nameCell(rows.getFirst())).getChildren().stream()
                .map(part -> ((Label) part).getText()).toList())).containsExactly("n", "…01f7");
    }

    @Test
    void theFootTellsHowManyOfTheGpusAreHandedOutByClaims() {
        var clusterSnapshot = new Sample().with(node("plugged").nvidia("NVIDIA-L4", 3).has(GPU, 3))
                .with(node("claimed").nvidia("NVIDIA-L4", 2).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .published("claimed", NodeDraDevices.UNREAD).snapshot();
        var nodeReadings = new NodeReadings("claimed", "", Sample.NOW, Duration.ofSeconds(15), null,
                List.of(new DeviceReadings("GPU-0", 0, "", "", List.of(), DeviceMetricValues.NONE, List.of()),
                        new DeviceReadings("GPU-1", 1, "", "", List.of(), DeviceMetricValues.NONE, List.of())));
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(clusterSnapshot,
                new FleetReadings(Sample.NOW, Map.of("claimed", nodeReadings), null));

        assertThat(new GpusScreenStateBuilder(AlertRules::standardRules)
                .project(fleet, new GpusScreenInput("", TableSort.NONE, "", Sample.NOW)).sumsText())
                .startsWith("5 GPUs, 2 by claims ");
    }

    private static Node temperature(double degrees, double slowdown) {
        var clusterSnapshot = new Sample().with(node("n").nvidia("NVIDIA-L4", 1).has(GPU, 1)).snapshot();
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.TEMPERATURE, degrees)
                .set(DeviceMetric.SLOWDOWN_TEMPERATURE, slowdown).toValues();
        var nodeReadings = new NodeReadings("n", "", Sample.NOW, Duration.ofSeconds(15), null,
                List.of(new DeviceReadings("GPU-0", 0, "", "", List.of(), values, List.of())));
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(clusterSnapshot,
                new FleetReadings(Sample.NOW, Map.of("n", nodeReadings), null));
        var row = new GpusScreenStateBuilder(AlertRules::standardRules)
                .project(fleet, new GpusScreenInput("", TableSort.NONE, "", Sample.NOW)).rows().getFirst();
        return Stage.fx(() -> GpuTableRow.columns(DeviceTrendSource.none()).stream()
                .filter(column -> column.id().equals("temperature")).findFirst().flatMap(DataTableColumn::drawing)
                .orElseThrow().get().apply(row));
    }

    @Test
    void aTemperatureAboveTheLimitThatTheGpuTellsItselfStandsOut() {
        Stage.start();

        assertThat(temperature(82, 95).lookup(".glyph-box")).isNull();
        assertThat(temperature(82, 80).lookup(".glyph-box").getAccessibleText())
                .isEqualTo("GPU is too hot: above 80 °C");
        assertThat(temperature(92, 95).lookup(".glyph-box").getAccessibleText()).isEqualTo("GPU is hot: above 85 °C");
    }
}
