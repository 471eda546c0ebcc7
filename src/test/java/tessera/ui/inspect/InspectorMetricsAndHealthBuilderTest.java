package tessera.ui.inspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.XidCatalog;
import tessera.alerts.health.ObjectHealthEvidenceCollector;
import tessera.alerts.health.RecentObjectEvents;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FleetDeviceMetricHistory;
import tessera.model.NodeDraDevices;
import tessera.model.ObjectRef;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.NOW;
import static tessera.gpu.Sample.node;

/** What the inspector shows of the last hour, of a node, of one device and of what a pod holds. */
class InspectorMetricsAndHealthBuilderTest {

    private static final String GPU = "nvidia.com/gpu";

    private final FleetDeviceMetricHistory history = new FleetDeviceMetricHistory();
    private final InspectorMetricsAndHealthBuilder computation = new InspectorMetricsAndHealthBuilder(() -> history,
            AlertSnapshot::notEvaluated,
            () -> new ObjectHealthEvidenceCollector(AlertRules.standardRules(), XidCatalog.standardCatalog()));

    private static DeviceMetricValues values() {
        return new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.5)
                .set(DeviceMetric.MEMORY_USED, 1 << 30).set(DeviceMetric.TEMPERATURE, 50).set(DeviceMetric.POWER, 200)
                .toValues();
    }

    private static DeviceReadings whole(int index, ReportedDeviceUser... holders) {
        return new DeviceReadings("GPU-" + index, index, "NVIDIA L4", "", List.of(holders), values(), List.of());
    }

    private GpuFleet fleet(Sample sample, DeviceReadings... devices) {
        for (int minute = 20; minute >= 0; minute--) {
            history.record(readings(minute, devices));
        }
        return new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(), readings(0, devices));
    }

    private static FleetReadings readings(int minutesAgo, DeviceReadings... devices) {
        var at = NOW.minus(Duration.ofMinutes(minutesAgo));
        return new FleetReadings(at,
                Map.of("n", new NodeReadings("n", "ops/exporter", at, Duration.ofSeconds(30), null, List.of(devices))),
                null);
    }

    private InspectorMetricsAndHealthContent looked(GpuFleet fleet, ObjectRef target, Optional<DeviceSeriesKey> part) {
        return computation.compute(fleet,
                new InspectorInput(target, NOW, InspectorPageName.METRICS, part, RecentObjectEvents.loading()));
    }

    private static List<String> charts(InspectorMetricsAndHealthContent looked) {
        var hour = looked.hour().orElseThrow();
        var said = new ArrayList<>(hour.notes());
        said.add(hour.missingReason());
        return said;
    }

    private static Sample sample() {
        return new Sample().with(node("n").nvidia("NVIDIA-L4", 2).has(GPU, 2)).pod("ml/train", "n", GPU, 1);
    }

    @Test
    void aPodThatGotItsDeviceByAClaimIsTiedToItByTheExporter() {
        var deviceReadings = new DeviceReadings("GPU-1", 1, "NVIDIA L4", "",
                List.of(new ReportedDeviceUser("ml", "train", "main", "")), values(), List.of());
        var fleet = fleet(new Sample().with(node("n").nvidia("NVIDIA-L4", 2)).pod("ml/train", "n", "cpu", 1)
                .pod("ml/web", "n", "cpu", 1), whole(0), deviceReadings);

        assertThat(looked(fleet, ObjectRef.pod("ml", "train"), Optional.empty()).scope().devices()).singleElement()
                .satisfies(device -> assertThat(device.index()).isEqualTo(1));
        assertThat(charts(looked(fleet, ObjectRef.pod("ml", "web"), Optional.empty()))).contains("The pod uses no GPU");
    }

    @Test
    void ofANodeAllDevicesAreDrawnAndEachCanBeLookedAtAlone() {
        var fleet = fleet(sample(), whole(0), whole(1));
        var all = looked(fleet, ObjectRef.node("n"), Optional.empty());

        assertThat(all.scope().choices()).extracting(InspectedDevices.InspectableDevice::title).containsExactly("GPU 0",
                "GPU 1");
        assertThat(all.scope().devices()).hasSize(2);
        assertThat(charts(all)).containsExactly("");

        var one = looked(fleet, ObjectRef.node("n"), Optional.of(all.scope().choices().getLast().key()));
        assertThat(one.scope().devices()).singleElement().satisfies(device -> assertThat(device.index()).isEqualTo(1));
        assertThat(one.scope().choices()).hasSize(2);
    }

    @Test
    void whatBelongsToTheBoardIsNotDrawnOfAnInstanceAndTheReasonIsSaid() {
        var instance = new MigInstanceReadings(2, "1g.10gb", new ReportedDeviceUser("ml", "train", "main", ""),
                new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.9)
                        .set(DeviceMetric.MEMORY_USED, 1 << 20).toValues());
        var deviceReadings = new DeviceReadings("GPU-0", 0, "NVIDIA A100", "", List.of(), values(), List.of(instance));
        var fleet = fleet(
                new Sample().with(node("n").nvidia("NVIDIA-A100-SXM4-80GB", 1).has("nvidia.com/mig-1g.10gb", 1))
                        .pod("ml/train", "n", "nvidia.com/mig-1g.10gb", 1),
                deviceReadings);

        var key = new DeviceSeriesKey("n", "GPU-0", 2);
        var one = looked(fleet, ObjectRef.node("n"), Optional.of(key));
        assertThat(one.scope().selected())
                .hasValueSatisfying(part -> assertThat(part.title()).isEqualTo("GPU 0 · 1g.10gb #2"));
        assertThat(charts(one)).containsExactly("Temperature: measured only for the whole GPU",
                "Power: measured only for the whole GPU", "");

        var pod = looked(fleet, ObjectRef.pod("ml", "train"), Optional.empty());
        assertThat(pod.scope().devices()).singleElement().satisfies(device -> assertThat(device.isInstance()).isTrue());
        assertThat(pod.scope().note()).isEmpty();
    }

    @Test
    void numbersOfASharedGpuAreMarkedAsTheDevices() {
        var fleet = fleet(
                new Sample()
                        .with(node("n").nvidia("NVIDIA-L4", 1).label("nvidia.com/gpu.replicas", "4")
                                .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, 4))
                        .pod("ml/a", "n", GPU, 1).pod("ml/b", "n", GPU, 1),
                whole(0, new ReportedDeviceUser("ml", "a", "main", ""), new ReportedDeviceUser("ml", "b", "main", "")));

        assertThat(looked(fleet, ObjectRef.pod("ml", "a"), Optional.empty()).scope().note()).isEqualTo(
                "Values of the whole device, not only of this pod. 2 pods share the device " + "(time-slice × 4).");
    }

    @Test
    void numbersOfAGpuThatPodsShareByAClaimAreMarkedAsTheDevices() {
        var fleet = fleet(
                new Sample().with(node("n").nvidia("NVIDIA-L4", 1).label("nvidia.com/gpu.deploy.dra-driver", "true"))
                        .published("n", NodeDraDevices.UNREAD).claiming("ml/a", "n", "one").claiming("ml/b", "n", "one")
                        .claiming("ml/c", "n", "two"),
                whole(0, new ReportedDeviceUser("ml", "a", "main", "one")));

        assertThat(looked(fleet, ObjectRef.pod("ml", "b"), Optional.empty()).scope().note())
                .isEqualTo("Values of the whole device, not only of this pod. "
                        + "2 pods share the device by the ResourceClaim “one”.");
        assertThat(charts(looked(fleet, ObjectRef.pod("ml", "c"), Optional.empty())))
                .contains("Devices of the pod’s ResourceClaims unknown: the exporter reports no pod");
    }

    @Test
    void howADeviceIsSharedIsToldOfTheOneThatMostPodsShare() {
        var fleet = fleet(
                new Sample()
                        .with(node("n").nvidia("NVIDIA-L4", 2).label("nvidia.com/gpu.replicas", "4")
                                .label("nvidia.com/gpu.sharing-strategy", "time-slicing").has(GPU, 8))
                        .claiming("ml/a", "n", "one").pod("ml/b", "n", GPU, 1).pod("ml/c", "n", GPU, 1),
                whole(0, new ReportedDeviceUser("ml", "a", "main", "one")),
                whole(1, new ReportedDeviceUser("ml", "a", "main", ""), new ReportedDeviceUser("ml", "b", "main", ""),
                        new ReportedDeviceUser("ml", "c", "main", "")));

        assertThat(looked(fleet, ObjectRef.pod("ml", "a"), Optional.empty()).scope().note()).isEqualTo(
                "Values of the whole device, not only of this pod. 3 pods share the device " + "(time-slice × 4).");
    }

    @Test
    void whichGpuAPodHoldsIsNotGuessed() {
        var fleet = fleet(sample(), whole(0), whole(1));
        var pod = looked(fleet, ObjectRef.pod("ml", "train"), Optional.empty());

        assertThat(pod.scope().devices()).isEmpty();
        assertThat(charts(pod)).containsExactly("GPUs of this pod unknown: the exporter reports no pod");
    }

    @Test
    void whereNothingWasMeasuredTheReasonIsSaid() {
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample().snapshot(),
                FleetReadings.emptyReadings());

        assertThat(charts(looked(fleet, ObjectRef.node("n"), Optional.empty())))
                .containsExactly("No metrics in the last hour: not read yet");
    }

    @Test
    void whatIsNotInSightIsNotWorkedOut() {
        var fleet = fleet(sample(), whole(0), whole(1));

        assertThat(computation.compute(fleet, new InspectorInput(ObjectRef.node("n"), NOW)))
                .isSameAs(InspectorMetricsAndHealthContent.NOTHING);
    }
}
