package tessera.forward;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ContainerSessionLog;
import tessera.forward.PortForwardConnection.ForwardCounters;
import tessera.forward.PortForwardState.ForwardStage;
import tessera.logs.LogPodFacts;
import tessera.logs.LogPodFacts.PodSuccessorNaming;
import tessera.logs.PodLogSource;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;

/**
 * A port of a pod that is reachable on this machine's loopback address only. It outlives the pod: while there is none by its name
 * connections are refused, and taken again when one runs; where none will come it ends. Safe for use by several threads.
 */
public final class PortForward implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PortForward.class);

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int BACKLOG = 50;
    private static final int AT_ONCE = 128;

    private final PortForwardDependencies way;
    private final PortForwardRequest request;
    private final long number;
    private final ServerSocket server;
    private final ContainerSessionLog.SessionEndRecorder note;
    private final Instant since;
    private final Set<PortForwardConnection> open = ConcurrentHashMap.newKeySet();
    private final Semaphore connectionSlots = new Semaphore(AT_ONCE);
    private final AtomicLong all = new AtomicLong();
    private final ForwardCounters counters = new ForwardCounters(new AtomicLong(), new AtomicLong());
    private final Thread acceptor = Thread.ofPlatform().daemon().name("forward").unstarted(this::acceptConnections);
    private ForwardStage stage = ForwardStage.READY;
    private String text = "";
    private boolean checkRequested;
    /** What comes after the pod, by when it was last seen. */
    private PodSuccessorNaming podSuccessor = PodSuccessorNaming.UNKNOWN;

    /**
     * The services that a port forward uses to reach pods.
     *
     * @param pods  tells how it stands with them
     * @param notes where it is noted
     * @param pollInterval  how often pods are asked about
     */
    public record PortForwardDependencies(ContainerExecForwardClient access, PodLogSource pods,
            ContainerSessionLog notes, Clock clock, Duration pollInterval) {}

    private PortForward(PortForwardDependencies way, PortForwardRequest request, long number, ServerSocket server,
            ContainerSessionLog.SessionEndRecorder note) {
        this.note = note;
        this.way = way;
        this.request = request;
        this.number = number;
        this.server = server;
        since = way.clock().instant();
    }

    /** Checks that the pod exists, notes the session, and listens from then on. */
    static PortForward listen(PortForwardDependencies way, PortForwardRequest request, long number)
            throws ProblemException, InterruptedException {
        var pod = way.pods().findPod(request.pod());
        var server = bindLoopback(request.localPort());
        ContainerSessionLog.SessionEndRecorder note;
        try {
            note = way.notes().begin(ContainerSessionLog.ContainerSessionKind.FORWARD, request.pod(),
                    requestText(request));
        } catch (ProblemException | InterruptedException e) {
            closeQuietly(server);
            throw e;
        }
        var forward = new PortForward(way, request, number, server, note);
        forward.podSuccessor = pod.next();
        forward.acceptor.start();
        Thread.ofVirtual().name("forwarded pod").start(forward::watchPod);
        return forward;
    }

    /** Returns why port forwards end that read-only mode finds running. */
    public static String readOnlyText() {
        return MESSAGES.text("ended.read.only");
    }

    /** Returns the request as a sentence. */
    static String requestText(PortForwardRequest request) {
        return MESSAGES.text("request", request.port(), request.pod().namespace() + "/" + request.pod().name());
    }

    private static ServerSocket bindLoopback(int local) throws ProblemException {
        try {
            var server = new ServerSocket();
            server.bind(
                    new InetSocketAddress(
                            InetAddress.getByAddress(PortForwardState.LOOPBACK, new byte[] {127, 0, 0, 1}), local),
                    BACKLOG);
            return server;
        } catch (IOException e) {
            throw new ProblemException(Problem.of(OperationProblemKind.CONFLICT, new LocalPortUnavailable(local))
                    .withDetail(String.valueOf(e.getMessage())), e);
        }
    }

    private static void closeQuietly(ServerSocket server) {
        try {
            server.close();
        } catch (IOException _) {
            // There is nothing that could be done about it.
        }
    }

    private void acceptConnections() {
        while (true) {
            try {
                var socket = server.accept();
                connectionSlots.acquire();
                Thread.ofVirtual().name("forwarded").start(() -> forwardSocket(socket));
            } catch (IOException _) {
                end("");
                return;
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void forwardSocket(Socket socket) {
        var carried = new PortForwardConnection(socket, counters);
        open.add(carried);
        all.incrementAndGet();
        if (hasEnded()) {
            carried.close();
        }
        try {
            carried.pass(way.access(), request).ifPresentOrElse(this::noteFailure, this::clearFailure);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            carried.close();
            open.remove(carried);
            connectionSlots.release();
        }
    }

    private void noteFailure(Problem problem) {
        if (problem.kind() == OperationProblemKind.READ_ONLY) {
            end(readOnlyText());
            return;
        }
        synchronized (this) {
            if (stage != ForwardStage.ENDED) {
                text = problem.problemText();
                checkRequested = true;
                notifyAll();
            }
        }
    }

    private synchronized void clearFailure() {
        text = stage == ForwardStage.READY ? "" : text;
    }

    private synchronized boolean hasEnded() {
        return stage == ForwardStage.ENDED;
    }

    private void watchPod() {
        try {
            while (awaitNextCheck()) {
                checkPod();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the next check of the pod, and returns whether the forward still runs. */
    private synchronized boolean awaitNextCheck() throws InterruptedException {
        long deadline = System.nanoTime() + way.pollInterval().toNanos();
        long remaining = way.pollInterval().toMillis();
        while (stage != ForwardStage.ENDED && !checkRequested && remaining > 0) {
            wait(remaining);
            remaining = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        }
        checkRequested = false;
        return stage != ForwardStage.ENDED;
    }

    private void checkPod() throws InterruptedException {
        try {
            var pod = way.pods().findPod(request.pod());
            podSuccessor = pod.next();
            var missing = unavailableText(pod);
            updateStage(missing.isEmpty() ? ForwardStage.READY : ForwardStage.WAITING, missing);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.NOT_FOUND) {
                updateStage(ForwardStage.WAITING, Optional.of(problemException.problem().headline()));
            } else if (podSuccessor == PodSuccessorNaming.OTHER_NAME) {
                end(MESSAGES.text("pod.replaced"));
            } else {
                updateStage(ForwardStage.WAITING, Optional.of(MESSAGES.text("pod.absent")));
            }
        }
    }

    /** Returns what keeps a pod from answering; empty if nothing is known to. */
    private static Optional<String> unavailableText(LogPodFacts pod) {
        if (pod.deleting()) {
            return Optional.of(MESSAGES.text("pod.deleting"));
        }
        var containers = pod.containers().stream()
                .filter(container -> container.kind() == LogPodFacts.ContainerKind.MAIN).toList();
        if (containers.stream().anyMatch(container -> container.state() == LogPodFacts.ContainerState.RUNNING)) {
            return Optional.empty();
        }
        return Optional.of(MESSAGES.text("pod.not.running", containers.stream()
                .map(LogPodFacts.LoggedContainer::statusText).filter(said -> !said.isEmpty()).findFirst()));
    }

    private synchronized void updateStage(ForwardStage now, Optional<String> why) {
        if (stage == ForwardStage.ENDED) {
            return;
        }
        // What went wrong with a connection to a pod that runs is told until one goes well, or the pod is another.
        text = why.orElse(stage == ForwardStage.READY ? text : "");
        stage = now;
    }

    long number() {
        return number;
    }

    public synchronized PortForwardState state() {
        return new PortForwardState(number, request.pod(), request.port(), server.getLocalPort(), stage, text,
                open.size(), all.get(), counters.receivedBytes().get(), counters.sentBytes().get(), since);
    }

    /** Ends the forward with a reason; does nothing once it has ended. */
    void end(String reason) {
        synchronized (this) {
            if (stage == ForwardStage.ENDED) {
                return;
            }
            stage = ForwardStage.ENDED;
            text = reason;
            notifyAll();
        }
        closeQuietly(server);
        open.forEach(PortForwardConnection::close);
        awaitAcceptor();
        note.end(
                reason.isEmpty() ? ContainerSessionLog.SessionResult.DONE : ContainerSessionLog.SessionResult.CANCELLED,
                reason);
    }

    /** Waits for the accepting thread, as the system keeps the port until it has ended. */
    private void awaitAcceptor() {
        try {
            boolean _ = Thread.currentThread().equals(acceptor) || acceptor.join(PATIENCE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        end("");
    }
}
