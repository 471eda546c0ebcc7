package tessera.metrics.exposition;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The bytes of a stream, handed on in whole lines. A line that is too long is never held whole. */
final class LineBuffer {

    /** What a look for more lines found. */
    enum LineSearch {
        /** Whole lines stand between {@link #from} and {@link #to}. */
        LINES,
        /** A line that is too long begins at {@link #from}; it will be passed over. */
        OVERLONG,
        /** Nothing more; what stands between {@link #from} and {@link #filled} is a line without an end. */
        END
    }

    private static final int SIZE = 1 << 16;
    private static final int SPARE = 2;

    private final ExpositionLimits limits;
    private byte[] bytes = new byte[SIZE];
    private InputStream in = InputStream.nullInputStream();
    private int from;
    private int to;
    private int searched;
    private int filled;
    private long total;
    private boolean passing;
    private boolean tooLong;

    LineBuffer(ExpositionLimits limits) {
        this.limits = limits;
    }

    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    int filled() {
        return filled;
    }

    /** How many bytes came. */
    long total() {
        return total;
    }

    /** Whether there was more than is read. */
    boolean tooLong() {
        return tooLong;
    }

    /** Begins with another stream, and reads so much of it that one can tell what it is. */
    void begin(InputStream stream, int head) throws IOException {
        in = stream;
        from = 0;
        to = 0;
        searched = 0;
        filled = 0;
        total = 0;
        passing = false;
        tooLong = false;
        while (filled < head && pull()) {}
    }

    /** Leaves out what stands at the beginning. */
    void skip(int count) {
        to = count;
    }

    /** Done with what was found before, looks for more. */
    LineSearch more() throws IOException {
        from = to;
        while (true) {
            int end = passing ? first() : last();
            searched = filled;
            if (end >= 0 && passing) {
                passing = false;
                from = end;
                searched = end;
                continue;
            }
            if (end >= 0) {
                to = end;
                return LineSearch.LINES;
            }
            if (passing) {
                from = filled;
            } else if (filled - from >= limits.line()) {
                passing = true;
                to = from;
                return LineSearch.OVERLONG;
            }
            if (!pull()) {
                return LineSearch.END;
            }
        }
    }

    private int first() {
        for (int at = Math.max(searched, from); at < filled; at++) {
            if (bytes[at] == '\n') {
                return at + 1;
            }
        }
        return -1;
    }

    private int last() {
        int least = Math.max(searched, from);
        for (int at = filled - 1; at >= least; at--) {
            if (bytes[at] == '\n') {
                return at + 1;
            }
        }
        return -1;
    }

    private boolean pull() throws IOException {
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

    /** Gives the line without an end one. */
    void end() {
        bytes[filled] = '\n';
        to = filled + 1;
    }
}
