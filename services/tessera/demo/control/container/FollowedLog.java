package tessera.demo.control.container;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.ContainerLogSource;

/** The log of one run of a container, which goes on as long as the run does. */
final class FollowedLog implements ContainerLogSource {

    private final Clock clock;
    private final double speed;
    private final Supplier<@Nullable RunJournal> current;
    private RunJournal journal;
    private long next;
    private boolean farewell;
    private boolean ended;
    private final Queue<SourceLine> last = new ArrayDeque<>();

    /**
     * @param clock   the cluster's time
     * @param speed   how fast that passes
     * @param current the journal as it is when asked, the end of its run included; null when container or run are gone
     */
    FollowedLog(Clock clock, double speed, RunJournal journal, Supplier<@Nullable RunJournal> current) {
        this.clock = clock;
        this.speed = speed;
        this.journal = journal;
        this.current = current;
    }

    @Override
    public List<SourceLine> written() {
        var now = clock.instant();
        var lines = new ArrayList<SourceLine>();
        long count = journal.count(now);
        for (long number = journal.firstKept(now); number < count; number++) {
            lines.add(journal.line(number));
        }
        next = count;
        if (journal.run().finished() != null) {
            lines.addAll(journal.farewell());
            ended = true;
        }
        return lines;
    }

    @Override
    public @Nullable SourceLine next(Duration patience) throws InterruptedException {
        if (ended) {
            return null;
        }
        look();
        if (farewell) {
            return leave();
        }
        var now = clock.instant();
        if (next < journal.count(now)) {
            return journal.line(next++);
        }
        Thread.sleep(wait(patience));
        look();
        return !farewell && next < journal.count(clock.instant()) ? journal.line(next++) : null;
    }

    private Duration wait(Duration patience) {
        if (!journal.has(next)) {
            return patience;
        }
        var until = Duration.between(clock.instant(), journal.at(next));
        var real = Duration.ofNanos(Math.max(1_000_000, (long) (until.toNanos() / speed)));
        return real.compareTo(patience) < 0 ? real : patience;
    }

    private void look() {
        if (farewell) {
            return;
        }
        var now = current.get();
        if (now == null) {
            farewell = true;
        } else if (now.run().finished() != null) {
            farewell = true;
            journal = now;
            for (long count = now.count(clock.instant()); next < count; next++) {
                last.add(now.line(next));
            }
            last.addAll(now.farewell());
        }
    }

    private @Nullable SourceLine leave() {
        var line = last.poll();
        ended = last.isEmpty();
        return line;
    }

    @Override
    public boolean ended() {
        return ended;
    }
}
