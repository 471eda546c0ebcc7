package tessera.doctor;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.XidCatalog;
import tessera.alerts.engine.AlertEngine;
import tessera.gpu.Sample;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.ReportedDeviceUser;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** What the alert rules find in one reading is told as what it is, and once. */
class AlarmsTest {

    private static final double TOTAL = 80e9;

    private final Sample sample = new Sample();

    private static DeviceReadings device(int index, int xid, double used) {
        return new DeviceReadings("GPU-" + index, index, "H100", "",
                List.of(new ReportedDeviceUser("ml", "llm", "main", "")),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.XID, xid)
                        .set(DeviceMetric.MEMORY_USED, used).set(DeviceMetric.MEMORY_FREE, TOTAL - used)
                        .set(DeviceMetric.UTILISATION, 0.9).toValues(),
                List.of());
    }

    private static DeviceReadings hot(int index, double degrees) {
        return new DeviceReadings("GPU-" + index, index, "H100", "", List.of(),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.TEMPERATURE, degrees).toValues(),
                List.of());
    }

    private List<DiagnosisFinding> findings(DeviceReadings... devices) {
        return findings(Map.of("a", List.of(devices)), DiagnosisScope.ALL);
    }

    private List<DiagnosisFinding> findings(Map<String, List<DeviceReadings>> devices, DiagnosisScope focus) {
        var input = Examined.known(sample, devices);
        var rules = AlertRules.standardRules();
        var rung = new AlertEngine(rules, XidCatalog.standardCatalog()).evaluate(input.fleet(),
                input.fleet().readings(), NOW);
        return Examined
                .findings(new DiagnosisInput(input.fleet(), rules, rung, input.stack(), input.inventory(), List.of(),
                        List.of(), List.of(), Map.of(), Map.of(), List.of(), List.of(), NodeDiagnosisFacts.NONE,
                        List.of(), List.of(), NOW), focus)
                .stream()
                .filter(finding -> finding.severity() != AlertOrFindingSeverity.INFO || finding.id().contains("memory"))
                .toList();
    }

    @Test
    void theFaultForWhichADeviceIsWithheldIsToldWithItInOneFinding() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 2).has("nvidia.com/gpu", 2, 1));

        assertThat(findings(device(0, 79, 1e9), device(1, 0, 1e9))).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).startsWith(
                    "1 device of a has been withheld from the scheduler: GPU 0 of a shows XID 79, GPU has fallen "
                            + "off the bus");
            assertThat(finding.severity()).isEqualTo(AlertOrFindingSeverity.CRITICAL);
            assertThat(finding.remedy()).contains("Cordon and drain").endsWith(
                    "restart the pod of the device plugin afterwards. The plugin does not add a device back by itself.");
            assertThat(finding.remediation()).hasValue(new FindingRemediation.CordonNodesRemedy(List.of("a")));
        });
    }

    @Test
    void aFaultThatTheNodeReportsIsToldWithTheGpusThatAreMissingForIt() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 7)
                .condition("XIDErrors", "True", "XID 79 on 0000:01:00")
                .condition("GPUMissing", "True", "Expected to see 8 but found 7 GPUs"));

        assertThat(findings(Map.of(), DiagnosisScope.ALL)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("a advertises 7 of 8 GPUs: XIDErrors (XID 79)");
            assertThat(finding.severity()).isEqualTo(AlertOrFindingSeverity.CRITICAL);
            assertThat(finding.evidence()).contains("condition XIDErrors: XID 79 on 0000:01:00",
                    "condition GPUMissing: Expected to see 8 but found 7 GPUs", "capacity nvidia.com/gpu: 7");
        });
    }

    @Test
    void devicesThatAreWithheldAreToldWithTheConditionThatNamesTheXid() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8, 7)
                .condition("XidCriticalError", "True", "Xid 79"));

        assertThat(findings(Map.of(), DiagnosisScope.ALL)).extracting(DiagnosisFinding::headline)
                .containsExactly("1 device of a has been withheld from the scheduler: XidCriticalError (XID 79)");
    }

    @Test
    void aConditionThatOnlyRepeatsTheXidOfADeviceIsEvidenceOfIt() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 2).has("nvidia.com/gpu", 2).condition("SysLogsXIDError",
                "True", "XID 79"));

        assertThat(findings(device(0, 79, 1e9), device(1, 0, 1e9))).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).startsWith("GPU 0 of a shows XID 79");
            assertThat(finding.evidence()).anyMatch(line -> line.startsWith("a has reported SysLogsXIDError (XID 79)"));
        });
        assertThat(findings(device(0, 48, 1e9), device(1, 0, 1e9))).as("another fault").hasSize(2);
    }

    @Test
    void aFaultOfTheNodeThatLosesNoGpuExplainsNoneThatIsMissing() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8, 7).condition("IBLinkFlapping",
                "True", "mlx5_0"));

        assertThat(findings(Map.of(), DiagnosisScope.ALL)).extracting(DiagnosisFinding::id)
                .containsExactlyInAnyOrder("node-condition", "devices-unhealthy");
    }

    @Test
    void aConditionThatIsFalseInTroubleIsToldAsFalseWithItsMessage() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8)
                .condition("AcceleratedHardwareReady", "False", "XID 64 on GPU 3"));

        assertThat(findings(Map.of(), DiagnosisScope.ALL)).extracting(DiagnosisFinding::headline)
                .containsExactly("Condition AcceleratedHardwareReady of a is False: XID 64 on GPU 3");
    }

    @Test
    void whatOneFaultDoesNotAccountForIsToldByItself() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 3).has("nvidia.com/gpu", 3, 1));

        assertThat(findings(device(0, 79, 1e9), device(1, 0, 1e9), device(2, 0, 1e9))).extracting(DiagnosisFinding::id)
                .containsExactlyInAnyOrder("devices-unhealthy", "xid-critical");
        assertThat(findings(device(0, 31, 1e9), device(1, 0, 1e9), device(2, 0, 1e9))).extracting(DiagnosisFinding::id)
                .as("a fault of a program withholds nothing").containsExactly("devices-unhealthy");
    }

    @Test
    void faultsThatAccountForAllThatIsWithheldAreToldWithoutItsCount() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 3).has("nvidia.com/gpu", 3, 1));

        assertThat(findings(device(0, 79, 1e9), device(1, 79, 1e9), device(2, 0, 1e9))).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.headline()).isEqualTo("XID 79, GPU has fallen off the bus: 2 GPUs of a");
                    assertThat(finding.evidence().getFirst()).startsWith(
                            "2 devices of a have been withheld from the scheduler: GPU 0 of a shows XID 79");
                    assertThat(finding.remedy()).endsWith("The plugin does not add a device back by itself.");
                });
        assertThat(findings(device(0, 79, 1e9), device(1, 48, 1e9), device(2, 0, 1e9))).extracting(DiagnosisFinding::id)
                .containsExactly("xid-critical", "xid-critical");
    }

    @Test
    void theSameFaultOfManyGpusIsToldOnceAndNamesThemAll() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 12).has("nvidia.com/gpu", 12));
        var devices = IntStream.range(0, 12).mapToObj(index -> device(index, 79, 1e9)).toArray(DeviceReadings[]::new);

        assertThat(findings(devices)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("XID 79, GPU has fallen off the bus: 12 GPUs of a");
            for (int index = 0; index < 12; index++) {
                assertThat(String.join("\n", finding.evidence())).contains("GPU %d of a".formatted(index));
            }
            assertThat(finding.evidence()).contains("allocated to ml/llm");
        });
    }

    @Test
    void gpusOfOneNodeWithDifferentFaultsAreToldApartEachWithItsOwnRemedy() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 3).has("nvidia.com/gpu", 3));

        assertThat(findings(device(0, 79, 1e9), device(1, 48, 1e9), device(2, 79, 1e9)))
                .extracting(DiagnosisFinding::headline, DiagnosisFinding::remedy).satisfiesExactlyInAnyOrder(
                        each -> assertThat(each.toList()).first().asString().startsWith("XID 79")
                                .endsWith("2 GPUs of a"),
                        each -> assertThat(each.toList()).satisfies(
                                told -> assertThat(told.getFirst().toString()).startsWith("GPU 1 of a shows XID 48"),
                                told -> assertThat(told.getLast().toString()).startsWith("Drain the GPU pods")));
    }

    @Test
    void whatGpusOfManyNodesAreInIsToldOnceForAllOfThem() {
        var devices = new TreeMap<String, List<DeviceReadings>>();
        for (var node : List.of("a", "b", "c", "d")) {
            int count = node.equals("d") ? 1 : 4;
            sample.with(node(node).nvidia("NVIDIA-H100-80GB-HBM3", count).has("nvidia.com/gpu", count));
            devices.put(node, IntStream.range(0, count).mapToObj(index -> hot(index, 95)).toList());
        }

        assertThat(findings(devices, DiagnosisScope.ALL)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("GPU is too hot: 13 GPUs of 4 nodes");
            assertThat(finding.otherObjects()).containsExactly("nodes/a", "nodes/b", "nodes/c", "nodes/d");
            assertThat(finding.evidence()).hasSize(9).contains("GPU 0 of d is at 95 °C, above 90 °C").last().asString()
                    .startsWith("also for GPU");
            assertThat(finding.commands()).containsExactly("tessera plan cordon a b c d");
            assertThat(finding.remediation()).as("a button closes one node, and these are four").isEmpty();
        });
        assertThat(findings(devices, DiagnosisScope.ofNode("d"))).as("whoever asks for one is told of it alone")
                .singleElement()
                .satisfies(finding -> assertThat(finding.headline()).startsWith("GPU 0 of d is at 95 °C"));
    }

    @Test
    void whatIsNotSeenToNodeByNodeIsToldOnceOfAFewAndWhatIsIsNot() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 1).has("nvidia.com/gpu", 1))
                .with(node("b").nvidia("NVIDIA-H100-80GB-HBM3", 2).has("nvidia.com/gpu", 2));

        assertThat(findings(Map.of("a", List.of(hot(0, 87)), "b", List.of(hot(0, 88), hot(1, 88))), DiagnosisScope.ALL))
                .extracting(DiagnosisFinding::headline).containsExactly("GPU is hot: 3 GPUs of 2 nodes");
        assertThat(findings(Map.of("a", List.of(hot(0, 95)), "b", List.of(hot(0, 95), hot(1, 95))), DiagnosisScope.ALL))
                .extracting(DiagnosisFinding::headline)
                .containsExactlyInAnyOrder("GPU 0 of a is at 95 °C, above 90 °C", "GPU is too hot: 2 GPUs of b");
    }

    @Test
    void memoryThatIsFullInOneReadingIsNoAlarmYet() {
        sample.with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 1).has("nvidia.com/gpu", 1)).pod("ml/llm", "a",
                "nvidia.com/gpu", 1);

        assertThat(findings(device(0, 0, 0.97 * TOTAL))).singleElement().satisfies(finding -> {
            assertThat(finding.id()).isEqualTo("memory-nearly-full");
            assertThat(finding.severity()).isEqualTo(AlertOrFindingSeverity.INFO);
        });
        assertThat(findings(device(0, 0, 0.5 * TOTAL))).isEmpty();
    }
}
