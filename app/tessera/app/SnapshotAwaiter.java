package tessera.app;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tessera.flow.LatestValue;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/** Waits until a cluster has been read once, for commands that print and exit. */
final class SnapshotAwaiter {

    /** The objects that a command cannot do without. */
    enum RequiredSource {
        NODES,
        PODS,
        /** Whatever may be read is enough. */
        NONE
    }

    private static final String OWN = "Ask for a role that allows it; or have the namespaces read that are yours: name them "
            + "for this context in the settings, or one in the kubeconfig.";

    /** How often what makes no sense is asked for: what is wrong for a moment is right the next time. */
    private static final int TRIES = 4;

    private SnapshotAwaiter() {}

    /** Waits for nodes and pods, or the certainty that they cannot be read, and returns the fleet. */
    static GpuFleet awaitFleet(LatestValue<Snapshot> snapshots, AcceleratorCatalog accelerators, RequiredSource need,
            Duration timeout)
            throws Failure {
        var settled = new CompletableFuture<Snapshot>();
        var observation = snapshots.observe(() -> {
            var snapshot = snapshots.get();
            if (isSettled(snapshot, need)) {
                settled.complete(snapshot);
            }
        });
        try {
            var snapshot = settled.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            failIfRefused(snapshot, need);
            return new GpuFleet.FleetReader(accelerators).read(snapshot);
        } catch (TimeoutException late) {
            throw new Failure(Problem
                    .of(ProblemKind.TIMEOUT, "The cluster was not read within %d s".formatted(timeout.toSeconds()))
                    .withDetail(waitingText(snapshots.get())), late);
        } catch (ExecutionException never) {
            throw new IllegalStateException(never);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } finally {
            observation.close();
        }
    }

    private static boolean isSettled(Snapshot snapshot, RequiredSource need) {
        return switch (snapshot.connection()) {
            case SessionConnection.Unreachable _,SessionConnection.CredentialsExpired _ -> true;
            // Who may not read nodes may read pods all the same. Nothing comes where nothing was asked for.
            case SessionConnection.RefusedConnection _ ->
                need == RequiredSource.NODES || isSettled(snapshot.podHealth())
                        || !isSettled(snapshot.nodeHealth());
            default -> hopeless(snapshot).isPresent() || isSettled(snapshot.nodeHealth())
                    && isSettled(snapshot.podHealth()) && snapshot.devices().isLoaded();
        };
    }

    /** Returns why a server will not be read by waiting longer: it gave the same answers, which make no sense, to all tries. */
    private static Optional<Problem> hopeless(Snapshot snapshot) {
        return snapshot.connection() instanceof SessionConnection.ReconnectingSession(var problem, _, var next, _)
                && problem.kind() == ProblemKind.GARBLED && next > TRIES ? Optional.of(problem) : Optional.empty();
    }

    private static boolean isSettled(SourceHealth health) {
        return !(health instanceof SourceHealth.LoadingSource);
    }

    private static String waitingText(Snapshot snapshot) {
        return switch (snapshot.connection()) {
            case SessionConnection.ConnectingSession(var step, var _) -> "still waiting for " + step;
            case SessionConnection.ReconnectingSession(var problem, var _, var _, var _) -> problem.problemText();
            case SessionConnection.StaleConnection(var problem, var _, var _, var _) -> problem.problemText();
            default -> "";
        };
    }

    private static void failIfRefused(Snapshot snapshot, RequiredSource need) throws Failure {
        switch (snapshot.connection()) {
            case SessionConnection.Unreachable(var problem, var attempt, var next) -> throw new Failure(problem);
            case SessionConnection.CredentialsExpired(var problem) -> throw new Failure(problem);
            default -> {
                var hopeless = hopeless(snapshot);
                if (hopeless.isPresent()) {
                    throw new Failure(hopeless.get());
                }
                var health = need == RequiredSource.NODES ? snapshot.nodeHealth() : snapshot.podHealth();
                if (need != RequiredSource.NONE && health instanceof SourceHealth.UnavailableSource(var problem)) {
                    throw new Failure(
                            need == RequiredSource.PODS && problem.kind() == ProblemKind.FORBIDDEN
                                    ? problem.withRemedy(OWN)
                                    : problem);
                }
                // What may be listed but not watched has been read once, which is all that is needed.
                if (snapshot.connection() instanceof SessionConnection.RefusedConnection(var problem)
                        && (problem.kind() != ProblemKind.FORBIDDEN || !isSettled(health))) {
                    throw new Failure(problem);
                }
            }
        }
    }
}
