package tessera.exec;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;

/**
 * A bounded pipe of bytes between two threads: the writer waits while it is full. The thread
 * that reads sees an end once everything was read.
 */
public final class BytePipe extends InputStream {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(BytePipe.class);

    private final int capacity;
    private final Deque<byte[]> chunks = new ArrayDeque<>();
    private int bufferedBytes;
    private int offset;
    private boolean finished;
    private boolean abandoned;

    /** @param capacity how many bytes may be under way before the next piece waits */
    public BytePipe(int capacity) {
        this.capacity = capacity;
    }

    /** Writes bytes; drops them once the reader has closed the pipe. */
    public synchronized void put(byte[] bytes) {
        try {
            while (bufferedBytes >= capacity && !abandoned) {
                wait();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return;
        }
        if (bytes.length > 0 && !abandoned && !finished) {
            chunks.addLast(bytes);
            bufferedBytes += bytes.length;
            notifyAll();
        }
    }

    /** Marks the end of the bytes. */
    public synchronized void end() {
        finished = true;
        notifyAll();
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] target, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        var piece = firstChunk();
        if (piece == null) {
            return -1;
        }
        int taken = Math.min(length, piece.length - offset);
        System.arraycopy(piece, offset, target, from, taken);
        offset += taken;
        bufferedBytes -= taken;
        if (offset == piece.length) {
            chunks.removeFirst();
            offset = 0;
        }
        notifyAll();
        return taken;
    }

    private byte @Nullable [] firstChunk() throws IOException {
        try {
            while (chunks.isEmpty() && !finished && !abandoned) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(MESSAGES.text("read.interrupted"), e);
        }
        return abandoned ? null : chunks.peekFirst();
    }

    @Override
    public synchronized int available() {
        return bufferedBytes;
    }

    /** Nobody reads any more. */
    @Override
    public synchronized void close() {
        abandoned = true;
        chunks.clear();
        bufferedBytes = 0;
        notifyAll();
    }
}
