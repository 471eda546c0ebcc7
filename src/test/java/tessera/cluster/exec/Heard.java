package tessera.cluster.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tessera.exec.ExecExitStatus;
import tessera.exec.ExecOutputListener;

/** What a command said, and how it ended. */
final class Heard implements ExecOutputListener {

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final CompletableFuture<ExecExitStatus> ending = new CompletableFuture<>();

    @Override
    public synchronized void onOutput(byte[] bytes) {
        output.writeBytes(bytes);
        notifyAll();
    }

    @Override
    public void onErrorOutput(byte[] bytes) {
        errors.writeBytes(bytes);
    }

    @Override
    public void onExit(ExecExitStatus exitStatus) {
        ending.complete(exitStatus);
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

    ExecExitStatus ending() throws Exception {
        return ending.get(3, TimeUnit.MINUTES);
    }

    /** Waits until it has said this, which may be in several pieces. */
    synchronized void until(String text) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!text().contains(text)) {
            long remaining = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (remaining <= 0) {
                throw new AssertionError("“%s” was not said, but:%n%s".formatted(text, text()));
            }
            wait(remaining);
        }
    }
}
