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
final class TimeOrder implements LogSink {

    /** How many bytes of one container wait at most, beside the line that goes beyond. */
    static final int MOST = 256 << 10;

    private static final int OF_A_LINE = 64;

    private final LogSink sink;
    private final List<Lane> lanes;
    private final @Nullable Duration window;
    private final LongSupplier nanoTime;
    /** Whose long line is being handed on; negative for nobody's. */
    private int within = -1;

    /** A line that waits for its turn; a note where there is no piece. */
    private record BufferedPiece(long nanos, @Nullable LogPiece piece, String note) {

        int size() {
            return OF_A_LINE + (piece == null ? 0 : piece.text().remaining());
        }
    }

    private static final class Lane {

        private final Deque<BufferedPiece> held = new ArrayDeque<>();
        private int bytes;
        private long last = LogLine.TIMELESS;
        private long heard;
        /** Nothing will come of it for now. */
        private boolean silent;
    }

    /**
     * An order of nothing yet.
     *
     * @param window   how long a container may say nothing before others go ahead; null for as long as it takes, which is
     *                 right where every log has an end
     * @param nanoTime the time, as in {@link System#nanoTime}
     */
    TimeOrder(LogSink sink, int origins, @Nullable Duration window, LongSupplier nanoTime) {
        this.sink = sink;
        this.window = window;
        this.nanoTime = nanoTime;
        lanes = IntStream.range(0, origins).mapToObj(_ -> new Lane()).toList();
        lanes.forEach(lane -> lane.heard = nanoTime.getAsLong());
    }

    @Override
    public synchronized void acceptLine(LogPiece piece) {
        var lane = lanes.get(piece.origin());
        lane.last = piece.nanos() == LogLine.TIMELESS ? lane.last : piece.nanos();
        var text = ByteBuffer.allocate(piece.text().remaining()).put(piece.text().duplicate()).flip();
        enqueue(lane, new BufferedPiece(lane.last,
                new LogPiece(piece.origin(), piece.nanos(), piece.continues(), piece.ends(), text), ""));
        try {
            while (lane.bytes > MOST) {
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
        var lane = lanes.get(origin);
        enqueue(lane, new BufferedPiece(lane.last, null, text));
    }

    private void enqueue(Lane lane, BufferedPiece held) {
        lane.held.add(held);
        lane.bytes += held.size();
        lane.heard = nanoTime.getAsLong();
        lane.silent = false;
        drain();
        notifyAll();
    }

    /** Records whether more lines of a container are to be awaited. */
    synchronized void statusChanged(int origin, LogStatus standing) {
        var lane = lanes.get(origin);
        lane.silent = switch (standing) {
            case LogStatus.LogOpening _,LogStatus.LogStreaming _ -> false;
            case LogStatus.LogWaiting _,LogStatus.LogInterrupted _,LogStatus.LogEnded _,LogStatus.LogRefused _ -> true;
        };
        lane.heard = nanoTime.getAsLong();
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
        lanes.forEach(lane -> lane.silent = true);
        drain();
        notifyAll();
    }

    private void drain() {
        for (int next = nextLane(); next >= 0; next = nextLane()) {
            var lane = lanes.get(next);
            var held = lane.held.remove();
            lane.bytes -= held.size();
            if (held.piece() == null) {
                sink.acceptNote(next, held.note());
            } else {
                within = held.piece().ends() ? -1 : next;
                sink.acceptLine(held.piece());
            }
        }
    }

    /** Returns the index of the lane with the oldest line; negative where that is not known yet. */
    private int nextLane() {
        if (within >= 0) {
            var lane = lanes.get(within);
            if (!lane.held.isEmpty()) {
                return within;
            }
            if (isAwaited(lane)) {
                return -1;
            }
            within = -1;
        }
        int next = -1;
        for (int origin = 0; origin < lanes.size(); origin++) {
            var lane = lanes.get(origin);
            if (lane.held.isEmpty()) {
                if (isAwaited(lane)) {
                    return -1;
                }
            } else if (next < 0 || lane.held.element().nanos() < lanes.get(next).held.element().nanos()) {
                next = origin;
            }
        }
        return next;
    }

    private boolean isAwaited(Lane lane) {
        return !lane.silent
                && (window == null || nanoTime.getAsLong() - lane.heard < TimeUnit.MILLISECONDS.toNanos(
                        window.toMillis()));
    }
}
