package tessera.cluster.credential;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Collects a program's output while it runs, up to a limit. */
final class ProgramOutputCapture {

    /** A grandchild may hold the pipe open after the program has ended. */
    private static final Duration LINGER = Duration.ofSeconds(1);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread thread;

    private ProgramOutputCapture(InputStream stream, int limit) {
        thread = Thread.ofVirtual().name("program output").start(() -> drain(stream, limit));
    }

    static ProgramOutputCapture start(InputStream stream, int limit) {
        return new ProgramOutputCapture(stream, limit);
    }

    /** Returns the output, once the stream has ended. What exceeds the limit is read and dropped. */
    byte[] awaitBytes() throws InterruptedException {
        thread.join(LINGER);
        synchronized (bytes) {
            return bytes.toByteArray();
        }
    }

    private void drain(InputStream stream, int limit) {
        var buffer = new byte[8192];
        try (stream) {
            int count;
            while ((count = stream.read(buffer)) >= 0) {
                synchronized (bytes) {
                    bytes.write(buffer, 0, Math.min(count, limit - bytes.size()));
                }
            }
        } catch (IOException _) {
            // The program was ended; what it printed so far counts.
        }
    }
}
