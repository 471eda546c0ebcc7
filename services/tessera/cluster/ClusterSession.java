package tessera.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.cluster.change.ClusterChanges;
import tessera.cluster.fleet.SnapshotStore;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.http.AccessMode;
import tessera.cluster.http.UnreadLog;
import tessera.cluster.kubeconfig.KubeContext;
import tessera.flow.LatestValue;
import tessera.flow.WakeSignal;
import tessera.metrics.prometheus.discovery.DiscoveryInput;
import tessera.metrics.scrape.ExporterClient;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.UnreadObjects;

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
    private static final Duration LONG = Duration.ofDays(1);
    private static final String FAILED = "This program failed to follow the cluster";
    private static final System.Logger LOG = System.getLogger(ClusterSession.class.getName());

    private final SessionOptions options;
    private final CredentialRenewal renewal;
    private final SnapshotStore store;
    private final WakeSignal wake = new WakeSignal();
    private final Thread thread;
    /** Kept through reconnections, until everything is read again. */
    private final UnreadLog unread = new UnreadLog();
    private volatile @Nullable ClusterConnection connection;
    private volatile boolean cancelled;
    private volatile boolean closed;
    /** What may be sent to this cluster, whatever may be sent to others. */
    private volatile AccessMode mode;
    /** Whether the next attempt is made without the user, whom nothing may disturb then. */
    private volatile boolean unattended;
    /** Whether what is refused for good is to be asked for again from the beginning. */
    private volatile boolean anew;

    private ClusterSession(Supplier<KubeContext> contexts, SessionOptions options, AccessMode mode) {
        this.options = options;
        this.mode = mode;
        renewal = new CredentialRenewal(contexts, options.rhythm().recheck());
        store = new SnapshotStore(options.pace(), options.terms().clock(),
                () -> Optional.ofNullable(connection).map(ClusterConnection::skew).orElse(Duration.ZERO),
                unread::current);
        thread = Thread.ofVirtual().name("session").unstarted(this::run);
    }

    /**
     * Begins to follow a cluster and returns at once.
     *
     * @param contexts the context as it is now; asked again before every attempt, so that a kubeconfig which changed
     *                 meanwhile counts
     * @param mode     what may be sent until {@link #enter} says otherwise
     */
    public static ClusterSession open(Supplier<KubeContext> contexts, SessionOptions options, AccessMode mode) {
        var session = new ClusterSession(contexts, options, mode);
        session.thread.start();
        return session;
    }

    public LatestValue<Snapshot> snapshots() {
        return store.snapshots();
    }

    /** Returns which objects could not be read until now, or not wholly. */
    public UnreadObjects unread() {
        return unread.current();
    }

    /** Reads of single objects. */
    public ObjectInspector inspection() {
        return new ObjectInspector(this::connection);
    }

    /** The way to the cluster's exporters. */
    public ExporterClient exporters() {
        return new ProxiedExporters(this::connection);
    }

    /** Where in the cluster a Prometheus may be, and the way to it. */
    public DiscoveryInput surroundings() {
        return new ProxiedPrometheus(this::connection);
    }

    /** How the cluster is changed, and what is read to plan that. */
    public ClusterChanges changes() {
        return ClusterChanges.over(this::connection, () -> mode, options.terms().clock(),
                options.terms().environment());
    }

    /** The connection as it is now; it is another one after the credentials were renewed by hand. */
    public ClusterConnection connection() throws Failure {
        var open = connection;
        if (open == null) {
            throw new Failure(Problem.of(ProblemKind.UNREACHABLE, "There is no connection to the cluster yet"));
        }
        return open;
    }

    /** Changes what may be sent from now on, by every connection of this session and of no other. */
    public void enter(AccessMode other) {
        mode = other;
        Optional.ofNullable(connection).filter(open -> other == AccessMode.READ_ONLY)
                .ifPresent(ClusterConnection::leaveContainers);
    }

    /** Tries at once whatever is being waited for, and goes on after {@link #cancel}. */
    public void retry() {
        cancelled = false;
        unattended = false;
        anew = snapshots().get().connection() instanceof SessionConnection.RefusedConnection;
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
        int defects = 0;
        while (!closed) {
            try {
                if (cancelled) {
                    rest();
                } else if (connect(attempt)) {
                    attempt = 1;
                    follow();
                    defects = 0;
                } else {
                    attempt++;
                }
            } catch (InterruptedException _) {
                attempt = 1;
            } catch (RuntimeException defect) {
                fallen(defect, ++defects);
            }
        }
        Thread.interrupted();
        try {
            hangUp();
            declare(new SessionConnection.ClosedConnection());
        } catch (InterruptedException _) {
            // The last state remains untold.
        } finally {
            store.close();
        }
    }

    /** Nothing stands still because this program failed, and it does not fail faster and faster. */
    private void fallen(RuntimeException defect, int times) {
        LOG.log(System.Logger.Level.ERROR, "A cluster could not be followed", defect);
        long heard = wake.rings();
        var pause = options.rhythm().pause(times, options.random());
        try {
            try {
                declare(new SessionConnection.Unreachable(Problem.of(ProblemKind.UNEXPECTED, FAILED), times,
                        now().plus(pause)));
            } catch (RuntimeException again) {
                LOG.log(System.Logger.Level.ERROR, "nor could that be told", again);
            }
            wake.pause(pause, heard);
        } catch (InterruptedException _) {
            // Whoever wants it to go on, or to end, is seen to next.
        }
    }

    private void rest() throws InterruptedException {
        long heard = wake.rings();
        hangUp();
        declare(new SessionConnection.ClosedConnection());
        while (cancelled) {
            wake.pause(LONG, heard);
        }
    }

    /** One attempt to reach the server, and the wait after it if it failed. */
    private boolean connect(int attempt) throws InterruptedException {
        long heard = wake.rings();
        var context = renewal.begin();
        hangUp();
        boolean alone = unattended;
        announce(context.credentialWords(), alone);
        try {
            connection = ClusterConnection.open(context,
                    alone ? options.terms().unattended() : options.terms(), () -> mode, unread);
        } catch (Failure failure) {
            var problem = failure.problem();
            switch (problem.kind()) {
                // Trying again by itself could mean to open a browser again and again.
                case UNAUTHENTICATED, GARBLED, TIMEOUT -> await(problem, heard);
                default -> pause(problem, attempt, heard);
            }
            return false;
        }
        announce("an answer from " + context.server(), alone);
        try {
            new ConnectionProbe(connection()).probe(PROBE);
            renewal.accepted();
            return true;
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.UNAUTHENTICATED) {
                await(failure.problem(), heard);
            } else {
                pause(failure.problem(), attempt, heard);
            }
            return false;
        }
    }

    private void pause(Problem problem, int attempt, long heard) throws InterruptedException {
        var pause = options.rhythm().pause(attempt, options.random());
        declare(new SessionConnection.Unreachable(problem, attempt, now().plus(pause)));
        wake.pause(pause, heard);
    }

    /** A try without the user goes without a word, too: what has to be known was said. */
    private void announce(String step, boolean alone) throws InterruptedException {
        if (!alone) {
            declare(new SessionConnection.ConnectingSession(step, now()));
        }
    }

    /** Waits for the user, for files that say something else, or for the time to try once more without the user. */
    private void await(Problem why, long heard) throws InterruptedException {
        declare(new SessionConnection.CredentialsExpired(why));
        long begun = System.nanoTime();
        var pause = renewal.pause();
        while (!wake.pause(options.tick(), heard)) {
            if (renewal.changed()) {
                unattended = false;
                return;
            }
            if (pause.isPresent() && System.nanoTime() - begun >= pause.get().toNanos()) {
                unattended = true;
                return;
            }
        }
    }

    /** Follows the cluster until that cannot go on, or is not wanted any more. */
    private void follow() throws InterruptedException {
        var open = Objects.requireNonNull(connection);
        var followers = options.followers(open, store::accept, wake, snapshots().get());
        try {
            followers.start();
            // A server that does not answer may not be the one any more that the kubeconfig names.
            new ConnectionProbe(open).keep(() -> !anew && followers.unauthenticated().isEmpty()
                    && (snapshots().get().connection() instanceof SessionConnection.LiveConnection
                            || !renewal.redefined()),
                    options, wake, snapshots(), store::accept);
        } finally {
            anew = false;
            followers.stop();
        }
        var expired = followers.unauthenticated();
        if (expired.isPresent()) {
            await(expired.get(), wake.rings());
        }
    }

    private void declare(SessionConnection state) throws InterruptedException {
        store.accept(new WatchChange.SessionMoved(state, now()));
    }

    private void hangUp() {
        var open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }

    private Instant now() {
        return options.terms().clock().instant();
    }
}
