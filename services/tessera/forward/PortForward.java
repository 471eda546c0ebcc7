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
import tessera.exec.ContainerAccess;
import tessera.exec.SessionLog;
import tessera.forward.ForwardState.ForwardStage;
import tessera.forward.ForwardedConnection.Counters;
import tessera.logs.LogSource;
import tessera.logs.LoggedPod;
import tessera.logs.LoggedPod.Next;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/**
 * A port of a pod that is reached on this machine, and from nowhere else. It outlives the pod: while there is none by its name
 * connections are refused, and taken again when one runs; where none will come it ends. Safe for use by several threads.
 */
public final class PortForward implements AutoCloseable {

    /** Never any other address: whoever reaches it acts by this user's rights. */
    static final String LOOPBACK = "127.0.0.1";

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int BACKLOG = 50;
    private static final int AT_ONCE = 128;

    private final PodRoute way;
    private final ForwardWish wish;
    private final long number;
    private final ServerSocket server;
    private final SessionLog.SessionNote note;
    private final Instant since;
    private final Set<ForwardedConnection> open = ConcurrentHashMap.newKeySet();
    private final Semaphore room = new Semaphore(AT_ONCE);
    private final AtomicLong all = new AtomicLong();
    private final Counters counters = new Counters(new AtomicLong(), new AtomicLong());
    private final Thread acceptor = Thread.ofPlatform().daemon().name("forward").unstarted(this::accept);
    private ForwardStage stage = ForwardStage.READY;
    private String words = "";
    private boolean asked;
    /** What comes after the pod, by when it was last seen. */
    private Next next = Next.UNKNOWN;

    /**
     * How pods are reached.
     *
     * @param pods  tells how it stands with them
     * @param notes where it is noted
     * @param pace  how often pods are asked about
     */
    public record PodRoute(ContainerAccess door, LogSource pods, SessionLog notes, Clock clock, Duration pace) {}

    private PortForward(PodRoute way, ForwardWish wish, long number, ServerSocket server, SessionLog.SessionNote note) {
        this.note = note;
        this.way = way;
        this.wish = wish;
        this.number = number;
        this.server = server;
        since = way.clock().instant();
    }

    /** Looks whether there is such a pod, notes it, and listens from then on. */
    static PortForward listen(PodRoute way, ForwardWish wish, long number) throws Failure, InterruptedException {
        var pod = way.pods().pod(wish.pod());
        var server = bind(wish.local());
        SessionLog.SessionNote note;
        try {
            note = way.notes().begin(SessionLog.SessionKind.FORWARD, wish.pod(), words(wish));
        } catch (Failure | InterruptedException e) {
            close(server);
            throw e;
        }
        var forward = new PortForward(way, wish, number, server, note);
        forward.next = pod.next();
        forward.acceptor.start();
        Thread.ofVirtual().name("forwarded pod").start(forward::watch);
        return forward;
    }

    /** What is wanted, as a sentence. */
    static String words(ForwardWish wish) {
        return "Forward port %d of %s/%s".formatted(wish.port(), wish.pod().namespace(), wish.pod().name());
    }

    private static ServerSocket bind(int local) throws Failure {
        try {
            var server = new ServerSocket();
            server.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK, new byte[] {127, 0, 0, 1}), local),
                    BACKLOG);
            return server;
        } catch (IOException e) {
            throw new Failure(
                    new Problem(ProblemKind.CONFLICT, "Port %d of this machine cannot be taken".formatted(local),
                            String.valueOf(e.getMessage()), "Take another, or leave it to this machine which."),
                    e);
        }
    }

    private static void close(ServerSocket server) {
        try {
            server.close();
        } catch (IOException _) {
            // There is nothing that could be done about it.
        }
    }

    private void accept() {
        while (true) {
            try {
                var socket = server.accept();
                room.acquire();
                Thread.ofVirtual().name("forwarded").start(() -> carry(socket));
            } catch (IOException _) {
                end("");
                return;
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void carry(Socket socket) {
        var carried = new ForwardedConnection(socket, counters);
        open.add(carried);
        all.incrementAndGet();
        if (over()) {
            carried.close();
        }
        try {
            carried.pass(way.door(), wish).ifPresentOrElse(this::complain, this::commend);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            carried.close();
            open.remove(carried);
            room.release();
        }
    }

    private void complain(Problem why) {
        if (why.kind() == ProblemKind.READ_ONLY) {
            end(PortForwards.READ_ONLY);
            return;
        }
        synchronized (this) {
            if (stage != ForwardStage.ENDED) {
                words = why.sentence();
                asked = true;
                notifyAll();
            }
        }
    }

    private synchronized void commend() {
        words = stage == ForwardStage.READY ? "" : words;
    }

    private synchronized boolean over() {
        return stage == ForwardStage.ENDED;
    }

    private void watch() {
        try {
            while (waits()) {
                look();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether there is still something to look for, when it is time to. */
    private synchronized boolean waits() throws InterruptedException {
        long deadline = System.nanoTime() + way.pace().toNanos();
        long left = way.pace().toMillis();
        while (stage != ForwardStage.ENDED && !asked && left > 0) {
            wait(left);
            left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        }
        asked = false;
        return stage != ForwardStage.ENDED;
    }

    private void look() throws InterruptedException {
        try {
            var pod = way.pods().pod(wish.pod());
            next = pod.next();
            var missing = missing(pod);
            note(missing.isEmpty() ? ForwardStage.READY : ForwardStage.WAITING, missing);
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.NOT_FOUND) {
                note(ForwardStage.WAITING, Optional.of(failure.problem().headline()));
            } else if (next == Next.OTHER_NAME) {
                end("The pod is gone, and one in its place would have another name");
            } else {
                note(ForwardStage.WAITING, Optional.of("There is no such pod now"));
            }
        }
    }

    /** What keeps a pod from answering; empty when nothing is known to. */
    private static Optional<String> missing(LoggedPod pod) {
        if (pod.deleting()) {
            return Optional.of("The pod is being deleted");
        }
        var containers = pod.containers().stream().filter(each -> each.kind() == LoggedPod.ContainerKind.MAIN).toList();
        return containers.stream().anyMatch(each -> each.state() == LoggedPod.ContainerState.RUNNING) ? Optional.empty()
                : Optional.of(containers.stream().map(LoggedPod.LoggedContainer::words).filter(said -> !said.isEmpty())
                        .findFirst().map(said -> "No container runs: " + said).orElse("No container runs"));
    }

    private synchronized void note(ForwardStage now, Optional<String> why) {
        if (stage == ForwardStage.ENDED) {
            return;
        }
        // What went wrong with a connection to a pod that runs is told until one goes well, or the pod is another.
        words = why.orElse(stage == ForwardStage.READY ? words : "");
        stage = now;
    }

    long number() {
        return number;
    }

    public synchronized ForwardState state() {
        return new ForwardState(number, wish.pod(), wish.port(), server.getLocalPort(), stage, words, open.size(),
                all.get(), counters.received().get(), counters.sent().get(), since);
    }

    /** Ends it with a word; once it has ended this does nothing. */
    void end(String why) {
        synchronized (this) {
            if (stage == ForwardStage.ENDED) {
                return;
            }
            stage = ForwardStage.ENDED;
            words = why;
            notifyAll();
        }
        close(server);
        open.forEach(ForwardedConnection::close);
        leave();
        note.end(why.isEmpty() ? SessionLog.SessionResult.DONE : SessionLog.SessionResult.CANCELLED, why);
    }

    /** Whoever waits at the listener has the system keep it: the port is free only once nobody does. */
    private void leave() {
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
