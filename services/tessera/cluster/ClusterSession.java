package tessera.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.cluster.fleet.Change;
import tessera.cluster.fleet.SnapshotStore;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.cluster.watch.Followers;
import tessera.cluster.watch.PermittedNamespaces;
import tessera.cluster.wire.Ask;
import tessera.flow.Latest;
import tessera.flow.Wake;
import tessera.metrics.scrape.Exporters;
import tessera.model.Connection;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.model.Snapshot;

/**
 * A cluster that is being followed, from the first attempt to reach it until it is closed.
 *
 * <ul>
 *   <li><b>Source:</b> the API server of one context, and nobody else; nodes and pods by LIST and WATCH.
 *   <li><b>Shape:</b> a {@link Snapshot} for every change of the data or of the connection.
 *   <li><b>Errors:</b> are states of {@link Snapshot#connection()} and of the collections; reads on demand throw.
 *   <li><b>Threads:</b> virtual threads of its own; snapshots come on the thread <em>snapshots</em>.
 * </ul>
 */
public final class ClusterSession implements AutoCloseable {

    private static final Duration PROBE = Duration.ofSeconds(15);
    /** Clocks that differ by more have not been running side by side. */
    private static final Duration SLEPT = Duration.ofSeconds(10);
    private static final Duration LONG = Duration.ofDays(1);

    private final Supplier<KubeContext> contexts;
    private final SessionOptions options;
    private final SnapshotStore store;
    private final Wake wake = new Wake();
    private final Thread thread;
    private volatile @Nullable ClusterConnection connection;
    private volatile boolean cancelled;
    private volatile boolean closed;
    /** Whether what is refused for good is to be asked for again from the beginning. */
    private volatile boolean anew;

    private ClusterSession(Supplier<KubeContext> contexts, SessionOptions options) {
        this.contexts = contexts;
        this.options = options;
        store = new SnapshotStore(options.pace(), options.terms().clock(), this::skew);
        thread = Thread.ofVirtual().name("session").unstarted(this::run);
    }

    /**
     * Begins to follow a cluster and returns at once.
     *
     * @param contexts the context as it is now; asked again before every attempt, so that a kubeconfig which changed
     *                 meanwhile counts
     */
    public static ClusterSession open(Supplier<KubeContext> contexts, SessionOptions options) {
        var session = new ClusterSession(contexts, options);
        session.thread.start();
        return session;
    }

    public Latest<Snapshot> snapshots() {
        return store.snapshots();
    }

    /** Reads of single objects. */
    public Inspection inspection() {
        return new Inspection(this::connection);
    }

    /** The way to the cluster's exporters. */
    public Exporters exporters() {
        return new ProxiedExporters(this::connection);
    }

    /** The connection as it is now; it is another one after the credentials were renewed by hand. */
    public ClusterConnection connection() throws Failure {
        var open = connection;
        if (open == null) {
            throw new Failure(Problem.of(Kind.UNREACHABLE, "There is no connection to the cluster yet"));
        }
        return open;
    }

    /** Tries at once whatever is being waited for, and goes on after {@link #cancel}. */
    public void retry() {
        cancelled = false;
        anew = snapshots().get().connection() instanceof Connection.Refused;
        var open = connection;
        if (open != null) {
            open.forgive();
        }
        wake.ring();
    }

    /** Gives up trying until {@link #retry}. What is known stays. */
    public void cancel() {
        cancelled = true;
        thread.interrupt();
    }

    /** Ends everything. The last snapshot stays readable. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void run() {
        int attempt = 1;
        while (!closed) {
            try {
                if (cancelled) {
                    rest();
                } else if (connect(attempt)) {
                    attempt = 1;
                    follow();
                } else {
                    attempt++;
                }
            } catch (InterruptedException _) {
                attempt = 1;
            }
        }
        Thread.interrupted();
        hangUp();
        try {
            declare(new Connection.Closed());
        } catch (InterruptedException _) {
            // The last state remains untold.
        }
        store.close();
    }

    private void rest() throws InterruptedException {
        long heard = wake.rings();
        hangUp();
        declare(new Connection.Closed());
        while (cancelled) {
            wake.pause(LONG, heard);
        }
    }

    /** One attempt to reach the server, and the wait after it if it failed. */
    private boolean connect(int attempt) throws InterruptedException {
        long heard = wake.rings();
        var context = contexts.get();
        hangUp();
        declare(new Connection.Connecting(context.credentialWords(), now()));
        try {
            connection = ClusterConnection.open(context, options.terms());
        } catch (Failure failure) {
            var problem = failure.problem();
            switch (problem.kind()) {
                // Trying again by itself could mean to open a browser again and again.
                case UNAUTHENTICATED, GARBLED, TIMEOUT -> await(new Connection.CredentialsExpired(problem), context,
                        heard);
                default -> pause(problem, attempt, heard);
            }
            return false;
        }
        declare(new Connection.Connecting("an answer from " + context.server(), now()));
        try {
            probe(connection(), PROBE);
            return true;
        } catch (Failure failure) {
            if (failure.problem().kind() == Kind.UNAUTHENTICATED) {
                await(new Connection.CredentialsExpired(failure.problem()), context, heard);
            } else {
                pause(failure.problem(), attempt, heard);
            }
            return false;
        }
    }

