package tessera.demo.http;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The body of one request, with a content length or in chunks. */
final class SimulatedServerRequestBody extends InputStream {

    private static final int CHUNK_HEAD = 4096;

    private final HttpConnectionInput input;
    private final boolean chunked;
    private final ContinueSignal beforeFirstRead;
    private final boolean continueExpected;
    private long remaining;
    private boolean started;
    private boolean finished;
    private byte @Nullable [] whole;

    /** A signal to the peer to send the body. */
    interface ContinueSignal {
        void send() throws IOException;
    }

    /**
     * @param length          announced length; ignored if chunked
     * @param continueExpected         the client sends nothing before it is told to
     * @param beforeFirstRead tells it to go on
     */
    SimulatedServerRequestBody(HttpConnectionInput input, boolean chunked, long length, boolean continueExpected,
            ContinueSignal beforeFirstRead) {
        this.input = input;
        this.continueExpected = continueExpected;
        this.chunked = chunked;
        this.remaining = chunked ? 0 : length;
        this.finished = !chunked && length == 0;
        this.beforeFirstRead = beforeFirstRead;
    }

    /** Skips the rest, so that the next request can follow; returns false if it is too long or would block. */
    boolean drain(long limit) throws IOException {
        if (!finished && !started && continueExpected) {
            return false;
        }
        var buffer = new byte[8192];
        long read = 0;
        for (int count = 0; count >= 0 && read <= limit; count = read(buffer)) {
            read += count;
        }
        return finished;
    }

    /** Reads up to the given number of bytes, once for all who ask. */
    byte[] readWhole(int most) throws IOException {
        var known = whole;
        if (known == null) {
            known = readNBytes(most);
            whole = known;
        }
        return known;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (finished || length == 0) {
            return finished ? -1 : 0;
        }
        if (!started) {
            started = true;
            if (continueExpected) {
                beforeFirstRead.send();
            }
        }
        if (chunked && remaining == 0 && !nextChunk()) {
            return -1;
        }
        int count = input.read(target, offset, (int) Math.min(length, remaining));
        if (count < 0) {
            throw new MalformedHttpRequestException(400, "body ended early");
        }
        remaining -= count;
        if (remaining == 0) {
            endChunk();
        }
        return count;
    }

    private void endChunk() throws IOException {
        if (!chunked) {
            finished = true;
        } else if (!input.readLine(new HttpConnectionInput.HeadSizeLimit(CHUNK_HEAD)).isEmpty()) {
            throw new MalformedHttpRequestException(400, "malformed chunk");
        }
    }

    private boolean nextChunk() throws IOException {
        var budget = new HttpConnectionInput.HeadSizeLimit(CHUNK_HEAD);
        var size = input.readLine(budget).split(";", 2)[0].strip();
        try {
            remaining = size.length() > 15 ? -1 : Long.parseLong(size, 16);
        } catch (NumberFormatException e) {
            remaining = -1;
        }
        if (remaining < 0) {
            throw new MalformedHttpRequestException(400, "malformed chunk size");
        }
        if (remaining == 0) {
            for (var trailer = input.readLine(budget); !trailer.isEmpty();) {
                trailer = input.readLine(budget);
            }
            finished = true;
        }
        return !finished;
    }
}
