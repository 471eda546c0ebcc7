package tessera.app;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.Failure;
import tessera.model.PodVisibility;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

/**
 * A fleet with what its exporters report, for commands that print.
 *
 * @param complaint what is not measured, and why; empty when all is
 */
record MeasuredFleet(GpuFleet fleet, Optional<String> complaint) {

    /** How long slow exporters are waited for. */
    private static final Duration MOST = Duration.ofSeconds(20);
    /** How often at most something is printed again. */
    private static final Duration PACE = Duration.ofSeconds(1);

    /** As soon as every exporter has answered or failed, or when there was time enough. */
    static MeasuredFleet of(ClusterDesk desk, Duration patience) throws Failure {
        return of(desk, SnapshotAwaiter.RequiredSource.NODES, node -> true, patience);
    }

    /**
     * As soon as the exporters of some nodes have answered or failed, or when there was time enough.
     *
     * @param need   without which there is no answer
     * @param wanted whose exporters are waited for, and complained about
     */
    static MeasuredFleet of(ClusterDesk desk, SnapshotAwaiter.RequiredSource need, Predicate<GpuNode> wanted,
            Duration patience)
            throws Failure {
        var known = SnapshotAwaiter.of(desk.snapshots(), desk.accelerators(), need, patience);
        var most = patience.compareTo(MOST) < 0 ? patience : MOST;
        var nodes = known.nodes().stream().filter(wanted).toList();
        await(desk.readings(), () -> nodes.stream().allMatch(node -> desk.readings().get().heard(node.name())), most);
        return now(desk, wanted);
    }

    /** When there are other readings than some. */
    static MeasuredFleet next(ClusterDesk desk, FleetReadings before) throws Failure {
        try {
            TimeUnit.MILLISECONDS.sleep(PACE.toMillis());
        } catch (InterruptedException stopped) {
            throw givenUp(stopped);
        }
        await(desk.readings(), () -> !desk.readings().get().nodes().equals(before.nodes()), Duration.ofDays(1));
        return now(desk, node -> true);
    }

    private static MeasuredFleet now(ClusterDesk desk, Predicate<GpuNode> wanted) {
        var fleet = new GpuFleet.FleetReader(desk.accelerators()).read(desk.snapshots().get(), desk.readings().get());
        return new MeasuredFleet(fleet, complaint(fleet, wanted));
    }

    private static Optional<String> complaint(GpuFleet fleet, Predicate<GpuNode> wanted) {
        if (fleet.readings().trouble() != null) {
            return Optional.of("nothing is measured: " + CliErrors.sentence(fleet.readings().trouble()));
        }
        var silent = new ArrayList<String>();
        var partly = new ArrayList<String>();
        var now = fleet.readings().at();
        for (var node : fleet.nodes().stream().filter(wanted).toList()) {
            var of = fleet.readings().node(node.name());
            boolean fresh = of != null && of.freshness(now) == NodeReadings.Freshness.FRESH;
            lack(node, of, now).ifPresent(words -> (fresh ? partly : silent).add(node.name() + " (" + words + ")"));
        }
        var said = Stream.of(list("not measured: ", silent), list("not all measured: ", partly))
                .filter(words -> !words.isEmpty()).collect(Collectors.joining("; "));
        return said.isEmpty() ? Optional.empty() : Optional.of(said);
    }

    private static String list(String begin, List<String> nodes) {
        return nodes.isEmpty() ? ""
                : begin + String.join(", ", nodes.subList(0, Math.min(5, nodes.size())))
                        + (nodes.size() > 5 ? " and %d more nodes".formatted(nodes.size() - 5) : "");
    }

    /** What is not known of a node's GPUs; empty when all was read of late. */
    private static Optional<String> lack(GpuNode node, @Nullable NodeReadings readings, Instant now) {
        if (readings == null) {
            return Optional.of("not read yet");
        }
        var trouble = readings.trouble();
        if (readings.freshness(now) != NodeReadings.Freshness.FRESH) {
            return Optional.of(trouble != null ? trouble.sentence() : readings.reason().words());
        }
        long gpus = node.tally(PodVisibility.ALL).total();
        if (readings.devices().size() < gpus) {
            return Optional.of("%d of %d GPUs reported".formatted(readings.devices().size(), gpus));
        }
        return trouble == null ? Optional.empty() : Optional.of(trouble.sentence());
    }

    interface FleetCondition {
        boolean holds();
    }

    /** Until something is so, or for long enough. */
    static void await(LatestValue<?> news, FleetCondition condition, Duration most) throws Failure {
        var done = new CountDownLatch(1);
        try (var _ = news.observe(() -> {
            if (condition.holds()) {
                done.countDown();
            }
        })) {
            boolean _ = done.await(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            throw givenUp(stopped);
        }
    }

    private static Failure givenUp(InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
    }
}
