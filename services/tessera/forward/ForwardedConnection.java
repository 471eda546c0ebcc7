package tessera.forward;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tessera.exec.ContainerAccess;
import tessera.exec.PortConnection;
import tessera.exec.PortEar;
import tessera.model.Failure;
import tessera.model.Problem;

/** One connection of this machine that is passed on to a pod, until either side ends it. */
final class ForwardedConnection implements PortEar, AutoCloseable {

    private static final int PIECE = 32 << 10;
    /** The protocol cannot say that one side only listens from now on: that long the pod may be silent then. */
    private static final Duration LINGER = Duration.ofSeconds(10);

    private final Socket socket;
    private final Counters counters;
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicLong heard = new AtomicLong();
    private volatile Optional<Problem> why = Optional.empty();

    /** What all connections of a port add up to. */
    record Counters(AtomicLong received, AtomicLong sent) {}

    ForwardedConnection(Socket socket, Counters counters) {
        this.socket = socket;
        this.counters = counters;
    }

    /**
     * Passes on what comes, until it is over.
     *
     * @return what went wrong; empty when nothing did
     */
    Optional<Problem> pass(ContainerAccess door, ForwardWish wish) throws InterruptedException {
        try (socket; var line = door.dial(wish.pod(), wish.port(), this)) {
            send(socket.getInputStream(), line);
            linger();
        } catch (Failure failure) {
            why = why.or(() -> Optional.of(failure.problem()));
        } catch (IOException _) {
            // The program on this machine went away, which is its business.
        }
        return why;
    }

    private void send(InputStream from, PortConnection line) throws IOException, Failure, InterruptedException {
        var buffer = new byte[PIECE];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            line.write(Arrays.copyOf(buffer, count));
            counters.sent().addAndGet(count);
        }
    }

    private void linger() throws InterruptedException {
        long before;
        do {
            before = heard.get();
        } while (!over.await(LINGER.toMillis(), TimeUnit.MILLISECONDS) && heard.get() != before);
    }

    @Override
    public void bytes(byte[] piece) {
        try {
            socket.getOutputStream().write(piece);
            heard.addAndGet(piece.length);
            counters.received().addAndGet(piece.length);
        } catch (IOException _) {
            close();
        }
    }

    @Override
    public void ended(Optional<Problem> reason) {
        why = reason;
        over.countDown();
        if (reason.isPresent()) {
            reset();
        }
        close();
    }

    /** Has the program on this machine see that the connection broke, and did not merely end. */
    private void reset() {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException _) {
            // It is closed already.
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // There is nothing that could be done about it.
        }
    }
}
