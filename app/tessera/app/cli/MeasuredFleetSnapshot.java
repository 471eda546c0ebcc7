package tessera.app.cli;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.app.wiring.ClusterSelectionService;
import tessera.flow.LatestValue;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.PodListCompleteness;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * A fleet with its exporters' readings, for commands that print.
 *
 * @param gapText what is not measured, and why; empty when all is
 */
public record MeasuredFleetSnapshot(GpuFleet fleet, Optional<String> gapText) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MeasuredFleetSnapshot.class);

    /** How long slow exporters are waited for. */
    private static final Duration MOST = Duration.ofSeconds(20);
    /** How long exporters are waited for where most is known without them. */
    private static final Duration BRIEF = Duration.ofSeconds(5);
    /** How often at most something is printed again. */
    private static final Duration PACE = Duration.ofSeconds(1);

    /** Waits until every exporter has answered or failed, or the timeout passes. */
    public static MeasuredFleetSnapshot awaitReadings(ClusterSelectionService clusterSelection, Duration timeout)
            throws ProblemException {
        return awaitReadings(clusterSelection, ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES, node -> true,
                timeout);
    }

    /**
     * Waits until the exporters of chosen nodes have answered or failed, or the timeout passes.
     *
     * @param need   without which there is no answer
     * @param wanted whose exporters are waited for, and complained about
     */
    static MeasuredFleetSnapshot awaitReadings(ClusterSelectionService clusterSelection,
            ClusterSnapshotAwaiter.RequiredSnapshotCollection need, Predicate<GpuNode> wanted, Duration timeout)
            throws ProblemException {
        return awaitReadings(clusterSelection, need, wanted, timeout, timeout.compareTo(MOST) < 0 ? timeout : MOST);
    }

    /** Waits as long for the exporters as for the cluster, where there is no answer without their readings. */
    static MeasuredFleetSnapshot awaitAllReadings(ClusterSelectionService clusterSelection, Duration timeout)
            throws ProblemException {
        return awaitReadings(clusterSelection, ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES, node -> true,
                timeout, timeout);
    }

    private static MeasuredFleetSnapshot awaitReadings(ClusterSelectionService clusterSelection,
            ClusterSnapshotAwaiter.RequiredSnapshotCollection need, Predicate<GpuNode> wanted, Duration timeout,
            Duration maximum) throws ProblemException {
        clusterSelection.beginMeasuring();
        var snapshot = ClusterSnapshotAwaiter.awaitSnapshot(clusterSelection.snapshots(), need, timeout);
        var reader = clusterSelection.newFleetReader(clusterSelection.accelerators());
        var nodes = reader.read(snapshot).nodes().stream().filter(wanted).toList();
        awaitCondition(clusterSelection.deviceReadings(), () -> areReadingsResolved(nodes, clusterSelection), maximum);
        return measureNow(clusterSelection, reader, wanted);
    }

    private static boolean areReadingsResolved(List<GpuNode> nodes, ClusterSelectionService clusterSelection) {
        return nodes.stream().allMatch(node -> clusterSelection.deviceReadings().get().isResolved(node.name()));
    }

    /**
     * Waits a short while for the exporters of chosen nodes, which alone tell some faults and the models that labels leave open.
     */
    static MeasuredFleetSnapshot awaitBriefly(ClusterSelectionService clusterSelection, Predicate<GpuNode> wanted,
            Duration timeout) throws ProblemException {
        return awaitReadings(clusterSelection, ClusterSnapshotAwaiter.RequiredSnapshotCollection.NODES, wanted, timeout,
                timeout.compareTo(BRIEF) < 0 ? timeout : BRIEF);
    }

    /**
     * Waits for other readings than some.
     *
     * @param wanted whose exporters are complained about
     */
    static MeasuredFleetSnapshot awaitNext(ClusterSelectionService clusterSelection, FleetReadings before,
            Predicate<GpuNode> wanted) throws ProblemException {
        try {
            TimeUnit.MILLISECONDS.sleep(PACE.toMillis());
        } catch (InterruptedException stopped) {
            throw interruptedFailure(stopped);
        }
        awaitCondition(clusterSelection.deviceReadings(),
                () -> !clusterSelection.deviceReadings().get().nodes().equals(before.nodes()), Duration.ofDays(1));
        return measureNow(clusterSelection, clusterSelection.newFleetReader(clusterSelection.accelerators()), wanted);
    }

    private static MeasuredFleetSnapshot measureNow(ClusterSelectionService clusterSelection,
            GpuFleet.GpuFleetReader reader, Predicate<GpuNode> wanted) {
        var fleet = reader.read(clusterSelection.snapshots().get(), clusterSelection.deviceReadings().get());
        return new MeasuredFleetSnapshot(fleet, gapText(fleet, wanted));
    }

    private static Optional<String> gapText(GpuFleet fleet, Predicate<GpuNode> wanted) {
        if (fleet.readings().problem() != null) {
            return Optional.of(MESSAGES.text("readings.none", fleet.readings().problem().singleLine()));
        }
        var silent = new ArrayList<String>();
        var partly = new ArrayList<String>();
        var now = fleet.readings().at();
        for (var node : fleet.nodes().stream().filter(wanted).toList()) {
            var of = fleet.readings().readingsOf(node.name());
            boolean fresh = of != null && of.freshnessAt(now) == NodeReadings.ReadingFreshness.FRESH;
            missingText(node, of, now)
                    .ifPresent(text -> (fresh ? partly : silent).add(node.name() + " (" + text + ")"));
        }
        var said = new ArrayList<String>();
        if (!silent.isEmpty()) {
            said.add(MESSAGES.text("readings.notMeasured", silent));
        }
        if (!partly.isEmpty()) {
            said.add(MESSAGES.text("readings.partlyMeasured", partly));
        }
        return Optional.of(SentenceJoiner.joinClauses(said)).filter(text -> !text.isEmpty());
    }

    /** Returns the gap in a node's readings; empty when all were read lately. */
    private static Optional<String> missingText(GpuNode node, @Nullable NodeReadings readings, Instant now) {
        if (readings == null) {
            return Optional.of(MESSAGES.text("readings.notRead"));
        }
        var problem = readings.problem();
        if (readings.freshnessAt(now) != NodeReadings.ReadingFreshness.FRESH) {
            return Optional.of(problem != null ? problem.problemText() : readings.missingReason().reasonText());
        }
        long gpus = node.tally(PodListCompleteness.ALL).total();
        if (readings.devices().size() < gpus) {
            return Optional.of(MESSAGES.text("readings.some", readings.devices().size(), gpus));
        }
        if (problem == null) {
            return Optional.empty();
        }
        return Optional.of(problem.problemText());
    }

    interface FleetReadyCondition {
        boolean holds();
    }

    /** Waits until a condition holds, or the timeout passes. */
    static void awaitCondition(LatestValue<?> latestValue, FleetReadyCondition condition, Duration maximum)
            throws ProblemException {
        try {
            boolean _ = latestValue.await(_ -> condition.holds(), maximum);
        } catch (InterruptedException stopped) {
            throw interruptedFailure(stopped);
        }
    }

    private static ProblemException interruptedFailure(InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
    }
}
