package tessera.logs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A ring buffer of the newest log lines, bounded in bytes for text and index together, whatever their rate and length. What no longer fits is dropped from the beginning, and counted.
 *
 * <p>Safe for use by several threads.
 */
public final class LogBuffer implements LogLineConsumer {

    /** Enough for some hundred thousand lines. */
    public static final long USUAL = 32L << 20;

    private final long capacity;
    private final List<LogLineSegment> segments = new ArrayList<>();
    private long retained;
    private long end;

    /** @param capacity in bytes; at least a megabyte */
    public LogBuffer(long capacity) {
        this.capacity = Math.max(capacity, 4L * LogLineSegment.LARGEST);
    }

    @Override
    public synchronized void acceptLine(LogLinePart part) {
        append(part, false);
    }

    @Override
    public synchronized void acceptNote(int origin, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        append(new LogLinePart(origin, LogLine.TIMELESS, false, true,
                ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, LogLineSplitter.LONGEST))), true);
    }

    private void append(LogLinePart part, boolean note) {
        var last = segments.isEmpty() ? null : segments.getLast();
        if (last == null || !last.hasRoomFor(part.text().remaining())) {
            if (last != null) {
                retained -= last.size();
                last.trim();
                retained += last.size();
            }
            last = new LogLineSegment(end);
            retained += last.size();
            segments.add(last);
        }
        retained -= last.size();
        last.append(part, note);
        retained += last.size();
        end++;
        while (retained > capacity && segments.size() > 1) {
            retained -= segments.removeFirst().size();
        }
    }

    /** Returns the number of the oldest retained line, which is the count of dropped lines. */
    public synchronized long firstNumber() {
        return segments.isEmpty() ? end : segments.getFirst().base;
    }

    /** Returns the number of the next line, which is the count of all lines. */
    public synchronized long endNumber() {
        return end;
    }

    /** Returns the number of bytes held for the retained lines, including allocated room that is not filled yet. */
    public synchronized long retainedBytes() {
        return retained;
    }

    /** Returns the retained lines of a range. */
    public synchronized List<LogLine> lines(long from, long to) {
        var lines = new ArrayList<LogLine>();
        for (long number = Math.max(from, firstNumber()); number < Math.min(to, end);) {
            var segment = segmentOf(number);
            long until = Math.min(to, segment.base + segment.lines);
            for (; number < until; number++) {
                lines.add(segment.line(number));
            }
        }
        return lines;
    }

    /** The first line that was written at a moment or later; {@link #endNumber()} where there is none. */
    public synchronized long firstLineAt(long nanos) {
        for (var segment : segments) {
            for (int line = 0; line < segment.lines; line++) {
                if (segment.times[line] >= nanos) {
                    return segment.base + line;
                }
            }
        }
        return end;
    }

    /** Clears the buffer, and counts from 0 again. */
    public synchronized void clear() {
        segments.clear();
        retained = 0;
        end = 0;
    }

    private LogLineSegment segmentOf(long number) {
        int low = 0;
        int high = segments.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (segments.get(middle).base <= number) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return segments.get(low);
    }

    /** A run of lines: their bytes one behind the other, and the end of each. */
    private static final class LogLineSegment {

        static final int LARGEST = 256 << 10;
        private static final int SMALLEST = 4 << 10;
        private static final int MOST_LINES = 16 << 10;
        private static final int FEWEST_LINES = 64;
        private static final short NOTE = 1 << 14;
        private static final short CONTINUES = 1 << 13;
        private static final short ORIGIN = CONTINUES - 1;
        private static final int BYTES_A_LINE = Integer.BYTES + Long.BYTES + Short.BYTES;

        private final long base;
        private byte[] text = new byte[SMALLEST];
        private int[] ends = new int[FEWEST_LINES];
        private long[] times = new long[FEWEST_LINES];
        private short[] flags = new short[FEWEST_LINES];
        private int used;
        private int lines;

        LogLineSegment(long base) {
            this.base = base;
        }

        boolean hasRoomFor(int length) {
            return used + length <= LARGEST && lines < MOST_LINES;
        }

        long size() {
            return text.length + (long) ends.length * BYTES_A_LINE;
        }

        void append(LogLinePart part, boolean note) {
            int length = part.text().remaining();
            if (used + length > text.length) {
                text = Arrays.copyOf(text,
                        Math.min(LARGEST, Math.max(text.length * 2, Integer.highestOneBit(used + length) * 2)));
            }
            if (lines == ends.length) {
                indexLine(lines * 2);
            }
            part.text().get(part.text().position(), text, used, length);
            used += length;
            ends[lines] = used;
            times[lines] = part.nanos();
            flags[lines] = (short) (Math.min(part.origin(), ORIGIN) | (note ? NOTE : 0)
                    | (part.continues() ? CONTINUES : 0));
            lines++;
        }

        /** Releases the room that no line will fill any more. */
        void trim() {
            text = Arrays.copyOf(text, used);
            indexLine(lines);
        }

        private void indexLine(int length) {
            ends = Arrays.copyOf(ends, length);
            times = Arrays.copyOf(times, length);
            flags = Arrays.copyOf(flags, length);
        }

        LogLine line(long number) {
            int at = (int) (number - base);
            int start = at == 0 ? 0 : ends[at - 1];
            return new LogLine(number, flags[at] & ORIGIN, (flags[at] & NOTE) != 0, (flags[at] & CONTINUES) != 0,
                    times[at], new String(text, start, ends[at] - start, StandardCharsets.UTF_8));
        }
    }
}
