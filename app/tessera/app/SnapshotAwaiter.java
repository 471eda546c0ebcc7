package tessera.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.flow.LatestValue;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/** Waits until a cluster has been read once, for commands that print and end. */
final class SnapshotAwaiter {

    /** What a command cannot do without. */
    enum RequiredSource {
        NODES,
        PODS,
        /** Whatever may be read is enough. */
        NONE
    }

    private static final String OWN = "Ask for a role that allows it; or have the namespaces read that are yours: name them "
            + "for this context in the settings, or one in the kubeconfig.";

    private SnapshotAwaiter() {}

    /** The fleet as soon as nodes and pods are known, or it is known that they cannot be had. */
    static GpuFleet of(LatestValue<Snapshot> snapshots, AcceleratorCatalog accelerators, RequiredSource need,
            Duration patience)
            throws Failure {
        var done = new CountDownLatch(1);
        var observation = snapshots.observe(() -> {
            if (settled(snapshots.get(), need)) {
                done.countDown();
            }
        });
        try {
            if (!done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new Failure(Problem
                        .of(ProblemKind.TIMEOUT, "The cluster was not read within %d s".formatted(patience.toSeconds()))
                        .withDetail(waiting(snapshots.get())));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(ProblemKind.TIMEOUT, "The reading was given up"), stopped);
        } finally {
            observation.close();
        }
        var snapshot = snapshots.get();
        refusal(snapshot, need);
        return new GpuFleet.FleetReader(accelerators).read(snapshot);
    }

    private static boolean settled(Snapshot snapshot, RequiredSource need) {
        return switch (snapshot.connection()) {
            case SessionConnection.Unreachable _,SessionConnection.CredentialsExpired _ -> true;
            // Who may not read nodes may read pods all the same. Nothing comes where nothing was asked for.
            case SessionConnection.RefusedConnection _ -> need == RequiredSource.NODES || settled(snapshot.podHealth())
                    || !settled(snapshot.nodeHealth());
            default -> settled(snapshot.nodeHealth()) && settled(snapshot.podHealth())
                    && snapshot.devices().settled();
        };
    }

    private static boolean settled(SourceHealth health) {
        return !(health instanceof SourceHealth.LoadingSource);
    }

    private static String waiting(Snapshot snapshot) {
        return switch (snapshot.connection()) {
            case SessionConnection.ConnectingSession(var step, var _) -> "still waiting for " + step;
            case SessionConnection.ReconnectingSession(var why, var _, var _, var _) -> why.sentence();
            case SessionConnection.StaleConnection(var why, var _, var _, var _) -> why.sentence();
            default -> "";
        };
    }

    private static void refusal(Snapshot snapshot, RequiredSource need) throws Failure {
        switch (snapshot.connection()) {
            case SessionConnection.Unreachable(var why, var attempt, var next) -> throw new Failure(why);
            case SessionConnection.CredentialsExpired(var why) -> throw new Failure(why);
            default -> {
                var health = need == RequiredSource.NODES ? snapshot.nodeHealth() : snapshot.podHealth();
                if (need != RequiredSource.NONE && health instanceof SourceHealth.Absent(var why)) {
                    throw new Failure(
                            need == RequiredSource.PODS && why.kind() == ProblemKind.FORBIDDEN ? why.withRemedy(OWN)
                                    : why);
                }
                // What may be listed but not watched has been read once, which is all that is needed.
                if (snapshot.connection() instanceof SessionConnection.RefusedConnection(var why)
                        && (why.kind() != ProblemKind.FORBIDDEN || !settled(health))) {
                    throw new Failure(why);
                }
            }
        }
    }
}
