package tessera.ui.logs;

import tessera.logs.LogBuffer;
import tessera.logs.LogPattern;

/** Which lines have what is sought; catches up with the log away from the FX thread. Safe for use by several threads. */
final class LogIndex {

    private static final int PORTION = 2_000;
    /** So many lines are held as text at a time: there are long ones. */
    private static final int HELD = 50;
    private static final int LEAST = 64;

    private final LogBuffer buffer;
    private final LogPattern pattern;
    /** Beyond this, as there may be millions and all that is held of a log is bounded. */
    private long base;
    private int[] numbers = new int[LEAST];
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
        forget(buffer.first());
        read = Math.max(read, buffer.first());
        for (long until = read + PORTION; read < until;) {
            var lines = buffer.lines(read, read + HELD);
            if (lines.isEmpty()) {
                break;
            }
            for (var line : lines) {
                if (!line.note() && pattern.in(line.plain())) {
                    add(line.number());
                }
            }
            read = lines.getLast().number() + 1;
        }
        forget(buffer.first());
        return read < buffer.end();
    }

    private synchronized void add(long number) {
        if (to == numbers.length || number - base > Integer.MAX_VALUE) {
            renew(number);
        }
        numbers[to++] = (int) (number - base);
    }

    /** A new array, as the old one may be in use; little more than is needed, as both are held for a moment. */
    private void renew(long number) {
        int count = to - from;
        int shift = count == 0 ? 0 : numbers[from];
        var kept = new int[Math.max(LEAST, count + count / 4)];
        for (int at = 0; at < count; at++) {
            kept[at] = numbers[from + at] - shift;
        }
        base = count == 0 ? number : base + shift;
        numbers = kept;
        to = count;
        from = 0;
    }

    private synchronized void forget(long first) {
        while (from < to && base + numbers[from] < first) {
            from++;
        }
    }

    synchronized LogRows.MatchingRows rows() {
        return new LogRows.MatchingRows(base, numbers, from, to);
    }

    /** How many bytes are held for what was found. */
    synchronized long retained() {
        return (long) numbers.length * Integer.BYTES;
    }
}
