package tessera.alerts.health;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.XidCatalog;
import tessera.alerts.engine.AlertEngine;
import tessera.alerts.health.ObjectHealthEvidenceCollector.HealthEvaluationInput;
import tessera.alerts.health.ObjectHealthReport.PerformedCheck;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.gpu.Sample.NodeBuilder;
import tessera.model.EventSummary;
import tessera.model.Problem;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** The health of a node with two GPUs, put together from wherever something is known. */
class ObjectHealthEvidenceCollectorTest {

    private static final String GPU = "nvidia.com/gpu";
    private static final AlertRules RULES = AlertRules.standardRules();
    private static final RecentObjectEvents QUIET = new RecentObjectEvents(List.of(), "");
    private static final Problem SILENT = Problem.of(Problem.OperationProblemKind.TIMEOUT,
            "The exporter did not answer in time");

    private final ObjectHealthEvidenceCollector check = new ObjectHealthEvidenceCollector(RULES,
            XidCatalog.standardCatalog());
    private final NodeBuilder node = node("n").nvidia("NVIDIA-H100-80GB-HBM3", 2);
    private final DeviceMetricValues.MetricValuesBuilder first = values();
    private final DeviceMetricValues.MetricValuesBuilder second = values();
    private Instant read = NOW;
    private @Nullable Problem problem;
    private RecentObjectEvents noted = QUIET;
    private boolean judged = true;
    private long allocatable = 2;

