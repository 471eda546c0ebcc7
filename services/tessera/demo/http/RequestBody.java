package tessera.demo.http;

import java.io.IOException;
import java.io.InputStream;

/** The body of one request, whether its length was announced or it comes in chunks. */
final class RequestBody extends InputStream {

    private static final int CHUNK_HEAD = 4096;

    private final WireInput input;
    private final boolean chunked;
    private final Signal beforeFirstRead;
    private final boolean awaited;
    private long left;
    private boolean started;
    private boolean finished;

    /** Something told to the peer. */
    interface Signal {
        void send() throws IOException;
    }

    /**
     * @param length          announced length; ignored if chunked
     * @param awaited         the client sends nothing before it is told to
     * @param beforeFirstRead tells it to go on
     */
    RequestBody(WireInput input, boolean chunked, long length, boolean awaited, Signal beforeFirstRead) {
        this.input = input;
        this.awaited = awaited;
        this.chunked = chunked;
        this.left = chunked ? 0 : length;
        this.finished = !chunked && length == 0;
        this.beforeFirstRead = beforeFirstRead;
    }

    /** Reads what is left, so that the next request can follow; false if that is too much or would wait. */
    boolean drain(long limit) throws IOException {
        if (!finished && !started && awaited) {
            return false;
        }
        var buffer = new byte[8192];
        long read = 0;
        for (int count = 0; count >= 0 && read <= limit; count = read(buffer)) {
            read += count;
        }
        return finished;
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
            if (awaited) {
                beforeFirstRead.send();
            }
        }
        if (chunked && left == 0 && !nextChunk()) {
            return -1;
        }
        int count = input.read(target, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new MalformedRequest(400, "body ended early");
        }
        left -= count;
        if (left == 0) {
            endOfPart();
        }
        return count;
    }

    private void endOfPart() throws IOException {
        if (!chunked) {
            finished = true;
        } else if (!input.line(new WireInput.HeadBudget(CHUNK_HEAD)).isEmpty()) {
            throw new MalformedRequest(400, "malformed chunk");
        }
    }

    private boolean nextChunk() throws IOException {
        var budget = new WireInput.HeadBudget(CHUNK_HEAD);
        var size = input.line(budget).split(";", 2)[0].strip();
        try {
            left = size.length() > 15 ? -1 : Long.parseLong(size, 16);
        } catch (NumberFormatException e) {
            left = -1;
        }
        if (left < 0) {
            throw new MalformedRequest(400, "malformed chunk size");
        }
        if (left == 0) {
            for (var trailer = input.line(budget); !trailer.isEmpty();) {
                trailer = input.line(budget);
            }
            finished = true;
        }
        return !finished;
    }
}
