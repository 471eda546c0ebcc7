package tessera.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import tessera.bench.SyntheticFleet.Moment;
import tessera.cluster.fixture.ScriptedServer.Exchange;

/**
 * What happens in a synthetic fleet: so many events a second, of which one in twenty is a node that beats, one a pod
 * that goes, one a pod that comes, and the rest pods that change. A pod's restarts are the milliseconds from the epoch
 * to the moment when the event was due, so that whoever sees them knows how late they are.
 */
final class EventLoad {

    private static final int MIX = 20;
    private static final long ROUND = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long SETTLE = 3_000;
    /** Spreads what follows each other over the fleet. */
    private static final int STRIDE = 7_919;

    private final SyntheticFleet fleet;
    private final int perSecond;
    private final long version;
    private final long epoch = System.currentTimeMillis();

    EventLoad(SyntheticFleet fleet, int perSecond, long version) {
        this.fleet = fleet;
        this.perSecond = perSecond;
        this.version = version;
    }

    long epoch() {
        return epoch;
    }

    void answer(Exchange exchange, String kind) throws Exception {
        exchange.begin(200, "application/json");
        if (perSecond == 0) {
            exchange.hang();
            return;
        }
        Thread.sleep(SETTLE);
        boolean ofPods = kind.equals("Pod");
        long started = System.nanoTime();
        long begun = System.currentTimeMillis() - epoch;
        for (long sent = 0;;) {
            long due = (System.nanoTime() - started) * perSecond / TimeUnit.SECONDS.toNanos(1);
            var piece = new ByteArrayOutputStream();
            for (; sent < due; sent++) {
                if (sent % MIX == 0 != ofPods) {
                    event(piece, sent, begun + sent * 1_000 / perSecond);
                }
            }
            if (piece.size() > 0) {
                exchange.piece(piece.toByteArray());
            }
            LockSupport.parkNanos(ROUND);
        }
    }

    /** Deletions and additions follow each other, so that the fleet stays as large as it is. */
    private void event(ByteArrayOutputStream piece, long number, long due) throws IOException {
        int kind = (int) (number % MIX);
        var moment = new Moment(version + number, (int) due);
        if (kind == 0) {
            write(piece, "MODIFIED", "Node", fleet.node((int) (number / MIX % fleet.nodes()), moment));
            return;
        }
        // The pod that goes is the one that comes right after.
        int pod = (int) ((kind == 2 ? number - 1 : number) * STRIDE % fleet.pods());
        var type = kind == 1 ? "DELETED" : kind == 2 ? "ADDED" : "MODIFIED";
        write(piece, type, "Pod", fleet.pod(pod, moment));
    }

    private static void write(ByteArrayOutputStream piece, String type, String kind, byte[] object) {
        piece.writeBytes(("{\"type\":\"" + type + "\",\"object\":{\"kind\":\"" + kind + "\",\"apiVersion\":\"v1\",")
                .getBytes(StandardCharsets.US_ASCII));
        piece.write(object, 1, object.length - 1);
        piece.writeBytes("}\n".getBytes(StandardCharsets.US_ASCII));
    }
}
