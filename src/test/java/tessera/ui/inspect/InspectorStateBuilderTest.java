package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.alerts.AlertSubject;
import tessera.alerts.health.RecentObjectEvents;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeDraDevices;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.MetricReading;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.ReportedDeviceUser;
import tessera.plan.intent.WorkloadKind;
import tessera.text.ForeignMessage;
import tessera.ui.fleet.FleetAlertsAndRules;
import tessera.ui.kit.StatusGlyph;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What the inspector says of a node: the pods on it, and what is measured of its GPUs. */
class InspectorStateBuilderTest {

    private static InspectorStateBuilder builder() {
        return new InspectorStateBuilder(AcceleratorCatalog.standard(),
                FleetAlertsAndRules.forRules(AlertRules.standardRules()));
    }

    private static final String GPU = "nvidia.com/gpu";

    private static Sample sample() {
        return new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4, 2)).pod("mine/a", "n", GPU, 3)
                .pod("theirs/b", "n", GPU, 1);
    }

    private static InspectorState inspected(Sample sample) {
        return builder().project(sample.fleet(), new InspectorInput(ObjectRef.node("n"), Sample.NOW));
    }

    @Test
    void thePodsOfANodeAreCountedAsFarAsTheyAreSeen() {
        assertThat(InspectorPageElementFactory.countText(inspected(sample()).pods())).isEqualTo("2");
        assertThat(InspectorPageElementFactory.countText(inspected(sample().seenIn("mine")).pods())).isEqualTo("≥ 1");
        assertThat(InspectorPageElementFactory.countText(inspected(sample().unseen()).pods())).isEqualTo("–");
    }

    @Test
    void moreMayBeHeldThanIsSeenToBeHeld() {
        assertThat(inspected(sample()).uses().getFirst().note()).isEqualTo("2 over allocatable");
        assertThat(inspected(sample().seenIn("mine")).uses().getFirst().note()).isEqualTo("≥ 1 over allocatable");
        assertThat(inspected(sample().unseen()).uses().getFirst().note()).isEqualTo("2 unhealthy");
    }

    @Test
    void whatANodeThatDoesNotReportToldLastIsSaidToBeThat() {
        var node = node("n").nvidia("NVIDIA-L4", 4).label("nvidia.com/cuda.driver-version.full", "580.126.20").has(GPU,
                4);
        assertThat(inspected(new Sample().with(node)).facts()).extracting(InspectorState.InspectorNameValue::name)
                .contains("Driver").doesNotContain("Driver, last known");

        var lost = inspected(new Sample().with(node.ready("Unknown", "the kubelet stopped")));
        assertThat(lost.facts()).extracting(InspectorState.InspectorNameValue::name).contains("Driver, last known");
        assertThat(lost.uses().getFirst().note()).isEqualTo("last known");
    }

    @Test
    void aConditionIsGoodWhereItReportsNoFaultWhateverItsStatus() {
        var sick = inspected(new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4)
                .condition("AcceleratedHardwareReady", "False", "XID 79 on GPU 3")));
        var well = inspected(new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4)
                .condition("AcceleratedHardwareReady", "True", "").condition("MemoryPressure", "True", "")));

        assertThat(sign(sick, "AcceleratedHardwareReady")).isEqualTo(StatusGlyph.WARNING);
        assertThat(sick.uses().getFirst().note()).isEqualTo("1 faulty");
        assertThat(sick.verdict().facts()).isEqualTo("GPU 3: AcceleratedHardwareReady=False (XID 79)");
        assertThat(sick.facts()).extracting(InspectorState.InspectorNameValue::name)
                .as("what the verdict tells is not told again").doesNotContain("Faults");
        assertThat(sign(well, "AcceleratedHardwareReady")).isEqualTo(StatusGlyph.READY);
        assertThat(sign(well, "MemoryPressure")).isEqualTo(StatusGlyph.WARNING);
    }

    @Test
    void ofAConditionThatNobodyKnowsItIsNotSaidThatItIsWell() {
        var inspectorState = inspected(new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4)
                .condition("FooBroken", "True", "").condition("LinkReady", "False", "")
                .condition("DiskPressure", "False", "").condition("KernelDeadlock", "False", "")));

        assertThat(sign(inspectorState, "FooBroken")).isEqualTo(StatusGlyph.INFO);
        assertThat(sign(inspectorState, "LinkReady")).isEqualTo(StatusGlyph.INFO);
        assertThat(sign(inspectorState, "DiskPressure")).isEqualTo(StatusGlyph.READY);
        assertThat(sign(inspectorState, "KernelDeadlock")).isEqualTo(StatusGlyph.READY);
    }

    private static StatusGlyph sign(InspectorState state, String condition) {
        return state.conditions().stream().filter(line -> line.name().equals(condition)).findFirst().orElseThrow()
                .glyph();
    }

    @Test
    void fromAPodOneGetsToItsNodeAndToWhatMakesIt() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4)).pod("mine/agent-1", "n", GPU, 1)
                .ofDaemonSet("agent");
        var stateBuilder = builder();
        var agent = WorkloadKind.DAEMON_SET.objectRef("mine", "agent");
        var pod = stateBuilder.project(sample.fleet(),
                new InspectorInput(ObjectRef.pod("mine", "agent-1"), Sample.NOW));
        assertThat(pod.facts()).contains(
                new InspectorState.InspectorNameValue("Owner", "DaemonSet agent", Optional.of(agent)),
                new InspectorState.InspectorNameValue("Node", "n", Optional.of(ObjectRef.node("n"))));

        var maker = stateBuilder.project(sample.fleet(), new InspectorInput(agent, Sample.NOW));
        assertThat(maker.pods().visible()).extracting(each -> each.pod().name()).containsExactly("agent-1");
        assertThat(maker.sign()).isEqualTo(StatusGlyph.READY);
        var other = WorkloadKind.DAEMON_SET.objectRef("theirs", "agent");
        assertThat(stateBuilder.project(sample.fleet(), new InspectorInput(other, Sample.NOW)).pods().visible())
                .isEmpty();
    }

    @Test
    void failingAndWaitingPodsComeBeforeThoseThatRun() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4));
        for (var name : List.of("a", "b")) {
            sample.pod("mine/agent-" + name, "n", GPU, 1).ofDaemonSet("agent");
        }
        sample.waiting("mine/agent-c", GPU, 1, null).ofDaemonSet("agent");
        sample.pod("mine/agent-d", "n", GPU, 1).troubled("CrashLoopBackOff", "back-off 5m0s").ofDaemonSet("agent");
        assertThat(seen(sample.snapshot(), WorkloadKind.DAEMON_SET.objectRef("mine", "agent")).pods().visible())
                .extracting(each -> each.pod().name()).containsExactly("agent-d", "agent-c", "agent-a", "agent-b");
        assertThat(seen(sample.snapshot(), ObjectRef.node("n")).pods().visible()).extracting(each -> each.pod().name())
                .containsExactly("agent-d", "agent-a", "agent-b");
    }

    @Test
    void whatHasOnlyPodsThatHaveEndedIsNotShownAsWell() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4)).finished("mine/agent-1", "n", GPU, 1)
                .ofDaemonSet("agent");
        var agent = WorkloadKind.DAEMON_SET.objectRef("mine", "agent");
        assertThat(seen(sample.snapshot(), agent).sign()).isEqualTo(StatusGlyph.NONE);
        assertThat(seen(sample.pod("mine/agent-2", "n", GPU, 1).ofDaemonSet("agent").snapshot(), agent).sign())
                .isEqualTo(StatusGlyph.READY);
    }

    @Test
    void aPodThatCrashesAgainAndAgainIsShownAsBroken() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4)).pod("mine/agent-1", "n", GPU, 1)
                .troubled("CrashLoopBackOff", "back-off 5m0s");
        assertThat(seen(sample.snapshot(), ObjectRef.pod("mine", "agent-1")).sign()).isEqualTo(StatusGlyph.BROKEN);
    }

    @Test
    void nothingIsShownAsWellWhileTheClusterIsNotHeardOf() {
        var live = new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4)).pod("mine/agent-1", "n", GPU, 1)
                .ofDaemonSet("agent").snapshot();
        var gone = Problem.of(Problem.OperationProblemKind.UNREACHABLE, "The connection was refused");
        var lost = live.withConnection(new SessionConnectionStatus.StaleConnection(gone, Sample.NOW, 3, Sample.NOW));
        for (var object : List.of(ObjectRef.node("n"), ObjectRef.pod("mine", "agent-1"),
                WorkloadKind.DAEMON_SET.objectRef("mine", "agent"))) {
            assertThat(seen(live, object).sign()).isEqualTo(StatusGlyph.READY);
            assertThat(seen(lost, object).sign()).as(object.toString()).isEqualTo(StatusGlyph.UNREACHABLE);
            assertThat(seen(lost, object).subtitle()).endsWith(", last known");
        }
    }

    private static InspectorState seen(ClusterSnapshot clusterSnapshot, ObjectRef object) {
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(clusterSnapshot,
                FleetReadings.emptyReadings());
        return builder().project(fleet, new InspectorInput(object, Sample.NOW));
    }

    private static InspectorState device(Sample sample, int xid) {
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.XID, xid)
                .set(DeviceMetric.UTILISATION, 0.91).toValues();
        var gpu = new DeviceReadings("GPU-0", 0, "NVIDIA L4", "", List.of(new ReportedDeviceUser("mine", "a", "", "")),
                values, List.of());
        var readings = new NodeReadings("n", "ops/exporter", Sample.NOW, Duration.ofSeconds(15), null, List.of(gpu));
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample.snapshot(),
                new FleetReadings(Sample.NOW, Map.of("n", readings), null));
        return builder().project(fleet, new InspectorInput(ObjectRef.node("n"), Sample.NOW, InspectorPageName.OVERVIEW,
                Optional.of(DeviceSeriesKey.of("n", gpu)), RecentObjectEvents.loading()));
    }

    @Test
    void aGpuBeginsWithTheFaultThatTheFleetsListTellsOrWithWhoHoldsIt() {
        var sick = device(new Sample().with(node("n").nvidia("NVIDIA-L4", 1).has(GPU, 1, 0)), 79);
        assertThat(sick.subject().title()).isEqualTo("GPU 0");
        assertThat(sick.verdict().sentence()).isEqualTo("GPU has fallen off the bus");
        assertThat(sick.verdict().tone()).isEqualTo(InspectorVerdict.VerdictTone.URGENT);
        assertThat(sick.sign()).isEqualTo(StatusGlyph.BROKEN);

        var well = device(new Sample().with(node("n").nvidia("NVIDIA-L4", 1).has(GPU, 1)).pod("mine/a", "n", GPU, 1),
                0);
        assertThat(well.verdict().sentence()).isEqualTo("Allocated to a, utilization 91\u00a0%");
        assertThat(well.facts()).contains(
                new InspectorState.InspectorNameValue("Pod", "mine/a", Optional.of(ObjectRef.pod("mine", "a"))));
    }

    @Test
    void aGpuThatNobodyMayTellToBeFreeIsNotCalledFree() {
        assertThat(device(new Sample().with(node("n").nvidia("NVIDIA-L4", 1).has(GPU, 1)), 0).verdict().sentence())
                .isEqualTo("Not allocated to a pod");
        assertThat(
                device(new Sample().with(node("n").nvidia("NVIDIA-L4", 1)).published("n", NodeDraDevices.UNREAD), 0)
                        .verdict().sentence())
                .isEqualTo("Cannot tell which pod uses it");
    }

    @Test
    void podsThatHaveEndedAreNotCountedAmongThoseThatAreToRun() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4))
                .finished("mine/agent-1", "n", GPU, 1).ofDaemonSet("agent").finished("mine/agent-2", "n", GPU, 1)
                .ofDaemonSet("agent");
        var agent = WorkloadKind.DAEMON_SET.objectRef("mine", "agent");
        assertThat(seen(sample.snapshot(), agent).verdict().sentence()).isEqualTo("2 pods finished");

        sample.pod("mine/agent-3", "n", GPU, 1).ofDaemonSet("agent");
        assertThat(seen(sample.snapshot(), agent).verdict().sentence())
                .isEqualTo("1 of 1 pod running on 1 node with 1 GPU, 2 finished");
    }

    @Test
    void wherePodsAreHiddenItIsNotSaidThatNoneRuns() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4))
                .waiting("mine/agent-1", GPU, 1, null).ofDaemonSet("agent").seenIn("mine");
        assertThat(seen(sample.snapshot(), WorkloadKind.DAEMON_SET.objectRef("mine", "agent")).verdict().sentence())
                .isEmpty();
    }

    @Test
    void aPodWhoseContainersAreNotReadyBeginsWithTheAlertOnItsGpuToo() {
        var fleet = sample().troubled("CrashLoopBackOff", "back-off 5m0s").fleet();
        var fault = new Alert("gpu-xid", "GPU has fallen off the bus", AlertOrFindingSeverity.CRITICAL,
                AlertSubject.forNode("n"), Alert.AlertState.FIRING,
                new Alert.AlertTimes(Sample.NOW, Sample.NOW, null, null), null, new ForeignMessage(""),
                List.of(), List.of("theirs/b"), "");
        var alerts = new AlertSnapshot(Sample.NOW, List.of(fault), List.of(), List.of());
        var stateBuilder = new InspectorStateBuilder(AcceleratorCatalog.standard(),
                new FleetAlertsAndRules(AlertRules::standardRules, () -> alerts));
        assertThat(stateBuilder.project(fleet, new InspectorInput(ObjectRef.pod("theirs", "b"), Sample.NOW)).verdict()
                .sentence()).isEqualTo(fault.sentence());
    }

    @Test
    void aPodThatRunsBeginsWithWhatItUses() {
        assertThat(seen(sample().snapshot(), ObjectRef.pod("mine", "a")).verdict().sentence())
                .isEqualTo("Running on n with 3 GPUs");
    }

    private static NodeGpuMeasurements measured(@Nullable NodeReadings of, @Nullable Problem problem) {
        var readings = new FleetReadings(Sample.NOW, of == null ? Map.of() : Map.of("n", of), problem);
        var fleet = new GpuFleet.GpuFleetReader(AcceleratorCatalog.standard()).read(sample().snapshot(), readings);
        return builder().project(fleet, new InspectorInput(ObjectRef.node("n"), Sample.NOW)).gpus();
    }

    private static NodeReadings read(@Nullable Instant at, @Nullable Problem problem) {
        var values = new DeviceMetricValues.MetricValuesBuilder().set(DeviceMetric.UTILISATION, 0.73)
                .set(DeviceMetric.TEMPERATURE, 61).toValues();
        return new NodeReadings("n", "ops/exporter", at, Duration.ofSeconds(15), problem, at == null ? List.of()
                : List.of(new DeviceReadings("GPU-0", 0, "NVIDIA L4", "", List.of(), values, List.of())));
    }

    @Test
    void everyGpuOfANodeIsListedWithWhatIsMeasuredOfIt() {
        var gpus = measured(read(Sample.NOW, null), null);

        assertThat(gpus.devices()).hasSize(4);
        assertThat(gpus.devices().getFirst().reading(DeviceMetric.UTILISATION))
                .isEqualTo(new MetricReading.MeasuredMetricReading(0.73));
        assertThat(gpus.devices().getLast().reading(DeviceMetric.UTILISATION))
                .isEqualTo(new MetricReading.MissingMetricReading(MetricReading.MissingValueReason.NOT_IN_REPORT));
        assertThat(gpus.missingReason()).isEmpty();
        assertThat(gpus.ageText()).isEmpty();
        assertThat(gpus.layouts()).isEmpty();
    }

    @Test
    void whatWasReadLongAgoSaysHowLongAndWhyNothingNewerIsThere() {
        var late = Problem.of(Problem.OperationProblemKind.TIMEOUT, "The exporter did not answer in time");
        var gpus = measured(read(Sample.NOW.minusSeconds(180), late), null);

        assertThat(gpus.ageText()).isEqualTo("3 min");
        assertThat(gpus.problemText()).isEqualTo("The exporter did not answer in time");
        assertThat(gpus.missingReason()).isEmpty();
    }

    @Test
    void whyNothingIsMeasuredIsSaidInTheExportersWords() {
        var refused = Problem.of(Problem.OperationProblemKind.FORBIDDEN,
                "You may not reach pods through the API server");
        var broken = Problem.of(Problem.OperationProblemKind.OVERLOADED, "The exporter failed")
                .withDetail("500: no devices");

        assertThat(measured(null, refused).missingReason())
                .isEqualTo("No metrics: You may not reach pods through the API server");
        assertThat(measured(read(null, broken), null).missingReason())
                .isEqualTo("No metrics: The exporter failed: 500: no devices");
        assertThat(measured(new NodeReadings("n", "", null, Duration.ofSeconds(15), null, List.of()), null)
                .missingReason()).isEqualTo("No metrics: no exporter found on this node");
        assertThat(measured(null, null).missingReason()).isEqualTo("No metrics yet");
    }
}
