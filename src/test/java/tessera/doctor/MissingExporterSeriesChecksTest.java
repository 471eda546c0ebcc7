package tessera.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.Sample;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What exporters leave out is told where it can be known that it is missing. */
class MissingExporterSeriesChecksTest {

    private final Sample sample = new Sample();

    private static DeviceReadings device(int index, String model, DeviceMetricValues values,
            MigInstanceReadings... instances) {
        return new DeviceReadings("GPU-" + model + index, index, model, "", List.of(), values, List.of(instances));
    }

    private static DeviceMetricValues values(DeviceMetric... metrics) {
        var draft = new DeviceMetricValues.MetricValuesBuilder();
        for (var deviceMetric : metrics) {
            draft.set(deviceMetric, 0.5);
        }
        return draft.toValues();
    }

    private static List<DeviceReadings> devices(int count, String model, DeviceMetric... metrics) {
        var devices = new ArrayList<DeviceReadings>();
        for (int index = 0; index < count; index++) {
            devices.add(device(index, model, values(metrics)));
        }
        return devices;
    }

    private List<DiagnosisFinding> findings(Map<String, List<DeviceReadings>> devices) {
        return Examined.findings(Examined.known(sample, devices), DiagnosisScope.ALL);
    }

    @ParameterizedTest
    @CsvSource({"NVIDIA-L40S, 4, 0", "NVIDIA-L40S, 3, 1", "NVIDIA-A100-SXM4-80GB-MIG-1g.10gb, 3, 0"})
    void gpusOfWhichAnExporterSaysNothingAreTold(String product, int measured, int told) {
        sample.with(node("a").nvidia(product, 4).has("nvidia.com/gpu", 4));

        var findings = findings(
                Map.of("a", devices(measured, "L40S", DeviceMetric.TEMPERATURE, DeviceMetric.SM_ACTIVE)));
        assertThat(findings).hasSize(told).allSatisfy(finding -> {
            assertThat(finding.headline()).isEqualTo("The exporter of a reports 3 of 4 GPUs");
            assertThat(finding.evidence()).containsExactly("label nvidia.com/gpu.count=4",
                    "gpu/nvidia-dcgm-exporter-a reports GPU 0, GPU 1, GPU 2");
        });
    }

    @ParameterizedTest
    @CsvSource({"4, 8, 8, count-differs", "16, 8, 8, count-differs", "8, 8, 8, ''", "8, 7, 8, series-missing",
        "8, 8, 7, fewer-offered"})
    void aNumberOfGpusThatOnlyTheLabelHasIsTheLabelsFault(int label, int shown, int offered, String id) {
        sample.with(node("a").nvidia("NVIDIA-L40S", label).has("nvidia.com/gpu", offered)).pod("gpu/gfd-x", "a", "cpu",
                1, Map.of("app", "gpu-feature-discovery"));

        var findings = findings(Map.of("a", devices(shown, "L40S", DeviceMetric.TEMPERATURE, DeviceMetric.SM_ACTIVE)));
        assertThat(findings).extracting(DiagnosisFinding::id).isEqualTo(id.isEmpty() ? List.of() : List.of(id));
        assertThat(findings).filteredOn(finding -> finding.id().equals("count-differs")).allSatisfy(finding -> {
            assertThat(finding.headline())
                    .isEqualTo("a is labelled with %d GPUs, but the exporter reports 8".formatted(label));
            assertThat(finding.evidence()).contains("label nvidia.com/gpu.count=" + label,
                    "capacity nvidia.com/gpu: 8");
            assertThat(finding.commands()).containsExactly("tessera plan delete gpu/gfd-x");
        });
    }

    @Test
    void gpusWithoutProfilingCountersAreToldWhereOthersOfTheProductHaveThem() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2))
                .with(node("b").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2))
                .with(node("c").nvidia("NVIDIA-GeForce-RTX-4090", 1).has("nvidia.com/gpu", 1));
        var told = Map.of("a", devices(2, "L40S", DeviceMetric.TEMPERATURE, DeviceMetric.TENSOR_ACTIVE), "b",
                List.of(device(0, "L40S", values(DeviceMetric.TEMPERATURE, DeviceMetric.PCIE_SENT)),
                        device(1, "L40S", values(DeviceMetric.TEMPERATURE, DeviceMetric.UTILISATION))),
                "c", devices(1, "RTX 4090", DeviceMetric.TEMPERATURE));

        assertThat(findings(told)).singleElement().satisfies(finding -> {
            assertThat(finding.headline()).isEqualTo("Profiling counters are missing for GPUs of b");
            assertThat(finding.evidence())
                    .containsExactly("b: GPU 1 of product L40S. Other GPUs of this product have the metrics.");
            assertThat(finding.node()).isEqualTo("b");
        });
    }

    @Test
    void instancesThatTellThemSpeakForTheirBoard() {
        sample.with(node("a").nvidia("NVIDIA-A100-SXM4-80GB", 2).has("nvidia.com/mig-3g.40gb", 4));
        var cut = device(1, "A100", values(DeviceMetric.TEMPERATURE),
                new MigInstanceReadings(1, "3g.40gb", null, values(DeviceMetric.TENSOR_ACTIVE)));

        assertThat(findings(
                Map.of("a", List.of(device(0, "A100", values(DeviceMetric.POWER, DeviceMetric.SM_ACTIVE)), cut))))
                .isEmpty();
    }

    @Test
    void whereNoGpuHasProfilingCountersThatIsToldOnce() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2))
                .with(node("b").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2));

        assertThat(findings(
                Map.of("a", devices(2, "L40S", DeviceMetric.POWER), "b", devices(2, "L40S", DeviceMetric.POWER))))
                .singleElement().satisfies(finding -> {
                    assertThat(finding.headline()).isEqualTo("Profiling counters are missing for all GPUs");
                    assertThat(finding.evidence()).containsExactly(
                            "4 GPUs report temperature or power, but not SM activity, tensor core activity or PCIe traffic");
                });
        assertThat(findings(Map.of("a", devices(2, "L40S", DeviceMetric.UTILISATION)))).as("nor anything else comes")
                .isEmpty();
    }

    @Test
    void rowsThatWaitForAResetAreToldWithTheNodeToClose() {
        sample.with(node("a").nvidia("NVIDIA-L40S", 2).has("nvidia.com/gpu", 2));
        var waits = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.ROW_REMAP_PENDING, 1).toValues();
        var well = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.ROW_REMAP_PENDING, 0).toValues();

        assertThat(findings(Map.of("a", List.of(device(0, "L40S", well), device(1, "L40S", waits))))).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.headline()).isEqualTo("Row remap pending for GPU 1 on a");
                    assertThat(finding.remediation()).hasValue(new FindingRemediation.CordonNodesRemedy(List.of("a")));
                });
    }
}
