package tessera.filecopy;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ContainerSessionLog;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/** The copies between this machine and the containers of a cluster. Safe for use by several threads. */
public final class ContainerFileCopyRegistry implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ContainerFileCopyRegistry.class);

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ContainerExecForwardClient containerAccess;
    private final ContainerSessionLog notes;
    private final Clock clock;
    private final List<ContainerFileCopyOperation> left = new ArrayList<>();
    private final SequencedMap<Long, ContainerFileCopyOperation> all = new TreeMap<>();
    private long last;

    public ContainerFileCopyRegistry(ContainerExecForwardClient containerAccess, ContainerSessionLog notes,
            Clock clock) {
        this.containerAccess = containerAccess;
        this.notes = notes;
        this.clock = clock;
    }

    /** Returns why copies end that read-only mode finds running. */
    public static String readOnlyText() {
        return MESSAGES.text("ended.read.only");
    }

    /**
     * Starts a copy after checking that it is allowed. Waits for the server.
     *
     * @param answer what to do about files of this machine that are in the way; null to ask about each
     * @throws ProblemException when it may not be done
     */
    public ContainerFileCopyOperation start(ContainerFileCopyRequest request, @Nullable OverwriteAnswer answer)
            throws ProblemException, InterruptedException {
        var text = "Copy " + request.routeText();
        notes.requireAllowed(containerAccess, ContainerSessionLog.ContainerSessionKind.COPY, request.pod(), text);
        var note = notes.begin(ContainerSessionLog.ContainerSessionKind.COPY, request.pod(), text);
        synchronized (this) {
            var copying = ContainerFileCopyOperation.start(containerAccess,
                    new ContainerFileCopyOperation.RegisteredCopyRequest(request, ++last, clock.instant(), note),
                    answer);
            all.put(last, copying);
            return copying;
        }
    }

    /** Returns the states of all copies, oldest first. */
    public synchronized List<FileCopyState> states() {
        return all.values().stream().map(ContainerFileCopyOperation::state).toList();
    }

    public List<FileCopyState> runningCopies() {
        return states().stream().filter(state -> !state.hasEnded()).toList();
    }

    /** Answers the overwrite question of a copy. */
    public synchronized void answer(long number, OverwriteAnswer answer) {
        Optional.ofNullable(all.get(number)).ifPresent(copying -> copying.answer(answer));
    }

    /** Stops a copy; removes it if it has ended. */
    public synchronized void stop(long number) {
        var copying = all.get(number);
        if (copying != null && copying.state().hasEnded()) {
            all.remove(number);
        } else if (copying != null) {
            copying.close();
        }
    }

    /** Stops all copies with a reason; their states remain listed. */
    public synchronized void end(String reason) {
        all.values().forEach(copying -> copying.stop(reason));
    }

    /** Stops all copies and removes them from the list. */
    public synchronized void stopAll() {
        left.removeIf(copying -> copying.state().hasEnded());
        left.addAll(all.values());
        all.values().forEach(ContainerFileCopyOperation::close);
        all.clear();
    }

    /** Also waits until no half of a file is left. */
    @Override
    public void close() {
        stopAll();
        try {
            for (var copying : unfinishedJobs()) {
                copying.awaitEnd(PATIENCE);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<ContainerFileCopyOperation> unfinishedJobs() {
        return List.copyOf(left);
    }
}
