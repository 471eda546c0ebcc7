package tessera.app.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tessera.flow.LatestValue;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;
import tessera.model.SnapshotCollectionHealth;
import tessera.text.MessageCatalog;

/** Waits until a cluster has been read once, for commands that print and exit. */
final class ClusterSnapshotAwaiter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterSnapshotAwaiter.class);

    /** The objects that a command cannot do without. */
    enum RequiredSnapshotCollection {
        NODES,
        PODS,
        /** Whatever may be read is enough. */
        NONE
    }

    /** How often what makes no sense is asked for: what is wrong for a moment is right the next time. */
    private static final int TRIES = 4;
    /** How many time-outs a cluster gets that makes progress all the time, as a list may have no end. */
    private static final int LONGEST = 10;

    private ClusterSnapshotAwaiter() {}

    /** Waits as {@link #awaitSnapshot} does, and reads the GPUs of the snapshot. */
    static GpuFleet awaitFleet(LatestValue<ClusterSnapshot> snapshots, AcceleratorCatalog accelerators,
            RequiredSnapshotCollection need, Duration timeout) throws ProblemException {
        return new GpuFleet.GpuFleetReader(accelerators).read(awaitSnapshot(snapshots, need, timeout));
    }

    /**
     * Waits for nodes and pods, or the certainty that they cannot be read.
     *
     * @param timeout how long nothing new may be read; a large cluster or a busy machine gets longer in all
     * @throws ProblemException when the cluster cannot be read, or not in time
     */
    static ClusterSnapshot awaitSnapshot(LatestValue<ClusterSnapshot> snapshots, RequiredSnapshotCollection need,
            Duration timeout) throws ProblemException {
        var settled = new CompletableFuture<ClusterSnapshot>();
        var progress = new ReadingProgress();
        var observerRegistration = snapshots.observe(() -> {
            var clusterSnapshot = snapshots.get();
            progress.note(clusterSnapshot);
            if (isSettled(clusterSnapshot, need)) {
                settled.complete(clusterSnapshot);
            }
        });
        try {
            var clusterSnapshot = progress.await(settled, timeout);
            failIfRefused(clusterSnapshot, need);
            return clusterSnapshot;
        } catch (TimeoutException late) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.TIMEOUT, MESSAGES.reason("snapshot.timeout", timeout.toSeconds()))
                            .withDetail(waitingText(snapshots.get())),
                    late);
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(OperationProblemKind.TIMEOUT, MESSAGES.reason("interrupted"), stopped);
        } finally {
            observerRegistration.close();
        }
    }

    /** The time at which a session was last seen where it had not been before. Safe for use by several threads. */
    private static final class ReadingProgress {

        private final Set<ReadingStage> seen = ConcurrentHashMap.newKeySet();
        private final long begunNanos = System.nanoTime();
        private volatile long newestNanos = begunNanos;

        /** The progress of a session: the step it waits for, and the objects read so far. */
        private record ReadingStage(String step, int nodes, int pods, int devices) {}

        void note(ClusterSnapshot snapshot) {
            var step = snapshot.connection() instanceof SessionConnectionStatus.PendingConnection pending
                    ? pending.step()
                    : "";
            int devices = snapshot.devices().slices().size() + snapshot.devices().claims().size();
            if (seen.add(
                    new ReadingStage(step, loaded(snapshot.nodeHealth()), loaded(snapshot.podHealth()), devices))) {
                newestNanos = System.nanoTime();
            }
        }

        private static int loaded(SnapshotCollectionHealth health) {
            return health instanceof SnapshotCollectionHealth.LoadingCollection(var loaded, _) ? loaded : -1;
        }

        ClusterSnapshot await(CompletableFuture<ClusterSnapshot> settled, Duration timeout)
                throws TimeoutException, ExecutionException, InterruptedException {
            while (true) {
                try {
                    return settled.get(Math.max(0, nanosLeft(timeout)), TimeUnit.NANOSECONDS);
                } catch (TimeoutException late) {
                    if (nanosLeft(timeout) <= 0) {
                        throw late;
                    }
                }
            }
        }

        private long nanosLeft(Duration timeout) {
            long now = System.nanoTime();
            return Math.min(timeout.toNanos() - (now - newestNanos),
                    timeout.multipliedBy(LONGEST).toNanos() - (now - begunNanos));
        }
    }

    private static boolean isSettled(ClusterSnapshot clusterSnapshot, RequiredSnapshotCollection need) {
        return switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.UnreachableCluster _,SessionConnectionStatus.UnauthenticatedConnection _ ->
                true;
            // Who may not read nodes may read pods all the same. Nothing comes where nothing was asked for.
            case SessionConnectionStatus.RefusedConnection _ -> need == RequiredSnapshotCollection.NODES
                    || isSettled(clusterSnapshot.podHealth()) || !isSettled(clusterSnapshot.nodeHealth());
            default -> hopeless(clusterSnapshot).isPresent() || (isSettled(clusterSnapshot.nodeHealth())
                    && isSettled(clusterSnapshot.podHealth()) && clusterSnapshot.devices().isLoaded());
        };
    }

    /** Returns why a server will not be read by waiting longer: it gave the same answers, which make no sense, to all tries. */
    private static Optional<Problem> hopeless(ClusterSnapshot clusterSnapshot) {
        if (clusterSnapshot
                .connection() instanceof SessionConnectionStatus.InterruptedConnection(var problem, _, var next, _)
                && problem.kind() == OperationProblemKind.GARBLED && next > TRIES) {
            return Optional.of(problem);
        }
        return Optional.empty();
    }

    private static boolean isSettled(SnapshotCollectionHealth health) {
        return !(health instanceof SnapshotCollectionHealth.LoadingCollection);
    }

    private static String waitingText(ClusterSnapshot clusterSnapshot) {
        return switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.PendingConnection(var step, var _) -> MESSAGES.text("snapshot.waiting", step);
            case SessionConnectionStatus.InterruptedConnection(var problem, var _, var _, var _) ->
                problem.problemText();
            case SessionConnectionStatus.StaleConnection(var problem, var _, var _, var _) -> problem.problemText();
            default -> "";
        };
    }

    private static void failIfRefused(ClusterSnapshot clusterSnapshot, RequiredSnapshotCollection need)
            throws ProblemException {
        switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.UnreachableCluster(var problem, var attempt, var next) ->
                throw new ProblemException(problem);
            case SessionConnectionStatus.UnauthenticatedConnection(var problem) -> throw new ProblemException(problem);
            default -> {
                var hopeless = hopeless(clusterSnapshot);
                if (hopeless.isPresent()) {
                    throw new ProblemException(hopeless.get());
                }
                var health = need == RequiredSnapshotCollection.NODES ? clusterSnapshot.nodeHealth()
                        : clusterSnapshot.podHealth();
                if (need != RequiredSnapshotCollection.NONE
                        && health instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
                    throw new ProblemException(
                            need == RequiredSnapshotCollection.PODS && problem.kind() == OperationProblemKind.FORBIDDEN
                                    ? problem.withRemedy(MESSAGES.text("pods.forbidden.remedy"))
                                    : problem);
                }
                // What may be listed but not watched has been read once, which is all that is needed.
                if (clusterSnapshot.connection() instanceof SessionConnectionStatus.RefusedConnection(var problem)
                        && (problem.kind() != OperationProblemKind.FORBIDDEN || !isSettled(health))) {
                    throw new ProblemException(problem);
                }
            }
        }
    }
}
