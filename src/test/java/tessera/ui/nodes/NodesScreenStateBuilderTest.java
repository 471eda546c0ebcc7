package tessera.ui.nodes;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRuleOverrides;
import tessera.alerts.AlertRules;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.NodeDraDevices;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.ui.Stage;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.TableSort;
import tessera.ui.nodes.NodesScreenState.NodeSums;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What the nodes screen says of what it does not have, and of what may be more. */
class NodesScreenStateBuilderTest {

    private static String cell(Sample sample, String column) {
        var row = new NodesScreenStateBuilder(AlertRules::standardRules)
                .project(sample.fleet(), new NodesScreenInput("", TableSort.NONE, Sample.NOW)).rows().getFirst();
        return NodeRow.columns().stream().filter(candidate -> candidate.id().equals(column)).findFirst().orElseThrow()
                .text().apply(row);
    }

    private static Sample sample() {
        return new Sample().with(node("n").nvidia("NVIDIA-L40S-SHARED", 4).label("nvidia.com/gpu.replicas", "4")
                .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has("nvidia.com/gpu", 16).has("cpu", 8000))
                .pod("mine/a", "n", "nvidia.com/gpu", 2).pod("theirs/b", "n", "nvidia.com/gpu", 1);
    }

    /** What an exporter reports of two boards, one of them cut in two. */
    private static Map<String, String> measured(DeviceMetricValues whole, DeviceMetricValues cut) {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 2).has("nvidia.com/gpu", 1)
                .label("nvidia.com/mig.strategy", "mixed").has("nvidia.com/mig-3g.40gb", 2));
        var parts = List.of(new MigInstanceReadings(1, "3g.40gb", null, cut),
                new MigInstanceReadings(2, "3g.40gb", null, cut));
        var readings = new NodeReadings("n", "gpu-operator/exporter", Sample.NOW, Duration.ofSeconds(30), null,
                List.of(new DeviceReadings("GPU-0", 0, "H100", "", List.of(), whole, List.of()),
                        new DeviceReadings("GPU-1", 1, "H100", "", List.of(), cut, parts)));
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(Sample.NOW, Map.of("n", readings), null));
        var row = new NodesScreenStateBuilder(AlertRules::standardRules)
                .project(fleet, new NodesScreenInput("", TableSort.NONE, Sample.NOW)).rows().getFirst();
        var cells = new HashMap<String, String>();
        NodeRow.columns().forEach(column -> cells.put(column.id(), column.text().apply(row)));
        return cells;
    }

    @Test
    void whatABoardMeasuresCountsOnceHoweverItIsCut() {
        var cells = measured(
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.9)
                        .set(DeviceMetric.TEMPERATURE, 60).set(DeviceMetric.POWER, 650)
                        .set(DeviceMetric.MEMORY_USED, 60).set(DeviceMetric.MEMORY_TOTAL, 80).toValues(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.TEMPERATURE, 71)
                        .set(DeviceMetric.POWER, 250).set(DeviceMetric.MEMORY_USED, 20)
                        .set(DeviceMetric.MEMORY_TOTAL, 80).toValues());

        assertThat(cells).containsEntry("power", "0.9").containsEntry("hottest", "71").containsEntry("busy", "90")
                .containsEntry("memory-used", "50");
    }

    @Test
    void aSumThatLacksABoardIsAtLeastSoMuchAndWhatIsNotExportedIsADash() {
        var cells = measured(new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 650).toValues(),
                DeviceMetricValues.NONE);

        assertThat(cells).containsEntry("power", "≥ 0.6").containsEntry("hottest", "–").containsEntry("busy", "–")
                .containsEntry("memory-used", "–");
        assertThat(cell(sample(), "power")).as("nothing was read").isEqualTo("–");
    }

    @Test
    void ofGpusThatClaimsHandOutNobodyKnowsHowManyThereAre() {
        var sample = new Sample()
                .with(node("c").nvidia("NVIDIA-L4", 2).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                .published("c", NodeDraDevices.UNREAD)
                .with(node("n").nvidia("NVIDIA-L40S", 4).has("nvidia.com/gpu", 4));
        var state = new NodesScreenStateBuilder(AlertRules::standardRules).project(sample.fleet(),
                new NodesScreenInput("", TableSort.NONE, Sample.NOW));

        for (var column : NodeRow.columns()) {
            if (Set.of("capacity", "usable", "allocated", "free").contains(column.id())) {
                assertThat(column.text().apply(state.rows().getFirst())).as(column.id()).isEqualTo("–");
                assertThat(column.order().apply(state.rows().getFirst())).as(column.id()).isEmpty();
            }
        }
        assertThat(state.rows().getFirst().gapText()).contains("allocated through ResourceClaims");
        assertThat(state.sums()).extracting(NodeSums::capacity, NodeSums::usable, NodeSums::allocated, NodeSums::free)
                .containsExactly(4L, 4L, 0L, 4L);
        assertThat(new NodesScreenStateBuilder(AlertRules::standardRules)
                .project(sample.fleet(), new NodesScreenInput("gpus<1", TableSort.NONE, Sample.NOW)).rows())
                .as("fewer than one").isEmpty();
    }

    @Test
    void aLittlePowerIsNotNone() {
        assertThat(measured(new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 16).toValues(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.POWER, 17).toValues()))
                .containsEntry("power", "0.03");
    }

    @Test
    void whatMayBeMoreOrLessSaysSoInEveryColumn() {
        var sample = sample().seenIn("mine");

        assertThat(cell(sample, "pods")).isEqualTo("≥ 1");
        assertThat(cell(sample, "allocated")).isEqualTo("≥ 1");
        assertThat(cell(sample, "free")).isEqualTo("≤ 3");
        assertThat(cell(sample, "cpu")).startsWith("≥ 0 / ");
        assertThat(cell(sample(), "pods")).isEqualTo("2");
        assertThat(cell(sample(), "allocated")).as("which GPUs the shares lie on is not told").isEqualTo("≤ 3");
        assertThat(cell(sample(), "free")).isEqualTo("≥ 1");
    }

    @Test
    void whatIsNotKnownIsNeverZero() {
        for (var column : new String[] {"pods", "allocated", "free", "cpu"}) {
            assertThat(cell(sample().unseen(), column)).as(column).isEqualTo("–");
        }
    }

    @Test
    void ofANodeThatDoesNotReportIsToldWhatWasKnownLastAndNothingIsCalledNone() {
        var sample = new Sample().with(node("a").nvidia("Tesla-T4", 4).has("nvidia.com/gpu", 4).ready("Unknown", ""))
                .pod("ml/a", "a", "nvidia.com/gpu", 2).with(node("b").nvidia("Tesla-T4", 4).has("nvidia.com/gpu", 4));
        var state = new NodesScreenStateBuilder(AlertRules::standardRules).project(sample.fleet(),
                new NodesScreenInput("", TableSort.NONE, Sample.NOW));

        assertThat(cell(sample, "capacity")).isEqualTo("4");
        for (var column : List.of("usable", "allocated", "free")) {
            assertThat(cell(sample, column)).as(column).isEqualTo("–");
        }
        assertThat(state.rows().getFirst().gapText())
                .isEqualTo("Unknown: the node is not reporting. " + "Last known: 4 nvidia.com/gpu, 2 allocated");
        assertThat(state.sums()).extracting(NodeSums::capacity, NodeSums::usable, NodeSums::allocated, NodeSums::free)
                .containsExactly(8L, 4L, 0L, 4L);
    }

    @Test
    void nodesWithoutGpusAreNotBlamedOnTheFilter() {
        var state = new NodesScreenStateBuilder(AlertRules::standardRules).project(
                new Sample().with(node("plain")).fleet(), new NodesScreenInput("", TableSort.NONE, Sample.NOW));

        assertThat(state.notice().map(EmptyScreenNotice::title)).hasValue("No node has a GPU");
    }

    private static Node hottest(double degrees, AlertRules rules) {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-H100-80GB-HBM3", 2).has("nvidia.com/gpu", 2));
        var boards = List.of(board(0, 61), board(1, degrees));
        var readings = new NodeReadings("n", "gpu-operator/exporter", Sample.NOW, Duration.ofSeconds(30), null, boards);
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(Sample.NOW, Map.of("n", readings), null));
        var row = new NodesScreenStateBuilder(() -> rules)
                .project(fleet, new NodesScreenInput("", TableSort.NONE, Sample.NOW)).rows().getFirst();
        return Stage.fx(() -> NodeRow.columns().stream().filter(column -> column.id().equals("hottest")).findFirst()
                .flatMap(DataTableColumn::drawing).orElseThrow().get().apply(row));
    }

    private static DeviceReadings board(int index, double degrees) {
        return new DeviceReadings("GPU-" + index, index, "H100", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.TEMPERATURE, degrees).toValues(),
                List.of());
    }

    private static String sign(Node cell) {
        return cell.lookup(".glyph-box").getAccessibleText();
    }

    @Test
    void aTemperatureThatARuleCallsTooHighStandsOutAndSaysSo() {
        Stage.start();
        var rules = AlertRules.standardRules();

        assertThat(hottest(84, rules).lookup(".glyph-box")).isNull();
        assertThat(sign(hottest(86, rules))).isEqualTo("GPU is hot: above 85 °C");
        assertThat(sign(hottest(91, rules))).isEqualTo("GPU is too hot: above 90 °C");
        assertThat(hottest(91, rules).lookup(".danger-text")).isInstanceOf(Label.class);

        var patient = rules.withThresholds(new AlertRuleOverrides(Map.of("gpu-temperature-warning", 88.0), Set.of()));
        assertThat(hottest(86, patient).lookup(".glyph-box")).as("as the user has it").isNull();
    }
}
