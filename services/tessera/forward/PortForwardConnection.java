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
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.PodPortConnection;
import tessera.exec.PortConnectionListener;
import tessera.model.Problem;
import tessera.model.ProblemException;

/** A local connection that is forwarded to a pod until either side ends it. */
final class PortForwardConnection implements PortConnectionListener, AutoCloseable {

    private static final int PIECE = 32 << 10;
    /** The protocol cannot say that one side only listens from now on: that long the pod may be silent then. */
    private static final Duration LINGER = Duration.ofSeconds(10);

    private final Socket socket;
    private final ForwardCounters counters;
    private final CountDownLatch finished = new CountDownLatch(1);
    private final AtomicLong heard = new AtomicLong();
    private volatile Optional<Problem> problem = Optional.empty();

    /** The totals of all connections of a port. */
    record ForwardCounters(AtomicLong receivedBytes, AtomicLong sentBytes) {}

    PortForwardConnection(Socket socket, ForwardCounters counters) {
        this.socket = socket;
        this.counters = counters;
    }

    /**
     * Forwards data until the connection ends.
     *
     * @return what went wrong; empty when nothing did
     */
    Optional<Problem> pass(ContainerExecForwardClient containerAccess, PortForwardRequest request)
            throws InterruptedException {
        try (socket; var connection = containerAccess.dial(request.pod(), request.port(), this)) {
            copyToPod(socket.getInputStream(), connection);
            awaitDrain();
        } catch (ProblemException problemException) {
            problem = problem.or(() -> Optional.of(problemException.problem()));
        } catch (IOException _) {
            // The program on this machine went away, which is its business.
        }
        return problem;
    }

    private void copyToPod(InputStream from, PodPortConnection connection)
            throws IOException, ProblemException, InterruptedException {
        var buffer = new byte[PIECE];
        for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
            connection.write(Arrays.copyOf(buffer, count));
            counters.sentBytes().addAndGet(count);
        }
    }

    private void awaitDrain() throws InterruptedException {
        long before;
        do {
            before = heard.get();
        } while (!finished.await(LINGER.toMillis(), TimeUnit.MILLISECONDS) && heard.get() != before);
    }

    @Override
    public void onBytes(byte[] piece) {
        try {
            socket.getOutputStream().write(piece);
            heard.addAndGet(piece.length);
            counters.receivedBytes().addAndGet(piece.length);
        } catch (IOException _) {
            close();
        }
    }

    @Override
    public void onClose(Optional<Problem> reason) {
        problem = reason;
        finished.countDown();
        if (reason.isPresent()) {
            reset();
        }
        close();
    }

    /** Resets the local connection, so that the program sees a broken connection instead of an end. */
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
