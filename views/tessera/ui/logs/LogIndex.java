package tessera.ui.logs;

import java.util.Arrays;
import tessera.logs.LogBuffer;
import tessera.logs.LogPattern;

/** Which lines have what is sought; catches up with the log away from the FX thread. Safe for use by several threads. */
final class LogIndex {

    private static final int PORTION = 2_000;

    private final LogBuffer buffer;
    private final LogPattern pattern;
    private long[] numbers = new long[64];
    private int from;
    private int to;
    private long read;

    LogIndex(LogBuffer buffer, LogPattern pattern) {
        this.buffer = buffer;
        this.pattern = pattern;
    }

    LogPattern pattern() {
        return pattern;
    }

    /** Looks through some lines that were not looked through; whether there are more. */
    boolean catchUp() {
        var lines = buffer.lines(read, Math.max(read, buffer.first()) + PORTION);
        for (var line : lines) {
            if (!line.note() && pattern.in(line.plain())) {
                add(line.number());
            }
        }
        forget(buffer.first());
        if (!lines.isEmpty()) {
            read = lines.getLast().number() + 1;
        }
        return read < buffer.end();
    }

    private synchronized void add(long number) {
        if (to == numbers.length) {
            // A new array, as the old one may be in use.
            numbers = Arrays.copyOfRange(numbers, from, from + Math.max(64, (to - from) * 2));
            to -= from;
            from = 0;
        }
        numbers[to++] = number;
    }

    private synchronized void forget(long first) {
        while (from < to && numbers[from] < first) {
            from++;
        }
    }

    synchronized LogRows.Matching rows() {
        return new LogRows.Matching(numbers, from, to);
    }
}
