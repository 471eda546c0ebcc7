package tessera.diagnosis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertBasedDeviceHealthRules;
import tessera.alerts.AlertRules;
import tessera.diagnosis.FleetProblem.FleetProblemKind;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.DeviceHealthRules;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.NodeDraDevices;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.scheduling.PendingDiagnosisFinder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static tessera.gpu.Sample.node;

class FleetProblemFinderTest {

    private static final String GPU = "nvidia.com/gpu";

    private static List<FleetProblem> of(Sample sample) {
        var fleet = sample.fleet();
        return FleetProblemFinder.itemsOf(fleet, new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard()),
                DeviceHealthRules.NONE);
    }

    /** With what an exporter reports of the devices of a node. */
    private static GpuFleet read(Sample sample, String node, DeviceMetricValues... devices) {
        var reported = new ArrayList<DeviceReadings>();
        for (var values : devices) {
            reported.add(new DeviceReadings("GPU-" + reported.size(), reported.size(), "L4", "", List.of(), values,
                    List.of()));
        }
        var readings = new NodeReadings(node, "gpu-operator/exporter", Sample.NOW, Duration.ofSeconds(30), null,
                reported);
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(Sample.NOW, Map.of(node, readings), null));
    }

    private static List<FleetProblem> of(Sample sample, String node, DeviceMetricValues... devices) {
        var fleet = read(sample, node, devices);
        return FleetProblemFinder.itemsOf(fleet, new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard()),
                new AlertBasedDeviceHealthRules(AlertRules::standardRules));
    }

    private static DeviceMetricValues values(int xid, double celsius) {
        return new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.XID, xid)
                .set(DeviceMetric.TEMPERATURE, celsius).toValues();
    }

    @Test
    void theFaultThatAGpuReportsIsNamedBeforeThatItIsWithheld() {
        assertThat(of(new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2, 1)), "n", values(31, 40),
                values(79, 40))).singleElement().satisfies(entry -> {
                    assertThat(entry.headline()).isEqualTo("GPU has fallen off the bus");
                    assertThat(entry.detail()).isEqualTo("n · GPU 1 · XID 79 · 1 withheld");
                });
    }

    @Test
    void aGpuHasItsOwnProblemsAndThoseOfItsNodeThatConcernAllGpus() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2, 1).cordoned());
        var fleet = read(sample, "n", values(0, 92), values(79, 40));
        var judge = new AlertBasedDeviceHealthRules(AlertRules::standardRules);
        var devices = GpuDevice.devicesOf(fleet);

        assertThat(FleetProblemFinder.problemsOf(devices.get(0), fleet, judge)).extracting(FleetProblem::headline)
                .containsExactly("GPU too hot");
        assertThat(FleetProblemFinder.problemsOf(devices.get(1), fleet, judge)).first().satisfies(entry -> {
            assertThat(entry.headline()).isEqualTo("GPU has fallen off the bus");
            assertThat(entry.facts()).isEqualTo("GPU 1 · XID 79 · 1 withheld · cordoned");
        });
    }

    @Test
    void aXidOfAProgramSaysNothingOfWhyAGpuIsWithheld() {
        assertThat(of(new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2, 1)), "n", values(31, 40)))
                .singleElement().extracting(FleetProblem::headline).isEqualTo("GPU unhealthy");
    }

    @Test
    void gpusThatAreTooHotNeedAttentionThoughNothingElseIsWrong() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 3).has(GPU, 3).cordoned());
        assertThat(of(sample, "n", values(0, 92), values(0, 90), values(0, 94)).getFirst()).satisfies(entry -> {
            assertThat(entry.headline()).isEqualTo("GPU too hot");
            assertThat(entry.detail()).isEqualTo("n · 2 GPUs, the hottest at 94 °C · cordoned");
        });
        assertThat(of(sample, "n", values(0, 91)).getFirst().detail()).isEqualTo("n · 1 GPU at 91 °C · cordoned");
        assertThat(of(sample, "n", values(0, 90)).getFirst().kind()).isEqualTo(FleetProblemKind.CORDONED);
    }

    @Test
    void aHealthyFleetNeedsNone() {
        assertThat(of(new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).pod("x/1", "n", GPU, 2)))
                .isEmpty();
    }

    @Test
    void theProblemsOfOneNodeAreToldOneByOneHoweverManyNodesHaveThem() {
        var sample = new Sample().with(node("sick").nvidia("NVIDIA-L4", 2).has(GPU, 2, 1).cordoned())
                .with(node("b").nvidia("NVIDIA-L4", 2).has(GPU, 2).cordoned())
                .with(node("c").nvidia("NVIDIA-L4", 2).has(GPU, 2).cordoned()).pod("x/2", "sick", GPU, 2);
        var fleet = sample.fleet();

        assertThat(FleetProblemFinder.problemsOf(fleet.node("sick").orElseThrow(), fleet, DeviceHealthRules.NONE))
                .extracting(FleetProblem::headline, FleetProblem::facts)
                .containsExactly(tuple("GPU unhealthy", "1 withheld from the scheduler · cordoned"),
                        tuple("GPUs overcommitted", "2 of 1 × gpu allocated"));
        assertThat(FleetProblemFinder.problemsOf(fleet.node("b").orElseThrow(), fleet, DeviceHealthRules.NONE))
                .extracting(FleetProblem::detail).containsExactly("b · 2 of 2 GPUs free");
    }

    @Test
    void ofANodeWhoseSlicesMayNotBeReadNobodyKnowsWhetherItsGpusAreAdvertised() {
        assertThat(of(new Sample().with(node("mute").nvidia("NVIDIA-L4", 2)).published("mute", NodeDraDevices.UNREAD)))
                .isEmpty();
    }

    @Test
    void theMostUrgentComesFirst() {
        var list = of(new Sample().with(node("cordoned").nvidia("NVIDIA-L4", 2).has(GPU, 2).cordoned())
                .with(node("lost").nvidia("NVIDIA-L4", 2).has(GPU, 2).ready("Unknown", "Kubelet stopped posting"))
                .with(node("sick").nvidia("NVIDIA-L4", 2).has(GPU, 2, 1)).with(node("mute").nvidia("NVIDIA-L4", 2))
                .waiting("x/1", GPU, 9, "").pod("x/2", "sick", GPU, 2));

        assertThat(list).extracting(FleetProblem::kind).containsExactly(FleetProblemKind.UNHEALTHY_GPU,
                FleetProblemKind.NODE_UNREACHABLE, FleetProblemKind.NOT_OFFERED, FleetProblemKind.OVERCOMMITTED,
                FleetProblemKind.PODS_WAITING, FleetProblemKind.CORDONED);
        assertThat(list.getFirst().detail()).isEqualTo("sick · 1 withheld from the scheduler");
        assertThat(list.get(2).detail()).isEqualTo("mute · 2 GPUs, none advertised");
        assertThat(list.get(3).detail()).isEqualTo("sick · 2 of 1 × gpu allocated");
        assertThat(list.getLast().detail()).isEqualTo("cordoned · 2 of 2 GPUs free");
    }

    @Test
    void whatIsCountedAmongSomePodsIsAtLeastSoMuch() {
        var list = of(new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4, 2)).pod("mine/a", "n", GPU, 3)
                .pod("theirs/b", "n", GPU, 1).waiting("mine/c", GPU, 1, "").seenIn("mine"));

        assertThat(list).extracting(FleetProblem::headline).contains("At least 1 pod pending");
        assertThat(list).extracting(FleetProblem::detail).contains("n · ≥ 3 of 2 × gpu allocated");
    }

    @Test
    void muchOfOneKindIsOneEntry() {
        var sample = new Sample();
        for (int i = 1; i <= 5; i++) {
            sample.with(node("n" + i).nvidia("NVIDIA-L4", 2).has(GPU, 2).cordoned());
        }

        assertThat(of(sample)).singleElement().satisfies(entry -> {
            assertThat(entry.headline()).isEqualTo("Node cordoned × 5");
            assertThat(entry.detail()).isEqualTo("n1, n2, n3 and 2 more");
            assertThat(entry.count()).isEqualTo(5);
        });
    }
}
