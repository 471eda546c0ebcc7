package tessera.ui.logs;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import tessera.logs.ContainerLogReadStatus;
import tessera.logs.LogBuffer;
import tessera.logs.LogPodFacts;
import tessera.logs.LogReadRequest;
import tessera.logs.LogRetryPolicy;
import tessera.logs.LogSearchPattern;
import tessera.logs.PodLogReader;
import tessera.logs.PodLogSource;
import tessera.ui.JavaFxThreadRelay;

/** Reads a log while it is in sight, and reports its state several times a second. FX thread. */
final class PodLogFeed {

    private static final Duration PULSE = Duration.millis(100);
    /** How many portions are looked through for what is sought before something is shown. */
    private static final int PORTIONS = 40;

    private final JavaFxThreadRelay relay = new JavaFxThreadRelay(
            action -> Thread.ofVirtual().name("log lines").start(action), this::prepareState);
    private final Timeline pulse = new Timeline(new KeyFrame(PULSE, event -> onPulse()));
    private final Consumer<LogPaneState> show;
    private volatile @Nullable OpenLogStream open;
    private long lastEnd = -1;
    private boolean behind;

    /**
     * The log that is being read.
     *
     * @param index what is sought in it
     * @param onlyMatches  whether only lines are listed that have it
     */
    private record OpenLogStream(PodLogReader reading, LogBuffer buffer, Optional<LogSearchIndex> index,
            boolean onlyMatches) {}

    /** @param show takes what there is to show, on the FX thread */
    PodLogFeed(Consumer<LogPaneState> show) {
        this.show = show;
        pulse.setCycleCount(Animation.INDEFINITE);
    }

    /** Begins to read another log. */
    void begin(PodLogSource source, LogReadRequest readRequest, LogPodFacts pod) {
        close();
        var buffer = new LogBuffer(LogBuffer.USUAL);
        var reading = new PodLogReader(source, readRequest, pod, buffer, LogRetryPolicy.IN_SIGHT);
        open = new OpenLogStream(reading, buffer, Optional.empty(), false);
        reading.statuses().observe(relay::requestUpdate);
        resume();
    }

    /** Searches for a pattern, or ends the search. */
    void seek(Optional<LogSearchPattern> pattern, boolean only) {
        var now = open;
        if (now != null) {
            var index = pattern.map(searchPattern -> searchIndexOf(searchPattern, now));
            open = new OpenLogStream(now.reading(), now.buffer(), index, only);
            relay.requestUpdate();
        }
    }

    private static LogSearchIndex searchIndexOf(LogSearchPattern searchPattern, OpenLogStream now) {
        return now.index().filter(searchIndex -> searchIndex.pattern().equals(searchPattern))
                .orElseGet(() -> new LogSearchIndex(now.buffer(), searchPattern));
    }

    /** Resumes reading, because the log is in sight again. */
    void resume() {
        var now = open;
        if (now != null) {
            now.reading().start();
            pulse.play();
            relay.requestUpdate();
        }
    }

    /** Tries again what was refused. */
    void retry() {
        pause();
        resume();
    }

    /** Pauses reading, because the log is out of sight. */
    void pause() {
        pulse.stop();
        var now = open;
        if (now != null) {
            now.reading().pause();
        }
    }

    /** Forgets what was read. */
    void close() {
        pause();
        open = null;
        lastEnd = -1;
    }

    private void onPulse() {
        var now = open;
        if (now != null && (behind || now.buffer().endNumber() != lastEnd)) {
            relay.requestUpdate();
        }
    }

    /** Prepares a state off the FX thread, and returns the action that shows it. */
    private Runnable prepareState() {
        var now = open;
        if (now == null) {
            return () -> {};
        }
        boolean more = false;
        if (now.index().isPresent()) {
            more = true;
            for (int portion = 0; more && portion < PORTIONS; portion++) {
                more = now.index().get().catchUp();
            }
        }
        long first = now.buffer().firstNumber();
        long end = now.buffer().endNumber();
        var matches = now.index().map(LogSearchIndex::matchingRows);
        DisplayedLogLines rows = now.onlyMatches() && matches.isPresent() ? matches.get()
                : new DisplayedLogLines.UnfilteredLogLines(first, end);
        List<ContainerLogReadStatus> standings = now.reading().statuses().get();
        var state = new LogPaneState(now.buffer(), rows, matches, more, first, end,
                now.reading().request().containers(), standings);
        return () -> {
            if (now.equals(open)) {
                lastEnd = end;
                behind = state.indexing();
                show.accept(state);
            }
        };
    }

    /** Index of the lines that match a pattern; catches up with the log off the FX thread. Safe for use by several threads. */
    static final class LogSearchIndex {

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
}
