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
import tessera.logs.LogPace;
import tessera.logs.LogPattern;
import tessera.logs.LogReading;
import tessera.logs.LogSource;
import tessera.logs.LogStatus;
import tessera.logs.LogWish;
import tessera.logs.LoggedPod;
import tessera.ui.FxRelay;

/** A log that is read while somebody looks, and what there is to show of it some times a second. FX thread. */
final class LogFeed {

    private static final Duration PULSE = Duration.millis(100);
    /** How many portions are looked through for what is sought before something is shown. */
    private static final int PORTIONS = 40;

    private final FxRelay relay = new FxRelay(action -> Thread.ofVirtual().name("log lines").start(action),
            this::prepare);
    private final Timeline pulse = new Timeline(new KeyFrame(PULSE, event -> look()));
    private final Consumer<LogState> show;
    private volatile @Nullable OpenLogs open;
    private long seen = -1;
    private boolean behind;

    /**
     * What is being read.
     *
     * @param index what is sought in it
     * @param only  whether only lines are listed that have it
     */
    private record OpenLogs(LogReading reading, LogBuffer buffer, Optional<LogIndex> index, boolean only) {}

    /** @param show takes what there is to show, on the FX thread */
    LogFeed(Consumer<LogState> show) {
        this.show = show;
        pulse.setCycleCount(Animation.INDEFINITE);
    }

    /** Begins to read something else. */
    void begin(LogSource source, LogWish wish, LoggedPod pod) {
        close();
        var buffer = new LogBuffer(LogBuffer.USUAL);
        var reading = new LogReading(source, wish, pod, buffer, LogPace.IN_SIGHT);
        open = new OpenLogs(reading, buffer, Optional.empty(), false);
        reading.standings().observe(relay::request);
        resume();
    }

    /** Looks for something, or for nothing any more. */
    void seek(Optional<LogPattern> pattern, boolean only) {
        var now = open;
        if (now != null) {
            var index = pattern.map(wanted -> now.index().filter(known -> known.pattern().equals(wanted))
                    .orElseGet(() -> new LogIndex(now.buffer(), wanted)));
            open = new OpenLogs(now.reading(), now.buffer(), index, only);
            relay.request();
        }
    }

    /** Goes on, as somebody looks again. */
    void resume() {
        var now = open;
        if (now != null) {
            now.reading().start();
            pulse.play();
            relay.request();
        }
    }

    /** Tries again to go on with what was refused. */
    void retry() {
        pause();
        resume();
    }

    /** Whether there is something that could go on. */
    boolean holds(LogWish wish) {
        var now = open;
        return now != null && now.reading().wish().equals(wish);
    }

    /** Nobody looks. */
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

    private void look() {
        var now = open;
        if (now != null && (behind || now.buffer().end() != seen)) {
            relay.request();
        }
    }

    /** Away from the FX thread. */
    private Runnable prepare() {
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
        long first = now.buffer().first();
        long end = now.buffer().end();
        var matches = now.index().map(LogIndex::rows);
        LogRows rows = now.only() && matches.isPresent() ? matches.get() : new LogRows.Every(first, end);
        List<LogStatus> standings = now.reading().standings().get();
        var state = new LogState(now.buffer(), rows, matches, more, first, end, now.reading().wish().containers(),
                standings);
        return () -> {
            if (now.equals(open)) {
                seen = end;
                behind = state.behind();
                show.accept(state);
            }
        };
    }
}
