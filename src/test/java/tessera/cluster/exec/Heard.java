package tessera.cluster.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tessera.exec.ExecSink;
import tessera.exec.ExitStatus;

/** What a command said, and how it ended. */
final class Heard implements ExecSink {

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final CompletableFuture<ExitStatus> ending = new CompletableFuture<>();

    @Override
    public synchronized void output(byte[] bytes) {
        output.writeBytes(bytes);
        notifyAll();
    }

    @Override
    public void errors(byte[] bytes) {
        errors.writeBytes(bytes);
    }

    @Override
    public void ended(ExitStatus how) {
        ending.complete(how);
    }

    synchronized String text() {
        return output.toString(StandardCharsets.UTF_8);
    }

    synchronized byte[] bytes() {
        return output.toByteArray();
    }

    String complaint() {
        return errors.toString(StandardCharsets.UTF_8);
    }

    ExitStatus ending() throws Exception {
        return ending.get(60, TimeUnit.SECONDS);
    }

    /** Waits until it has said this, which may be in several pieces. */
    synchronized void until(String words) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!text().contains(words)) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("“%s” was not said, but:%n%s".formatted(words, text()));
            }
            wait(left);
        }
    }
}
