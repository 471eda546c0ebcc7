package tessera.app;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tessera.flow.Latest;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.model.Connection;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/** Waits until a cluster has been read once, for commands that print and end. */
final class OneReading {

    /** What a command cannot do without. */
    enum Need {
        NODES,
        PODS,
        /** Whatever may be read is enough. */
        NONE
    }

    private static final String OWN = "Ask for a role that allows it; or have the namespaces read that are yours: name them "
            + "for this context in the settings, or one in the kubeconfig.";

    private OneReading() {}

    /** The fleet as soon as nodes and pods are known, or it is known that they cannot be had. */
    static Fleet of(Latest<Snapshot> snapshots, Accelerators accelerators, Need need, Duration patience)
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
                        .of(Kind.TIMEOUT, "The cluster was not read within %d s".formatted(patience.toSeconds()))
                        .withDetail(waiting(snapshots.get())));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Failure(Problem.of(Kind.TIMEOUT, "The reading was given up"), stopped);
        } finally {
            observation.close();
        }
        var snapshot = snapshots.get();
        refusal(snapshot, need);
        return new Fleet.Reader(accelerators).read(snapshot);
    }

    private static boolean settled(Snapshot snapshot, Need need) {
        return switch (snapshot.connection()) {
            case Connection.Unreachable _,Connection.CredentialsExpired _ -> true;
            // Who may not read nodes may read pods all the same. Nothing comes where nothing was asked for.
            case Connection.Refused _ -> need == Need.NODES || settled(snapshot.podHealth())
                    || !settled(snapshot.nodeHealth());
            default -> settled(snapshot.nodeHealth()) && settled(snapshot.podHealth())
                    && snapshot.devices().settled();
        };
    }

    private static boolean settled(SourceHealth health) {
        return !(health instanceof SourceHealth.Loading);
    }

    private static String waiting(Snapshot snapshot) {
        return switch (snapshot.connection()) {
            case Connection.Connecting(var step, var _) -> "still waiting for " + step;
            case Connection.Reconnecting(var why, var _, var _, var _) -> why.sentence();
            case Connection.Stale(var why, var _, var _, var _) -> why.sentence();
            default -> "";
        };
    }

    private static void refusal(Snapshot snapshot, Need need) throws Failure {
        switch (snapshot.connection()) {
            case Connection.Unreachable(var why, var attempt, var next) -> throw new Failure(why);
            case Connection.CredentialsExpired(var why) -> throw new Failure(why);
            default -> {
                var health = need == Need.NODES ? snapshot.nodeHealth() : snapshot.podHealth();
                if (need != Need.NONE && health instanceof SourceHealth.Absent(var why)) {
                    throw new Failure(need == Need.PODS && why.kind() == Kind.FORBIDDEN ? why.withRemedy(OWN) : why);
                }
                // What may be listed but not watched has been read once, which is all that is needed.
                if (snapshot.connection() instanceof Connection.Refused(var why)
                        && (why.kind() != Kind.FORBIDDEN || !settled(health))) {
                    throw new Failure(why);
                }
            }
        }
    }
}
