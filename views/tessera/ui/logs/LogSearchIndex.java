package tessera.ui.logs;

import tessera.logs.LogBuffer;
import tessera.logs.LogSearchPattern;

/** Index of the lines that match a pattern; catches up with the log off the FX thread. Safe for use by several threads. */
final class LogSearchIndex {

    private static final int PORTION = 2_000;
    /** So many lines are held as text at a time: there are long ones. */
    private static final int HELD = 50;
    private static final int LEAST = 64;

    private final LogBuffer buffer;
    private final LogSearchPattern pattern;
    /** Beyond this, as there may be millions and all that is held of a log is bounded. */
    private long base;
    private int[] numbers = new int[LEAST];
    private int from;
    private int to;
    private long read;

    LogSearchIndex(LogBuffer buffer, LogSearchPattern pattern) {
        this.buffer = buffer;
        this.pattern = pattern;
    }

    LogSearchPattern pattern() {
        return pattern;
    }

    /** Searches some more lines; returns whether there are more. */
    boolean catchUp() {
        forgetBefore(buffer.firstNumber());
        read = Math.max(read, buffer.firstNumber());
        for (long until = read + PORTION; read < until;) {
            var lines = buffer.lines(read, read + HELD);
            if (lines.isEmpty()) {
                break;
            }
            for (var line : lines) {
                if (!line.note() && pattern.matchesLine(line.plainText())) {
                    addMatch(line.number());
                }
            }
            read = lines.getLast().number() + 1;
        }
        forgetBefore(buffer.firstNumber());
        return read < buffer.endNumber();
    }

    private synchronized void addMatch(long number) {
        if (to == numbers.length || number - base > Integer.MAX_VALUE) {
            copyWith(number);
        }
        numbers[to++] = (int) (number - base);
    }

    /** Replaces the array, as the old one may be in use; the new one is hardly larger, as both exist for a moment. */
    private void copyWith(long number) {
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

    private synchronized void forgetBefore(long first) {
        while (from < to && base + numbers[from] < first) {
            from++;
        }
    }

    synchronized DisplayedLogLines.MatchingLogLines matchingRows() {
        return new DisplayedLogLines.MatchingLogLines(base, numbers, from, to);
    }

    /** Returns the memory held for matches, in bytes. */
    synchronized long retainedBytes() {
        return (long) numbers.length * Integer.BYTES;
    }
}
