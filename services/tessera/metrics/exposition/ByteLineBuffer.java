package tessera.metrics.exposition;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The bytes of a stream, delivered in whole lines. A line that is too long is never held whole. */
final class ByteLineBuffer {

    /** The result of a search for more lines. */
    enum NextLineResult {
        /** Whole lines stand between {@link #from} and {@link #to}. */
        LINES,
        /** A line that is too long begins at {@link #from}; it will be passed over. */
        OVERLONG,
        /** Nothing more; what stands between {@link #from} and {@link #filled} is a line without an end. */
        END
    }

    private static final int SIZE = 1 << 16;
    private static final int SPARE = 2;

    private final MetricsExpositionLimits limits;
    private byte[] bytes = new byte[SIZE];
    private InputStream in = InputStream.nullInputStream();
    private int from;
    private int to;
    private int searched;
    private int filled;
    private long total;
    private boolean passing;
    private boolean tooLong;

    ByteLineBuffer(MetricsExpositionLimits limits) {
        this.limits = limits;
    }

    byte[] bytes() {
        return bytes;
    }

    int fromIndex() {
        return from;
    }

    int toIndex() {
        return to;
    }

    int filledBytes() {
        return filled;
    }

    /** Returns the number of bytes that came. */
    long totalBytes() {
        return total;
    }

    /** Returns whether there was more than is read. */
    boolean exceedsLimit() {
        return tooLong;
    }

    /** Begins with another stream, and reads enough of it to detect its content. */
    void open(InputStream stream, int head) throws IOException {
        in = stream;
        from = 0;
        to = 0;
        searched = 0;
        filled = 0;
        total = 0;
        passing = false;
        tooLong = false;
        while (filled < head && fill()) {}
    }

    /** Skips bytes at the beginning. */
    void skipBytes(int count) {
        to = count;
    }

    /** Discards the lines found before and looks for more. */
    NextLineResult nextLines() throws IOException {
        from = to;
        while (true) {
            int end = passing ? firstNewline() : lastNewline();
            searched = filled;
            if (end >= 0 && passing) {
                passing = false;
                from = end;
                searched = end;
                continue;
            }
            if (end >= 0) {
                to = end;
                return NextLineResult.LINES;
            }
            if (passing) {
                from = filled;
            } else if (filled - from >= limits.line()) {
                passing = true;
                to = from;
                return NextLineResult.OVERLONG;
            }
            if (!fill()) {
                return NextLineResult.END;
            }
        }
    }

    private int firstNewline() {
        for (int at = Math.max(searched, from); at < filled; at++) {
            if (bytes[at] == '\n') {
                return at + 1;
            }
        }
        return -1;
    }

    private int lastNewline() {
        int minimum = Math.max(searched, from);
        for (int at = filled - 1; at >= minimum; at--) {
            if (bytes[at] == '\n') {
                return at + 1;
            }
        }
        return -1;
    }

    private boolean fill() throws IOException {
        if (tooLong) {
            return false;
        }
        makeRoom();
        long allowed = limits.total() - total;
        int length = (int) Math.min(bytes.length - SPARE - filled, allowed + 1);
        int count = in.read(bytes, filled, length);
        if (count < 0) {
            return false;
        }
        tooLong = count > allowed;
        int kept = tooLong ? (int) allowed : count;
        filled += kept;
        total += kept;
        return true;
    }

    private void makeRoom() {
        if (from > 0) {
            System.arraycopy(bytes, from, bytes, 0, filled - from);
            filled -= from;
            searched = Math.max(0, searched - from);
            to = Math.max(0, to - from);
            from = 0;
        }
        if (filled >= bytes.length - SPARE) {
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
    }

    /** Appends a line end to the last line. */
    void terminateLastLine() {
        bytes[filled] = '\n';
        to = filled + 1;
    }
}
