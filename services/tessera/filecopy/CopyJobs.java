package tessera.filecopy;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.exec.ContainerAccess;
import tessera.exec.SessionLog;
import tessera.model.Failure;

/** What is copied between this machine and a cluster's containers. Safe for use by several threads. */
public final class CopyJobs implements AutoCloseable {

    /** Why those have ended that read-only mode found running. */
    public static final String READ_ONLY = "Read-only mode ended it";

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ContainerAccess door;
    private final SessionLog notes;
    private final Clock clock;
    private final List<CopyJob> left = new ArrayList<>();
    private final SequencedMap<Long, CopyJob> all = new TreeMap<>();
    private long last;

    public CopyJobs(ContainerAccess door, SessionLog notes, Clock clock) {
        this.door = door;
        this.notes = notes;
        this.clock = clock;
    }

    /**
     * Copies something, once it is known that nothing speaks against it. Waits for the server.
     *
     * @param answer what to do about files of this machine that are in the way; null to ask about each
     * @throws Failure when it may not be done
     */
    public CopyJob start(CopyWish wish, @Nullable OverwriteAnswer answer) throws Failure, InterruptedException {
        var words = "Copy " + wish.words();
        notes.admit(door, SessionLog.SessionKind.COPY, wish.pod(), words);
        var note = notes.begin(SessionLog.SessionKind.COPY, wish.pod(), words);
        synchronized (this) {
            var copying = CopyJob.start(door, new CopyJob.CopyOrder(wish, ++last, clock.instant(), note), answer);
            all.put(last, copying);
            return copying;
        }
    }

    /** How it stands with each, the first first. */
    public synchronized List<CopyState> states() {
        return all.values().stream().map(CopyJob::state).toList();
    }

    public List<CopyState> running() {
        return states().stream().filter(state -> !state.over()).toList();
    }

    /** Says what to do about the file that one asks about. */
    public synchronized void answer(long number, OverwriteAnswer answer) {
        Optional.ofNullable(all.get(number)).ifPresent(copying -> copying.answer(answer));
    }

    /** Ends one; one that is over is forgotten. */
    public synchronized void stop(long number) {
        var copying = all.get(number);
        if (copying != null && copying.state().over()) {
            all.remove(number);
        } else if (copying != null) {
            copying.close();
        }
    }

    /** Ends all, and says why; they are still told of. */
    public synchronized void end(String why) {
        all.values().forEach(copying -> copying.stop(why));
    }

    /** Ends all, and forgets them. */
    public synchronized void stopAll() {
        left.removeIf(copying -> copying.state().over());
        left.addAll(all.values());
        all.values().forEach(CopyJob::close);
        all.clear();
    }

    /** Also waits until no half of a file is left. */
    @Override
    public void close() {
        stopAll();
        try {
            for (var copying : left()) {
                copying.leave(PATIENCE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<CopyJob> left() {
        return List.copyOf(left);
    }
}
