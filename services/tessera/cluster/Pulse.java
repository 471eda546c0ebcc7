package tessera.cluster;

import java.time.Duration;
import tessera.cluster.wire.Ask;
import tessera.model.Failure;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;

/** Whether there is contact: a network may go without a word, and watches are silent by nature. */
record Pulse(ClusterConnection open) {

    /** Any server that speaks for Kubernetes will do, whether or not it lets everyone know its version. */
    void probe(Duration patience) throws Failure, InterruptedException {
        try (var reply = open.send(Ask.get("/version", "reach the cluster").within(patience))) {
            if (!reply.ok()) {
                var refusal = reply.refusal();
                if (refusal.problem().kind() != Kind.FORBIDDEN && refusal.problem().kind() != Kind.NOT_FOUND) {
                    throw refusal.failure();
                }
            }
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

    private static boolean live(SourceHealth health) {
        return health instanceof SourceHealth.Live;
    }
}
