package tessera.app;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

/** Waits until a cluster has been read once, for commands that print and exit. */
final class ClusterSnapshotAwaiter {

    /** The objects that a command cannot do without. */
    enum RequiredSnapshotCollection {
        NODES,
        PODS,
        /** Whatever may be read is enough. */
        NONE
    }

    private static final String OWN = "Ask for a role that allows it; or have the namespaces read that are yours: name them "
            + "for this context in the settings, or one in the kubeconfig.";

    /** How often what makes no sense is asked for: what is wrong for a moment is right the next time. */
    private static final int TRIES = 4;

    private ClusterSnapshotAwaiter() {}

    /** Waits for nodes and pods, or the certainty that they cannot be read, and returns the fleet. */
    static GpuFleet awaitFleet(LatestValue<ClusterSnapshot> snapshots, AcceleratorCatalog accelerators,
            RequiredSnapshotCollection need,
            Duration timeout)
            throws ProblemException {
        var settled = new CompletableFuture<ClusterSnapshot>();
        var observerRegistration = snapshots.observe(() -> {
            var clusterSnapshot = snapshots.get();
            if (isSettled(clusterSnapshot, need)) {
                settled.complete(clusterSnapshot);
            }
        });
        try {
            var clusterSnapshot = settled.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            failIfRefused(clusterSnapshot, need);
            return new GpuFleet.GpuFleetReader(accelerators).read(clusterSnapshot);
        } catch (TimeoutException late) {
            throw new ProblemException(Problem
                    .of(OperationProblemKind.TIMEOUT,
                            "The cluster was not read within %d s".formatted(timeout.toSeconds()))
                    .withDetail(waitingText(snapshots.get())), late);
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ProblemException(Problem.of(OperationProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } finally {
            observerRegistration.close();
        }
    }

    private static boolean isSettled(ClusterSnapshot clusterSnapshot, RequiredSnapshotCollection need) {
        return switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.UnreachableCluster _,SessionConnectionStatus.UnauthenticatedConnection _ ->
                true;
            // Who may not read nodes may read pods all the same. Nothing comes where nothing was asked for.
            case SessionConnectionStatus.RefusedConnection _ ->
                need == RequiredSnapshotCollection.NODES || isSettled(clusterSnapshot.podHealth())
                        || !isSettled(clusterSnapshot.nodeHealth());
            default -> hopeless(clusterSnapshot).isPresent() || (isSettled(clusterSnapshot.nodeHealth())
                    && isSettled(clusterSnapshot.podHealth()) && clusterSnapshot.devices().isLoaded());
        };
    }

    /** Returns why a server will not be read by waiting longer: it gave the same answers, which make no sense, to all tries. */
    private static Optional<Problem> hopeless(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot
                .connection() instanceof SessionConnectionStatus.InterruptedConnection(var problem, _, var next, _)
                && problem.kind() == OperationProblemKind.GARBLED && next > TRIES ? Optional.of(problem)
                        : Optional.empty();
    }

    private static boolean isSettled(SnapshotCollectionHealth health) {
        return !(health instanceof SnapshotCollectionHealth.LoadingCollection);
    }

    private static String waitingText(ClusterSnapshot clusterSnapshot) {
        return switch (clusterSnapshot.connection()) {
            case SessionConnectionStatus.PendingConnection(var step, var _) -> "still waiting for " + step;
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
                                    ? problem.withRemedy(OWN)
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