    private void pause(Problem problem, int attempt, long heard) throws InterruptedException {
        var pause = options.rhythm().pause(attempt, options.random());
        declare(new Connection.Unreachable(problem, attempt, now().plus(pause)));
        wake.pause(pause, heard);
    }

    /** Any server that speaks for Kubernetes will do, whether or not it lets everyone know its version. */
    private static void probe(ClusterConnection opened, Duration patience) throws Failure, InterruptedException {
        try (var reply = opened.send(Ask.get("/version", "reach the cluster").within(patience))) {
            if (!reply.ok()) {
                var refusal = reply.refusal();
                if (refusal.problem().kind() != Kind.FORBIDDEN && refusal.problem().kind() != Kind.NOT_FOUND) {
                    throw refusal.failure();
                }
            }
        }
    }

    /** Waits for the user, or for a kubeconfig that says something else. */
    private void await(Connection state, KubeContext used, long heard) throws InterruptedException {
        declare(state);
        while (!wake.pause(options.tick(), heard) && contexts.get().equals(used)) {
            // Not yet.
        }
    }

    /** Follows the cluster until that cannot go on, or is not wanted any more. */
    private void follow() throws InterruptedException {
        var context = contexts.get();
        var open = connection;
        if (open == null) {
            return;
        }
        var followers = followers(open);
        try {
            followers.start();
            var clocks = new Clocks(options.terms().clock());
            long heard = wake.rings();
            var heartbeat = now();
            while (!anew && followers.unauthenticated().isEmpty()) {
                boolean rang = wake.pause(options.tick(), heard);
                heard = wake.rings();
                if (!rang && clocks.drifted(options.tick().plus(SLEPT))) {
                    open.cut();
                    wake.ring();
                }
                if (Duration.between(heartbeat, now()).compareTo(options.rhythm().heartbeat()) >= 0) {
                    listen(open);
                    heartbeat = now();
                }
            }
        } finally {
            anew = false;
            stop(followers);
        }
        var expired = followers.unauthenticated();
        if (expired.isPresent()) {
            await(new Connection.CredentialsExpired(expired.get()), context, wake.rings());
        }
    }

    /** A network may go without a word, and watches are silent by nature: only an answer proves that there is contact. */
    private void listen(ClusterConnection open) throws InterruptedException {
        if (!(snapshots().get().connection() instanceof Connection.Live)) {
            return;
        }
        try {
            probe(open, options.rhythm().heartbeat());
        } catch (Failure failure) {
            if (failure.problem().kind() == Kind.UNREACHABLE || failure.problem().kind() == Kind.TIMEOUT) {
                open.cut();
            }
        }
    }

    private Followers followers(ClusterConnection open) {
        var named = new ArrayList<>(options.namespaces());
        named.add(open.namespace());
        var means = new Followers.Means(store::accept, options.rhythm(), options.terms().clock(), options.random(),
                wake);
        return new Followers(open, means, new PermittedNamespaces(open, List.copyOf(named), options.bounds()));
    }

    /** Also when this thread was interrupted, which then must not be forgotten. */
    private static void stop(Followers followers) throws InterruptedException {
        boolean interrupted = Thread.interrupted();
        followers.stop();
        if (interrupted) {
            throw new InterruptedException();
        }
    }

    private void declare(Connection state) throws InterruptedException {
        store.accept(new Change.Standing(state, now()));
    }

    private void hangUp() {
        var open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }

    private Duration skew() {
        var open = connection;
        return open == null ? Duration.ZERO : open.skew();
    }

    private Instant now() {
        return options.terms().clock().instant();
    }
}
