package tessera.forward;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ContainerSessionLog;
import tessera.forward.PortForwardState.ForwardStage;
import tessera.logs.PodLogSource;
import tessera.model.ProblemException;

/** The port forwards to the pods of a cluster. Safe for use by several threads. */
public final class PortForwardRegistry implements AutoCloseable {

    private static final Duration PACE = Duration.ofSeconds(3);

    private final PortForward.PortForwardDependencies way;
    private final SequencedMap<Long, PortForward> all = new TreeMap<>();
    private long last;
    private boolean closed;

    public PortForwardRegistry(ContainerExecForwardClient containerAccess, PodLogSource pods, ContainerSessionLog notes,
            Clock clock) {
        this(new PortForward.PortForwardDependencies(containerAccess, pods, notes, clock, PACE));
    }

    PortForwardRegistry(PortForward.PortForwardDependencies way) {
        this.way = way;
    }

    /**
     * Starts a port forward after checking that it is allowed. Waits for the server.
     *
     * @throws ProblemException when it may not be done, there is no such pod, or the port on this machine is taken
     */
    public PortForwardState start(PortForwardRequest request) throws ProblemException, InterruptedException {
        way.notes().requireAllowed(way.access(), ContainerSessionLog.ContainerSessionKind.FORWARD, request.pod(),
                PortForward.requestText(request));
        var forward = PortForward.listen(way, request, nextNumber());
        synchronized (this) {
            if (closed) {
                forward.close();
            } else {
                all.put(forward.number(), forward);
            }
        }
        return forward.state();
    }

    private synchronized long nextNumber() {
        return ++last;
    }

    /** Returns the states of all forwards, oldest first. */
    public synchronized List<PortForwardState> states() {
        return all.values().stream().map(PortForward::state).toList();
    }

    /** Returns the states of the forwards that have not ended. */
    public List<PortForwardState> runningForwards() {
        return states().stream().filter(state -> state.stage() != ForwardStage.ENDED).toList();
    }

    /** Ends a forward and removes it from the list. */
    public synchronized void stop(long number) {
        Optional.ofNullable(all.remove(number)).ifPresent(PortForward::close);
    }

    /** Ends all forwards with a reason; their states remain listed. */
    public synchronized void end(String reason) {
        all.values().forEach(forward -> forward.end(reason));
    }

    @Override
    public synchronized void close() {
        closed = true;
        all.values().forEach(PortForward::close);
        all.clear();
    }
}
