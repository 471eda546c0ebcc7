package tessera.metrics.prometheus.answer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;

/** A response body limited in size and time. */
final class LimitedResponseBody extends FilterInputStream {

    static final long LARGEST = 64L << 20;
    /** An answer may be silent for a while again and again. */
    private static final int SILENCES = 4;

    private final long startNanos = System.nanoTime();
    private final long longest;
    private long remaining = LARGEST;

    LimitedResponseBody(InputStream body, Duration timeout) {
        super(body);
        longest = timeout.multipliedBy(SILENCES).toNanos();
    }

    @Override
    public int read() throws IOException {
        return countBytes(super.read(), 1);
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
        int read = super.read(target, from, length);
        return countBytes(read, read);
    }

    private int countBytes(int result, int bytes) throws IOException {
        if (result < 0) {
            return result;
        }
        remaining -= bytes;
        if (remaining < 0) {
            throw new ResponseTooLargeException(
                    new Problem(OperationProblemKind.INVALID, "The answer of Prometheus is larger than "
                            + (LARGEST >> 20) + " MiB", "", "Ask for fewer series, or for a shorter time."));
        }
        if (System.nanoTime() - startNanos > longest) {
            throw new ResponseTooLargeException(
                    Problem.of(OperationProblemKind.TIMEOUT, "The answer of Prometheus did not end in time"));
        }
        return result;
    }
}
