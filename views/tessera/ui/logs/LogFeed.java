package tessera.ui.logs;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import tessera.logs.LogBuffer;
import tessera.logs.LogPattern;
import tessera.logs.LogReadRequest;
import tessera.logs.LogReading;
import tessera.logs.LogRetryPolicy;
import tessera.logs.LogSource;
import tessera.logs.LogStatus;
import tessera.logs.LoggedPod;
import tessera.ui.FxRelay;

/** Reads a log while it is in sight, and reports its state several times a second. FX thread. */
final class LogFeed {

    private static final Duration PULSE = Duration.millis(100);
    /** How many portions are looked through for what is sought before something is shown. */
    private static final int PORTIONS = 40;

    private final FxRelay relay = new FxRelay(action -> Thread.ofVirtual().name("log lines").start(action),
            this::prepareState);
    private final Timeline pulse = new Timeline(new KeyFrame(PULSE, event -> onPulse()));
    private final Consumer<LogState> show;
    private volatile @Nullable OpenLogs open;
    private long seen = -1;
    private boolean behind;

    /**
     * The log that is being read.
     *
     * @param index what is sought in it
     * @param onlyMatches  whether only lines are listed that have it
     */
    private record OpenLogs(LogReading reading, LogBuffer buffer, Optional<LogIndex> index, boolean onlyMatches) {}

    /** @param show takes what there is to show, on the FX thread */
    LogFeed(Consumer<LogState> show) {
        this.show = show;
        pulse.setCycleCount(Animation.INDEFINITE);
    }

    /** Begins to read another log. */
    void begin(LogSource source, LogReadRequest wish, LoggedPod pod) {
        close();
        var buffer = new LogBuffer(LogBuffer.USUAL);
        var reading = new LogReading(source, wish, pod, buffer, LogRetryPolicy.IN_SIGHT);
        open = new OpenLogs(reading, buffer, Optional.empty(), false);
        reading.statuses().observe(relay::requestUpdate);
        resume();
    }

    /** Searches for a pattern, or ends the search. */
    void seek(Optional<LogPattern> pattern, boolean only) {
        var now = open;
        if (now != null) {
            var index = pattern.map(wanted -> now.index().filter(known -> known.pattern().equals(wanted))
                    .orElseGet(() -> new LogIndex(now.buffer(), wanted)));
            open = new OpenLogs(now.reading(), now.buffer(), index, only);
            relay.requestUpdate();
        }
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

    /** Returns whether the feed has this request, so that it can be resumed. */
    boolean isReading(LogReadRequest request) {
        var now = open;
        return now != null && now.reading().request().equals(request);
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
        seen = -1;
    }

    private void onPulse() {
        var now = open;
        if (now != null && (behind || now.buffer().endNumber() != seen)) {
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
        var matches = now.index().map(LogIndex::matchingRows);
        LogRows rows = now.onlyMatches() && matches.isPresent() ? matches.get() : new LogRows.AllLogRows(first, end);
        List<LogStatus> standings = now.reading().statuses().get();
        var state = new LogState(now.buffer(), rows, matches, more, first, end, now.reading().request().containers(),
                standings);
        return () -> {
            if (now.equals(open)) {
                seen = end;
                behind = state.indexing();
                show.accept(state);
            }
        };
    }
}
