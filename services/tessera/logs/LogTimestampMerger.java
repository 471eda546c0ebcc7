package tessera.logs;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Merges the lines of several containers in the order of their timestamps. A line waits for those of others that may be
 * older, but of a container that says nothing for a while nothing is waited for; and whoever is far ahead is held up, so that
 * little is kept. Safe for use by several threads.
 */
final class LogTimestampMerger implements LogLineConsumer {

    /** How many bytes of one container wait at most, beside the line that goes beyond. */
    static final int MOST = 256 << 10;

    private static final int OF_A_LINE = 64;

    private final LogLineConsumer sink;
    private final List<LogMergeQueue> lanes;
    private final @Nullable Duration window;
    private final LongSupplier nanoTime;
    /** Whose long line is being handed on; negative for nobody's. */
    private int openLine = -1;

    /** A line that waits for its turn; a note where there is no piece. */
    private record BufferedLogLine(long nanos, @Nullable LogLinePart part, String note) {

        int size() {
            return OF_A_LINE + (part == null ? 0 : part.text().remaining());
        }
    }

    private static final class LogMergeQueue {

        private final Deque<BufferedLogLine> bufferedLines = new ArrayDeque<>();
        private int bytes;
        private long last = LogLine.TIMELESS;
        private long lastActivityNanos;
        /** Nothing will come of it for now. */
        private boolean idle;
    }

    /**
     * An order of nothing yet.
     *
     * @param window   how long a container may say nothing before others go ahead; null for as long as it takes, which is
     *                 right where every log has an end
     * @param nanoTime the time, as in {@link System#nanoTime}
     */
    LogTimestampMerger(LogLineConsumer sink, int origins, @Nullable Duration window, LongSupplier nanoTime) {
        this.sink = sink;
        this.window = window;
        this.nanoTime = nanoTime;
        lanes = IntStream.range(0, origins).mapToObj(_ -> new LogMergeQueue()).toList();
        lanes.forEach(containerLogQueue -> containerLogQueue.lastActivityNanos = nanoTime.getAsLong());
    }

    @Override
    public synchronized void acceptLine(LogLinePart part) {
        var containerLogQueue = lanes.get(part.origin());
        containerLogQueue.last = part.nanos() == LogLine.TIMELESS ? containerLogQueue.last : part.nanos();
        var text = ByteBuffer.allocate(part.text().remaining()).put(part.text().duplicate()).flip();
        enqueue(containerLogQueue, new BufferedLogLine(containerLogQueue.last,
                new LogLinePart(part.origin(), part.nanos(), part.continues(), part.ends(), text), ""));
        try {
            while (containerLogQueue.bytes > MOST) {
                wait(window == null ? 1_000 : Math.max(1, window.toMillis()));
                drain();
            }
        } catch (InterruptedException _) {
            // Whoever is to stop has no time to wait.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void acceptNote(int origin, String text) {
        var containerLogQueue = lanes.get(origin);
        enqueue(containerLogQueue, new BufferedLogLine(containerLogQueue.last, null, text));
    }

    private void enqueue(LogMergeQueue containerLogQueue, BufferedLogLine line) {
        containerLogQueue.bufferedLines.add(line);
        containerLogQueue.bytes += line.size();
        containerLogQueue.lastActivityNanos = nanoTime.getAsLong();
        containerLogQueue.idle = false;
        drain();
        notifyAll();
    }

    /** Records whether more lines of a container are to be awaited. */
    synchronized void statusChanged(int origin, ContainerLogReadStatus readStatus) {
        var containerLogQueue = lanes.get(origin);
        containerLogQueue.idle = switch (readStatus) {
            case ContainerLogReadStatus.RequestingLogStatus _,ContainerLogReadStatus.StreamingLogStatus _ -> false;
            case ContainerLogReadStatus.WaitingLogStatus _,ContainerLogReadStatus.InterruptedLogStatus _,ContainerLogReadStatus.EndedLogStatus _,ContainerLogReadStatus.RefusedLogStatus _ ->
                true;
        };
        containerLogQueue.lastActivityNanos = nanoTime.getAsLong();
        drain();
        notifyAll();
    }

    /** Passes on the lines that waited long enough. */
    synchronized void releaseOverdue() {
        drain();
        notifyAll();
    }

    /** Passes on everything, as no more lines are awaited. */
    synchronized void releaseAll() {
        lanes.forEach(containerLogQueue -> containerLogQueue.idle = true);
        drain();
        notifyAll();
    }

    private void drain() {
        for (int next = nextLane(); next >= 0; next = nextLane()) {
            var containerLogQueue = lanes.get(next);
            var line = containerLogQueue.bufferedLines.remove();
            containerLogQueue.bytes -= line.size();
            if (line.part() == null) {
                sink.acceptNote(next, line.note());
            } else {
                openLine = line.part().ends() ? -1 : next;
                sink.acceptLine(line.part());
            }
        }
    }

    /** Returns the index of the container with the oldest line; negative where that is not known yet. */
    private int nextLane() {
        if (openLine >= 0) {
            var containerLogQueue = lanes.get(openLine);
            if (!containerLogQueue.bufferedLines.isEmpty()) {
                return openLine;
            }
            if (isAwaited(containerLogQueue)) {
                return -1;
            }
            openLine = -1;
        }
        int next = -1;
        for (int origin = 0; origin < lanes.size(); origin++) {
            var containerLogQueue = lanes.get(origin);
            if (containerLogQueue.bufferedLines.isEmpty()) {
                if (isAwaited(containerLogQueue)) {
                    return -1;
                }
            } else if (next < 0 || containerLogQueue.bufferedLines.element().nanos() < lanes.get(next).bufferedLines
                    .element().nanos()) {
                next = origin;
            }
        }
        return next;
    }

    private boolean isAwaited(LogMergeQueue containerLogQueue) {
        return !containerLogQueue.idle && (window == null || nanoTime.getAsLong()
                - containerLogQueue.lastActivityNanos < TimeUnit.MILLISECONDS.toNanos(window.toMillis()));
    }
}