    private static DeviceMetricValues.MetricValuesBuilder values() {
        return new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.5)
                .set(DeviceMetric.TEMPERATURE, 50).set(DeviceMetric.XID, 0);
    }

    private static DeviceReadings device(int index, DeviceMetricValues.MetricValuesBuilder values) {
        return new DeviceReadings("GPU-" + index, index, "NVIDIA H100", "", List.of(), values.toValues(), List.of());
    }

    private HealthEvaluationInput known() {
        var clusterSnapshot = new Sample().with(node.has(GPU, 2, allocatable)).pod("ml/train", "n", GPU, 1).snapshot();
        var of = new NodeReadings("n", "ops/exporter-x", read, Duration.ofSeconds(15), problem,
                List.of(device(0, first), device(1, second)));
        var readings = new FleetReadings(NOW, Map.of("n", of), null);
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(clusterSnapshot, readings);
        var alerts = judged ? new AlertEngine(RULES, XidCatalog.standardCatalog()).evaluate(fleet, readings, NOW)
                : AlertSnapshot.notEvaluated();
        return new HealthEvaluationInput(fleet, alerts, noted, NOW);
    }

    private ObjectHealthReport health() {
        var input = known();
        return check.reportNode(input.fleet().snapshot().findNode("n").orElseThrow(),
                GpuDevice.devicesOf(input.fleet()), input);
    }

    private static List<String> sentences(ObjectHealthReport health) {
        return health.evidence().stream().map(UnhealthyObjectEvidence::sentence).toList();
    }

    @Test
    void aReportThatCouldBeReadInPartSaysSo() {
        problem = Problem.of(Problem.OperationProblemKind.GARBLED, "Some metrics of the exporter could not be read")
                .withDetail("3 lines are malformed, the first is line 9: x{");

        assertThat(health().unchecked()).contains(
                "Some metrics of the exporter could not be read: 3 lines are malformed, the first is line 9: x{");
        assertThat(health().checked()).extracting(PerformedCheck::text).contains("All 2 GPUs: no XID");
    }

    @Test
    void aNodeOfWhichNothingSpeaksAgainstSaysWhatWasLookedAt() {
        node.condition("MemoryPressure", "False", "").condition("KernelDeadlock", "False", "");
        var health = health();

        assertThat(health.evidence()).isEmpty();
        assertThat(health.checked()).contains(
                new PerformedCheck("3 node conditions: MemoryPressure, KernelDeadlock, Ready", "the API server"),
                new PerformedCheck("All 2 nvidia.com/gpu are allocatable", "the API server"),
                new PerformedCheck("All 2 GPUs: no XID", "ops/exporter-x"),
                new PerformedCheck("No alerts are firing", RULES.allRules().size() + " alert rules"));
        assertThat(health.unchecked()).contains("Uncorrectable ECC errors: not exported")
                .noneMatch(subject -> subject.contains("no monitor"));
    }

    @Test
    void whereNothingWasSeenNothingIsFoundWell() {
        read = NOW.minusSeconds(600);
        problem = SILENT;
        judged = false;
        noted = new RecentObjectEvents(List.of(), "events is forbidden");
        node.ready("Unknown", "Kubelet stopped posting node status.");
        var health = health();

        assertThat(health.checked()).isEmpty();
        assertThat(sentences(health)).containsExactly("The kubelet no longer reports the node status");
        assertThat(health.unchecked()).contains("Alert rules: not evaluated yet", "Events: events is forbidden")
                .anyMatch(subject -> subject.startsWith("2 of 2 GPUs: The exporter did not answer in time"))
                .anyMatch(subject -> subject.startsWith("Whether the node’s devices are allocatable"));
    }

    @Test
    void whatAMonitorOnTheNodeReportsIsEvidenceWithItsWordsAndAge() {
        node.condition("GpuMemWatch", "True", "DCGM found a failing row");
        var objectEvidence = health().evidence().getFirst();

        assertThat(objectEvidence.severity()).isEqualTo(AlertOrFindingSeverity.CRITICAL);
        assertThat(objectEvidence.sentence()).isEqualTo("The node reports GpuMemWatch");
        assertThat(objectEvidence.detail())
                .isEqualTo("NVSentinel reports a fatal GPU fault that DCGM detected. DCGM found a failing row");
        assertThat(objectEvidence.source()).isEqualTo("node condition, alert rule node-condition");
        assertThat(objectEvidence.since()).isEqualTo(NOW.minusSeconds(360));
    }

    @Test
    void pressureOnTheNodeIsAWarning() {
        node.condition("DiskPressure", "True", "the disk is full");

        assertThat(health().evidence()).singleElement().satisfies(objectEvidence -> {
            assertThat(objectEvidence.severity()).isEqualTo(AlertOrFindingSeverity.WARNING);
            assertThat(objectEvidence.detail()).isEqualTo("the disk is full");
        });
    }

    @Test
    void devicesThatAreWithheldAreEvidence() {
        allocatable = 1;

        assertThat(sentences(health())).contains("1 of 2 nvidia.com/gpu cannot be allocated");
        assertThat(health().checked()).noneMatch(checked -> checked.text().contains("allocatable"));
    }

    @Test
    void anXidIsToldOnceWithItsMeaningItsAdviceAndSinceWhenItIsKnown() {
        second.set(DeviceMetric.XID, 79);
        var health = health();

        assertThat(sentences(health)).containsExactly("GPU 1 reported XID 79, GPU has fallen off the bus");
        var objectEvidence = health.evidence().getFirst();
        assertThat(objectEvidence.severity()).isEqualTo(AlertOrFindingSeverity.CRITICAL);
        assertThat(objectEvidence.detail()).contains("can no longer reach the GPU over PCIe")
                .contains("Cordon and drain").contains("may be old");
        assertThat(objectEvidence.source()).isEqualTo("ops/exporter-x, alert rule xid-critical");
        assertThat(objectEvidence.since()).isEqualTo(NOW);
        assertThat(health.checked()).noneMatch(checked -> checked.text().contains("no XID"));
    }

    @Test
    void whatOnlySomeGpusTellIsCheckedOfThoseOnly() {
        first.set(DeviceMetric.ECC_UNCORRECTABLE, 0).set(DeviceMetric.ROW_REMAP_FAILURE, 1);
        var health = health();

        assertThat(health.checked())
                .contains(new PerformedCheck("1 of 2 GPUs: no uncorrectable memory errors", "ops/exporter-x"));
        assertThat(health.unchecked()).contains("Uncorrectable ECC errors: not exported by 1 of 2 GPUs",
                "Row remap failure: not exported by 1 of 2 GPUs");
        assertThat(sentences(health)).contains("GPU 0 has a memory row that could not be remapped");
    }

    @Test
    void aVendorWithoutErrorNumbersIsJudgedByWhatItsDriverCallsHealthy() {
        for (var values : List.of(first, second)) {
            values.set(DeviceMetric.XID, Double.NaN).set(DeviceMetric.HEALTH, 1);
        }
        assertThat(health().checked())
                .contains(new PerformedCheck("All 2 GPUs: reported healthy by the driver", "ops/exporter-x"));
        assertThat(health().unchecked()).noneMatch(subject -> subject.contains("XID"));

        second.set(DeviceMetric.HEALTH, 0);
        assertThat(sentences(health())).containsExactly("The driver reports GPU 1 as unhealthy");
    }

    @Test
    void whatOnlyDriversOfNvidiaKnowIsNotMissedElsewhere() {
        var clusterSnapshot = new Sample()
                .with(node("n").label("amd.com/gpu.product-name", "AMD_Instinct_MI300X_OAM").has("amd.com/gpu", 1))
                .snapshot();
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.TEMPERATURE, 50);
        var readings = new FleetReadings(NOW, Map.of("n",
                new NodeReadings("n", "ops/exporter-x", NOW, Duration.ofSeconds(15), null, List.of(device(0, values)))),
                null);
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(clusterSnapshot, readings);
        var report = check.reportNode(fleet.snapshot().findNode("n").orElseThrow(), GpuDevice.devicesOf(fleet),
                new HealthEvaluationInput(fleet, AlertSnapshot.notEvaluated(), QUIET, NOW));

        assertThat(report.unchecked()).noneMatch(text -> text.contains("XID") || text.contains("remap"));
    }

    @Test
    void warningsAmongTheEventsAreEvidenceAndTheOthersAreNot() {
        noted = new RecentObjectEvents(List.of(new EventSummary("Warning", "XidError", "GPU 0 is lost",
                "kernel-monitor", null, NOW.minusSeconds(50), 3),
                new EventSummary("Normal", "NodeReady", "ready", "kubelet", null, NOW, 1)), "");

        assertThat(health().evidence()).singleElement().satisfies(objectEvidence -> {
            assertThat(objectEvidence.sentence()).isEqualTo("XidError × 3");
            assertThat(objectEvidence.source()).isEqualTo("event of kernel-monitor");
            assertThat(objectEvidence.since()).isEqualTo(NOW.minusSeconds(50));
        });
    }

    @Test
    void theSchedulersMessageIsNotRepeatedWithItsEvent() {
        var message = "0/1 nodes are available: 1 Insufficient nvidia.com/gpu.";
        noted = new RecentObjectEvents(List.of(new EventSummary("Warning", "FailedScheduling", message,
                "default-scheduler", null, NOW.minusSeconds(50), 9)), "");
        var fleet = new Sample().with(node("n").nvidia("NVIDIA-L4", 1)).waiting("ml/big", GPU, 8, message).fleet();
        var pod = fleet.snapshot().findPod("ml", "big").orElseThrow();

        assertThat(check
                .reportPod(pod, List.of(), new HealthEvaluationInput(fleet, AlertSnapshot.notEvaluated(), noted, NOW))
                .evidence()).extracting(UnhealthyObjectEvidence::detail).containsExactly(message, "");
    }

    @Test
    void ofOneGpuOnlyItsOwnIsTold() {
        second.set(DeviceMetric.XID, 79);
        node.condition("DiskPressure", "True", "");
        var input = known();
        var devices = GpuDevice.devicesOf(input.fleet());

        assertThat(check.reportDevice(devices.getFirst(), input).evidence()).isEmpty();
        assertThat(sentences(check.reportDevice(devices.getLast(), input)))
                .containsExactly("GPU 1 reported XID 79, GPU has fallen off the bus");
    }

    @Test
    void aPodIsAsWellAsWhatItHolds() {
        first.set(DeviceMetric.ROW_REMAP_FAILURE, 1);
        var input = known();
        var pod = input.fleet().snapshot().findPod("ml", "train").orElseThrow();

        var health = check.reportPod(pod, List.of(GpuDevice.devicesOf(input.fleet()).getFirst()), input);
        assertThat(sentences(health)).contains("GPU 0 has a memory row that could not be remapped");
        assertThat(health.checked()).contains(new PerformedCheck("Running, 1 of 1 containers ready", "the API server"));
        assertThat(check.reportPod(pod, List.of(), input).evidence()).isEmpty();
    }
}
