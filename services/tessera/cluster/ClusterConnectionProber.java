package tessera.cluster;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.http.ApiRequest;
import tessera.flow.LatestValue;
import tessera.flow.ThreadWakeSignal;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SnapshotCollectionHealth;
import tessera.text.MessageCatalog;

/** A heartbeat of the connection: a network may fail silently, and watches are silent by nature. */
record ClusterConnectionProber(ClusterConnection connection) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterConnectionProber.class);

    /** Clocks that differ by more have not been running side by side. */
    private static final Duration SLEPT = Duration.ofSeconds(10);
    /** What a time is waited for in, each part by a timer of its own. */
    private static final int PARTS = 10;
    /** Longer than any version. */
    private static final int SHORT = 64 << 10;

    /** Sends one request; any answer of a Kubernetes server counts, also a refusal. */
    void probe(Duration timeout) throws ProblemException, InterruptedException {
        try (var reply = connection.send(ApiRequest.get("/version", MESSAGES.text("reach")).withTimeout(timeout))) {
            if (!reply.isSuccess()) {
                var refusal = reply.readRefusal();
                if (refusal.problem().kind() != OperationProblemKind.FORBIDDEN
                        && refusal.problem().kind() != OperationProblemKind.NOT_FOUND) {
                    throw refusal.toFailure();
                }
            }
            // What is not read to its end costs a connection, and its ciphers, with every sign of life.
            reply.body().readNBytes(SHORT);
        } catch (IOException e) {
            throw new ProblemException(connection.explainReadFailure(e), e);
        }
    }

    /** A receiver of the server's reachability changes. */
    @FunctionalInterface
    interface ReachabilityListener {
        void accept(WatchChange change) throws InterruptedException;
    }

    /**
     * Sends a heartbeat and returns whether the server stays silent; cuts the connection when the answer is overdue.
     *
     * @param silent whether it was owed before, so that the connection was cut already
     * @return whether it is owed
     */
    private boolean checkHeartbeat(boolean silent, ClusterSessionOptions options, ReachabilityListener sink)
            throws InterruptedException {
        var heartbeat = options.retryPolicy().heartbeat();
        var clock = options.sharedServices().clock();
        var probe = new FutureTask<Void>(() -> {
            probeWithoutTimeLimit(heartbeat.multipliedBy(2));
            return null;
        });
        Thread.ofVirtual().name("pulse").start(probe);
        // A client tries a dead connection and then another, each for as long as it may: this counts from the question.
        var lost = awaitAnswer(probe, heartbeat);
        if (lost.isEmpty()) {
            sink.accept(new WatchChange.ServerResponseArrival(clock.instant()));
            return false;
        }
        sink.accept(new WatchChange.OverdueServerAnswer(lost.get(), clock.instant().plus(heartbeat)));
        if (awaitAnswer(probe, heartbeat).isEmpty()) {
            sink.accept(new WatchChange.ServerResponseArrival(clock.instant()));
            return false;
        }
        probe.cancel(true);
        if (!silent) {
            connection.dropConnections();
        }
        return true;
    }

    /** Probes again whenever a client's own limit has passed: that limit does not know whether this program was running. */
    private void probeWithoutTimeLimit(Duration each) throws ProblemException, InterruptedException {
        while (true) {
            try {
                probe(each);
                return;
            } catch (ProblemException problemException) {
                // A gateway answers at once that what is behind it takes too long.
                if (problemException.problem().kind() != OperationProblemKind.TIMEOUT
                        || !(problemException.getCause() instanceof IOException)) {
                    throw problemException;
                }
            }
        }
    }

    /**
     * Returns the problem where nothing answered in time; empty where something did, be it a refusal. A part of the time counts
     * once however late its timer fires: while this program gets no processor, an answer may lie here unread.
     */
    private static Optional<Problem> awaitAnswer(FutureTask<Void> probe, Duration timeout) throws InterruptedException {
        for (int part = 0; part < PARTS; part++) {
            try {
                probe.get(timeout.dividedBy(PARTS).toNanos(), TimeUnit.NANOSECONDS);
                return Optional.empty();
            } catch (TimeoutException _) {
                // The next part gives what was late the time to be read.
            } catch (ExecutionException e) {
                if (e.getCause() instanceof ProblemException problemException
                        && (problemException.problem().kind() == OperationProblemKind.UNREACHABLE
                                || problemException.problem().kind() == OperationProblemKind.TIMEOUT)) {
                    return Optional.of(problemException.problem());
                }
                return Optional.empty();
            }
        }
        return Optional.of(Problem.of(OperationProblemKind.TIMEOUT,
                new ClusterSessionReason.ApiServerSilent(Math.max(1, timeout.toSeconds()))));
    }

    /** Sends heartbeats for as long as wanted, and drops the connections after this machine slept. */
    void keepProbing(BooleanSupplier wanted, ClusterSessionOptions options, ThreadWakeSignal wake,
            LatestValue<ClusterSnapshot> snapshots, ReachabilityListener sink) throws InterruptedException {
        var clock = options.sharedServices().clock();
        var clocks = new SystemSleepDetector(clock);
        long heard = wake.ringCount();
        var heartbeat = clock.instant();
        boolean silent = false;
        while (wanted.getAsBoolean()) {
            boolean rang = wake.pause(options.tick(), heard);
            heard = wake.ringCount();
            if (!rang && clocks.hasDrifted(options.tick().plus(SLEPT))) {
                connection.dropConnections();
                wake.ring();
            }
            // A clock that is set back would let nobody ask until it has caught up.
            if (Duration.between(heartbeat, clock.instant()).abs().compareTo(options.retryPolicy().heartbeat()) >= 0) {
                // As long as there is something that would look current otherwise.
                if (silent || isLive(snapshots.get().nodeHealth()) || isLive(snapshots.get().podHealth())) {
                    silent = checkHeartbeat(silent, options, sink);
                }
                heartbeat = clock.instant();
            }
        }
    }

    private static boolean isLive(SnapshotCollectionHealth health) {
        return health instanceof SnapshotCollectionHealth.LiveCollection;
    }

    /**
     * A machine's two clocks side by side: time of day and uptime. When a laptop
     * sleeps, the one goes on and the other stands still; or both go on, and nobody looked for too long.
     */
    private static final class SystemSleepDetector {

        private final Clock clock;
        private Instant lastWallTime;
        private long ran;

        SystemSleepDetector(Clock clock) {
            this.clock = clock;
            lastWallTime = clock.instant();
            ran = System.nanoTime();
        }

        /** Returns whether since the last call more than a limit passed, or the clocks diverged by as much. */
        boolean hasDrifted(Duration limit) {
            var nowShown = clock.instant();
            long nowRan = System.nanoTime();
            var running = Duration.ofNanos(nowRan - ran);
            var apart = Duration.between(lastWallTime, nowShown).minus(running).abs();
            lastWallTime = nowShown;
            ran = nowRan;
            return apart.compareTo(limit) > 0 || running.compareTo(limit) > 0;
        }
    }
}
