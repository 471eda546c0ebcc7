package tessera.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tessera.cluster.wire.Ask;
import tessera.flow.Wake;
import tessera.model.Failure;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/** Whether there is contact: a network may go without a word, and watches are silent by nature. */
record Pulse(ClusterConnection open) {

    /** Clocks that differ by more have not been running side by side. */
    private static final Duration SLEPT = Duration.ofSeconds(10);
    /** Longer than any version. */
    private static final int SHORT = 64 << 10;

    /** Any server that speaks for Kubernetes will do, whether or not it lets everyone know its version. */
    void probe(Duration patience) throws Failure, InterruptedException {
        try (var reply = open.send(Ask.get("/version", "reach the cluster").within(patience))) {
            if (!reply.ok()) {
                var refusal = reply.refusal();
                if (refusal.problem().kind() != Kind.FORBIDDEN && refusal.problem().kind() != Kind.NOT_FOUND) {
                    throw refusal.failure();
                }
            }
            // What is not read to its end costs a connection, and its ciphers, with every sign of life.
            reply.body().readNBytes(SHORT);
        } catch (IOException e) {
            throw new Failure(open.explain(e), e);
        }
    }

    /** Cuts the connection when nobody answers, as long as there is something that would look current otherwise. */
    void listen(Snapshot last, Duration patience) throws InterruptedException {
        if (!live(last.nodeHealth()) && !live(last.podHealth())) {
            return;
        }
        try {
            probe(patience);
        } catch (Failure failure) {
            if (failure.problem().kind() == Kind.UNREACHABLE || failure.problem().kind() == Kind.TIMEOUT) {
                open.cut();
            }
        }
    }

    /** Asks for a sign of life now and then, and whether this machine slept, for as long as that is wanted. */
    void keep(BooleanSupplier wanted, SessionOptions options, Wake wake, Supplier<Snapshot> last)
            throws InterruptedException {
        var clock = options.terms().clock();
        var clocks = new Clocks(clock);
        long heard = wake.rings();
        var heartbeat = clock.instant();
        while (wanted.getAsBoolean()) {
            boolean rang = wake.pause(options.tick(), heard);
            heard = wake.rings();
            if (!rang && clocks.drifted(options.tick().plus(SLEPT))) {
                open.cut();
                wake.ring();
            }
            if (Duration.between(heartbeat, clock.instant()).compareTo(options.rhythm().heartbeat()) >= 0) {
                listen(last.get(), options.rhythm().heartbeat());
                heartbeat = clock.instant();
            }
        }
    }

    private static boolean live(SourceHealth health) {
        return health instanceof SourceHealth.Live;
    }
}
