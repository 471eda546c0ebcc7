package tessera.demo.control.container;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.SimulatedContainerLog;

/** The log of one run of a container, which continues as long as the run. */
final class SimulatedFollowedContainerLog implements SimulatedContainerLog {

    private final Clock clock;
    private final double speed;
    private final Supplier<@Nullable SimulatedContainerRunLog> current;
    private SimulatedContainerRunLog journal;
    private long next;
    private boolean farewell;
    private boolean finished;
    private final Queue<LogSourceLine> last = new ArrayDeque<>();

    /**
     * @param clock   the cluster's time
     * @param speed   how fast that passes
     * @param current the journal as it is when asked, the end of its run included; null when container or run are gone
     */
    SimulatedFollowedContainerLog(Clock clock, double speed, SimulatedContainerRunLog journal,
            Supplier<@Nullable SimulatedContainerRunLog> current) {
        this.clock = clock;
        this.speed = speed;
        this.journal = journal;
        this.current = current;
    }

    @Override
    public List<LogSourceLine> writtenLines() {
        var now = clock.instant();
        var lines = new ArrayList<LogSourceLine>();
        long count = journal.countLines(now);
        for (long number = journal.firstKeptLine(now); number < count; number++) {
            lines.add(journal.lineAt(number));
        }
        next = count;
        if (journal.run().finished() != null) {
            lines.addAll(journal.closingLines());
            finished = true;
        }
        return lines;
    }

    @Override
    public @Nullable LogSourceLine next(Duration timeout) throws InterruptedException {
        if (finished) {
            return null;
        }
        updateRun();
        if (farewell) {
            return nextClosingLine();
        }
        var now = clock.instant();
        if (next < journal.countLines(now)) {
            return journal.lineAt(next++);
        }
        Thread.sleep(waitingTime(timeout));
        updateRun();
        return !farewell && next < journal.countLines(clock.instant()) ? journal.lineAt(next++) : null;
    }

    private Duration waitingTime(Duration timeout) {
        if (!journal.hasLine(next)) {
            return timeout;
        }
        var until = Duration.between(clock.instant(), journal.timeOf(next));
        var real = Duration.ofNanos(Math.max(1_000_000, (long) (until.toNanos() / speed)));
        return real.compareTo(timeout) < 0 ? real : timeout;
    }

    private void updateRun() {
        if (farewell) {
            return;
        }
        var now = current.get();
        if (now == null) {
            farewell = true;
        } else if (now.run().finished() != null) {
            farewell = true;
            journal = now;
            for (long count = now.countLines(clock.instant()); next < count; next++) {
                last.add(now.lineAt(next));
            }
            last.addAll(now.closingLines());
        }
    }

    private @Nullable LogSourceLine nextClosingLine() {
        var line = last.poll();
        finished = last.isEmpty();
        return line;
    }

    @Override
    public boolean hasEnded() {
        return finished;
    }
}
