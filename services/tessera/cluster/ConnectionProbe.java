package tessera.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.http.ApiRequest;
import tessera.flow.LatestValue;
import tessera.flow.WakeSignal;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/** Whether there is contact: a network may go without a word, and watches are silent by nature. */
record ConnectionProbe(ClusterConnection open) {

    /** Clocks that differ by more have not been running side by side. */
    private static final Duration SLEPT = Duration.ofSeconds(10);
    /** Longer than any version. */
    private static final int SHORT = 64 << 10;

    /** Any server that speaks for Kubernetes will do, whether or not it lets everyone know its version. */
    void probe(Duration patience) throws Failure, InterruptedException {
        try (var reply = open.send(ApiRequest.get("/version", "reach the cluster").within(patience))) {
            if (!reply.ok()) {
                var refusal = reply.refusal();
                if (refusal.problem().kind() != ProblemKind.FORBIDDEN
                        && refusal.problem().kind() != ProblemKind.NOT_FOUND) {
                    throw refusal.failure();
                }
            }
            // What is not read to its end costs a connection, and its ciphers, with every sign of life.
            reply.body().readNBytes(SHORT);
        } catch (IOException e) {
            throw new Failure(open.explain(e), e);
        }
    }

    /** Where it is told how the server answers. */
    @FunctionalInterface
    interface ProbeSink {
        void accept(WatchChange change) throws InterruptedException;
    }

    /**
     * Asks for a sign of life and tells whether there is one; cuts the connection when it is owed for too long.
     *
     * @param silent whether it was owed before, so that the connection was cut already
     * @return whether it is owed
     */
    private boolean listen(boolean silent, SessionOptions options, ProbeSink sink) throws InterruptedException {
        var heartbeat = options.rhythm().heartbeat();
        var clock = options.terms().clock();
        var probe = new FutureTask<Void>(() -> {
            probe(heartbeat.multipliedBy(2));
            return null;
        });
        Thread.ofVirtual().name("pulse").start(probe);
        // A client tries a dead connection and then another, each for as long as it may: this counts from the question.
        var lost = lost(probe, heartbeat);
        if (lost.isEmpty()) {
            sink.accept(new WatchChange.ServerAnswered(clock.instant()));
            return false;
        }
        sink.accept(new WatchChange.ServerSilent(lost.get(), clock.instant().plus(heartbeat)));
        if (lost(probe, heartbeat).isEmpty()) {
            sink.accept(new WatchChange.ServerAnswered(clock.instant()));
            return false;
        }
        probe.cancel(true);
        if (!silent) {
            open.cut();
        }
        return true;
    }

    /** Why nobody answered within a time; empty where somebody did, be it to refuse. */
    private static Optional<Problem> lost(FutureTask<Void> probe, Duration patience) throws InterruptedException {
        try {
            probe.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (TimeoutException _) {
            return Optional.of(Problem.of(ProblemKind.TIMEOUT,
                    "The server has not answered for %d s".formatted(Math.max(1, patience.toSeconds()))));
        } catch (ExecutionException e) {
            return e.getCause() instanceof Failure failure
                    && (failure.problem().kind() == ProblemKind.UNREACHABLE
                            || failure.problem().kind() == ProblemKind.TIMEOUT)
                                    ? Optional.of(failure.problem())
                                    : Optional.empty();
        }
    }

    /** Asks for a sign of life now and then, and whether this machine slept, for as long as that is wanted. */
    void keep(BooleanSupplier wanted, SessionOptions options, WakeSignal wake, LatestValue<Snapshot> last,
            ProbeSink sink)
            throws InterruptedException {
        var clock = options.terms().clock();
        var clocks = new MachineClocks(clock);
        long heard = wake.rings();
        var heartbeat = clock.instant();
        boolean silent = false;
        while (wanted.getAsBoolean()) {
            boolean rang = wake.pause(options.tick(), heard);
            heard = wake.rings();
            if (!rang && clocks.drifted(options.tick().plus(SLEPT))) {
                open.cut();
                wake.ring();
            }
            if (Duration.between(heartbeat, clock.instant()).compareTo(options.rhythm().heartbeat()) >= 0) {
                // As long as there is something that would look current otherwise.
                if (silent || live(last.get().nodeHealth()) || live(last.get().podHealth())) {
                    silent = listen(silent, options, sink);
                }
                heartbeat = clock.instant();
            }
        }
    }

    private static boolean live(SourceHealth health) {
        return health instanceof SourceHealth.LiveSource;
    }
}
