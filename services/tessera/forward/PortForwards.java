package tessera.forward;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import tessera.exec.ContainerAccess;
import tessera.exec.SessionLog;
import tessera.forward.ForwardState.ForwardStage;
import tessera.logs.LogSource;
import tessera.model.Failure;

/** The ports of a cluster's pods that are reached on this machine. Safe for use by several threads. */
public final class PortForwards implements AutoCloseable {

    /** Why those have ended that read-only mode found running. */
    public static final String READ_ONLY = "Read-only mode ended it";

    private static final Duration PACE = Duration.ofSeconds(3);

    private final PortForward.PodRoute way;
    private final SequencedMap<Long, PortForward> all = new TreeMap<>();
    private long last;
    private boolean closed;

    public PortForwards(ContainerAccess door, LogSource pods, SessionLog notes, Clock clock) {
        this(new PortForward.PodRoute(door, pods, notes, clock, PACE));
    }

    PortForwards(PortForward.PodRoute way) {
        this.way = way;
    }

    /**
     * Forwards a port, once it is known that nothing speaks against it. Waits for the server.
     *
     * @throws Failure when it may not be done, there is no such pod, or the port on this machine is taken
     */
    public ForwardState start(ForwardWish wish) throws Failure, InterruptedException {
        way.notes().admit(way.door(), SessionLog.SessionKind.FORWARD, wish.pod(), PortForward.words(wish));
        var forward = PortForward.listen(way, wish, next());
        synchronized (this) {
            if (closed) {
                forward.close();
            } else {
                all.put(forward.number(), forward);
            }
        }
        return forward.state();
    }

    private synchronized long next() {
        return ++last;
    }

    /** How it stands with each, the first first. */
    public synchronized List<ForwardState> states() {
        return all.values().stream().map(PortForward::state).toList();
    }

    /** Those that have not ended. */
    public List<ForwardState> running() {
        return states().stream().filter(state -> state.stage() != ForwardStage.ENDED).toList();
    }

    /** Ends one, and forgets it. */
    public synchronized void stop(long number) {
        Optional.ofNullable(all.remove(number)).ifPresent(PortForward::close);
    }

    /** Ends all, and says why; they are still told of. */
    public synchronized void end(String why) {
        all.values().forEach(forward -> forward.end(why));
    }

    @Override
    public synchronized void close() {
        closed = true;
        all.values().forEach(PortForward::close);
        all.clear();
    }
}
