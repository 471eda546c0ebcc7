package tessera.ui.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.Sample;
import tessera.model.Connection;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.NodeReadings;
import tessera.model.reading.Reading;
import tessera.model.reading.Readings;
import tessera.model.reading.Values;
import tessera.plan.intent.WorkloadKind;
import tessera.ui.kit.Glyph;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What the inspector says of a node: the pods on it, and what is measured of its GPUs. */
class InspectorProjectionTest {

    private static final String GPU = "nvidia.com/gpu";

    private static Sample sample() {
        return new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4, 2)).pod("mine/a", "n", GPU, 3)
                .pod("theirs/b", "n", GPU, 1);
    }

    private static InspectorState inspected(Sample sample) {
        return new InspectorProjection(Accelerators.standard()).state(sample.fleet(),
                new InspectorQuery(ObjectRef.node("n"), Sample.NOW));
    }

    @Test
    void thePodsOfANodeAreCountedAsFarAsTheyAreSeen() {
        assertThat(Sections.count(inspected(sample()).pods())).isEqualTo("2");
        assertThat(Sections.count(inspected(sample().seenIn("mine")).pods())).isEqualTo("≥ 1");
        assertThat(Sections.count(inspected(sample().unseen()).pods())).isEqualTo("–");
    }

    @Test
    void moreMayBeHeldThanIsSeenToBeHeld() {
        assertThat(inspected(sample()).uses().getFirst().note()).isEqualTo("2 more held than offered");
        assertThat(inspected(sample().seenIn("mine")).uses().getFirst().note()).isEqualTo("≥ 1 more held than offered");
        assertThat(inspected(sample().unseen()).uses().getFirst().note()).isEqualTo("2 unhealthy");
    }

    @Test
    void fromAPodOneGetsToItsNodeAndToWhatMakesIt() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4)).pod("mine/agent-1", "n", GPU, 1)
                .ofDaemonSet("agent");
        var projection = new InspectorProjection(Accelerators.standard());
        var agent = WorkloadKind.DAEMON_SET.in("mine", "agent");
        var pod = projection.state(sample.fleet(), new InspectorQuery(ObjectRef.pod("mine", "agent-1"), Sample.NOW));
        assertThat(pod.facts()).contains(new InspectorState.Fact("Owner", "DaemonSet agent", Optional.of(agent)),
                new InspectorState.Fact("Node", "n", Optional.of(ObjectRef.node("n"))));

        var maker = projection.state(sample.fleet(), new InspectorQuery(agent, Sample.NOW));
        assertThat(maker.pods().seen()).extracting(each -> each.pod().name()).containsExactly("agent-1");
        assertThat(maker.sign()).isEqualTo(Glyph.READY);
        var other = WorkloadKind.DAEMON_SET.in("theirs", "agent");
        assertThat(projection.state(sample.fleet(), new InspectorQuery(other, Sample.NOW)).pods().seen()).isEmpty();
    }

    @Test
    void whatHasOnlyPodsThatHaveEndedIsNotShownAsWell() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4)).finished("mine/agent-1", "n", GPU, 1)
                .ofDaemonSet("agent");
        var agent = WorkloadKind.DAEMON_SET.in("mine", "agent");
        assertThat(seen(sample.snapshot(), agent).sign()).isEqualTo(Glyph.NONE);
        assertThat(seen(sample.pod("mine/agent-2", "n", GPU, 1).ofDaemonSet("agent").snapshot(), agent).sign())
                .isEqualTo(Glyph.READY);
    }

    @Test
    void aPodThatCrashesAgainAndAgainIsShownAsBroken() {
        var sample = new Sample().with(node("n").nvidia("NVIDIA-L4", 4)).pod("mine/agent-1", "n", GPU, 1)
                .troubled("CrashLoopBackOff", "back-off 5m0s");
        assertThat(seen(sample.snapshot(), ObjectRef.pod("mine", "agent-1")).sign()).isEqualTo(Glyph.BROKEN);
    }

    @Test
    void nothingIsShownAsWellWhileTheClusterIsNotHeardOf() {
        var live = new Sample().with(node("n").nvidia("NVIDIA-L4", 4).has(GPU, 4)).pod("mine/agent-1", "n", GPU, 1)
                .ofDaemonSet("agent").snapshot();
        var gone = Problem.of(Problem.Kind.UNREACHABLE, "The connection was refused");
        var lost = live.with(new Connection.Stale(gone, Sample.NOW, 3, Sample.NOW));
        for (var object : List.of(ObjectRef.node("n"), ObjectRef.pod("mine", "agent-1"),
                WorkloadKind.DAEMON_SET.in("mine", "agent"))) {
            assertThat(seen(live, object).sign()).isEqualTo(Glyph.READY);
            assertThat(seen(lost, object).sign()).as(object.toString()).isEqualTo(Glyph.UNREACHABLE);
            assertThat(seen(lost, object).subtitle()).endsWith(", as last heard");
        }
    }

    private static InspectorState seen(Snapshot snapshot, ObjectRef object) {
        var fleet = new Fleet.Reader(Accelerators.standard()).read(snapshot, Readings.nothing());
        return new InspectorProjection(Accelerators.standard()).state(fleet, new InspectorQuery(object, Sample.NOW));
    }

    private static NodeGpus measured(@Nullable NodeReadings of, @Nullable Problem trouble) {
        var readings = new Readings(Sample.NOW, of == null ? Map.of() : Map.of("n", of), trouble);
        var fleet = new Fleet.Reader(Accelerators.standard()).read(sample().snapshot(), readings);
        return new InspectorProjection(Accelerators.standard())
                .state(fleet, new InspectorQuery(ObjectRef.node("n"), Sample.NOW)).gpus();
    }

    private static NodeReadings read(@Nullable Instant at, @Nullable Problem trouble) {
        var values = new Values.Draft().set(Metric.UTILISATION, 0.73).set(Metric.TEMPERATURE, 61).done();
        return new NodeReadings("n", "ops/exporter", at, Duration.ofSeconds(15), trouble,
                at == null ? List.of()
                        : List.of(new DeviceReadings("GPU-0", 0, "NVIDIA L4", "", List.of(), values, List.of())));
    }

    @Test
    void everyGpuOfANodeIsListedWithWhatIsMeasuredOfIt() {
        var gpus = measured(read(Sample.NOW, null), null);

        assertThat(gpus.devices()).hasSize(4);
        assertThat(gpus.devices().getFirst().reading(Metric.UTILISATION)).isEqualTo(new Reading.Measured(0.73));
        assertThat(gpus.devices().getLast().reading(Metric.UTILISATION))
                .isEqualTo(new Reading.Missing(Reading.Reason.NOT_IN_REPORT));
        assertThat(gpus.silence()).isEmpty();
        assertThat(gpus.aged()).isEmpty();
        assertThat(gpus.layouts()).isEmpty();
    }

    @Test
    void whatWasReadLongAgoSaysHowLongAndWhyNothingNewerIsThere() {
        var late = Problem.of(Problem.Kind.TIMEOUT, "The exporter did not answer in time");
        var gpus = measured(read(Sample.NOW.minusSeconds(180), late), null);

        assertThat(gpus.aged()).isEqualTo("3 min");
        assertThat(gpus.trouble()).isEqualTo("The exporter did not answer in time");
        assertThat(gpus.silence()).isEmpty();
    }

    @Test
    void whyNothingIsMeasuredIsSaidInTheExportersWords() {
        var refused = Problem.of(Problem.Kind.FORBIDDEN, "You may not reach pods through the API server");
        var broken = Problem.of(Problem.Kind.OVERLOADED, "The exporter failed").withDetail("500: no devices");

        assertThat(measured(null, refused).silence())
                .isEqualTo("Nothing is measured: You may not reach pods through the API server");
        assertThat(measured(read(null, broken), null).silence())
                .isEqualTo("Nothing is measured: The exporter failed: 500: no devices");
        assertThat(measured(new NodeReadings("n", "", null, Duration.ofSeconds(15), null, List.of()), null).silence())
                .isEqualTo("Nothing is measured: no exporter found on this node");
        assertThat(measured(null, null).silence()).isEqualTo("Nothing is measured yet");
    }
}
