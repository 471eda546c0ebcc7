package tessera.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.cluster.change.PlanClusterAccess;
import tessera.cluster.fleet.ClusterSnapshotStore;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.http.UnreadableObjectRegistry;
import tessera.cluster.kubeconfig.KubeconfigContextEntry;
import tessera.flow.LatestValue;
import tessera.flow.ThreadWakeSignal;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryClient;
import tessera.metrics.scrape.ExporterClient;
import tessera.model.ClusterSnapshot;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SessionConnectionStatus;
import tessera.model.UnreadableObjects;
import tessera.text.MessageCatalog;

/**
 * A session that follows a cluster, from the first attempt to connect until it is closed.
 *
 * <ul>
 *   <li><b>Source:</b> the API server of one context, and nobody else; nodes and pods by LIST and WATCH.
 *   <li><b>Shape:</b> a {@link ClusterSnapshot} for every change of the data or of the connection.
 *   <li><b>Errors:</b> are states of {@link ClusterSnapshot#connection()} and of the collections; reads on demand throw.
 *   <li><b>Threads:</b> virtual threads of its own; snapshots come on the thread <em>snapshots</em>.
 * </ul>
 */
public final class ClusterSession implements AutoCloseable {

    private static final Duration PROBE = Duration.ofSeconds(15);
    private static final Duration LONG = Duration.ofDays(1);
    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterSession.class);
    private static final System.Logger LOG = System.getLogger(ClusterSession.class.getName());

    private final ClusterSessionOptions options;
    private final CredentialRetrySchedule renewal;
    private final ClusterSnapshotStore store;
    private final ThreadWakeSignal wake = new ThreadWakeSignal();
    private final Thread thread;
    /** Kept through reconnections, until everything is read again. */
    private final UnreadableObjectRegistry unread = new UnreadableObjectRegistry();
    private volatile @Nullable ClusterConnection connection;
    private volatile boolean cancelled;
    private volatile boolean closed;
    /** What may be sent to this cluster, whatever may be sent to others. */
    private volatile SessionAccessMode mode;
    /** Whether the next attempt is made without the user, whom nothing may disturb then. */
    private volatile boolean unattended;
    /** Whether what is refused for good is to be asked for again from the beginning. */
    private volatile boolean anew;

    private ClusterSession(Supplier<KubeconfigContextEntry> contexts, ClusterSessionOptions options,
            SessionAccessMode mode) {
        this.options = options;
        this.mode = mode;
        renewal = new CredentialRetrySchedule(contexts, options.retryPolicy().recheck());
        store = new ClusterSnapshotStore(options.periods(), options.sharedServices().clock(),
                () -> Optional.ofNullable(connection).map(ClusterConnection::clockSkew).orElse(Duration.ZERO), unread);
        thread = Thread.ofVirtual().name("session").unstarted(this::run);
    }

    /**
     * Begins to follow a cluster and returns at once.
     *
     * @param contexts the context as it is now; asked again before every attempt, so that a kubeconfig which changed
     *                 meanwhile counts
     * @param mode     what may be sent until {@link #enterMode} says otherwise
     */
    public static ClusterSession open(Supplier<KubeconfigContextEntry> contexts, ClusterSessionOptions options,
            SessionAccessMode mode) {
        var session = new ClusterSession(contexts, options, mode);
        session.thread.start();
        return session;
    }

    public LatestValue<ClusterSnapshot> snapshots() {
        return store.snapshots();
    }

    /** Returns which objects could not be read until now, or not wholly. */
    public UnreadableObjects unread() {
        return unread.current();
    }

    /** Returns the reader of single objects. */
    public InspectedObjectReader inspector() {
        return new InspectedObjectReader(this::connection);
    }

    /** Returns the client for the cluster's exporters. */
    public ExporterClient exporterClient() {
        return new ProxiedExporterClient(this::connection);
    }

    /** Returns the Services behind which a Prometheus may be, and the way to it. */
    public PrometheusDiscoveryClient discoveryInput() {
        return new ProxiedPrometheusDiscoveryClient(this::connection);
    }

    /** Returns the means to change the cluster, and the lookups that plans need. */
    public PlanClusterAccess changes() {
        return PlanClusterAccess.overRoute(this::connection, () -> mode, options.sharedServices().clock(),
                options.sharedServices().environment());
    }

    /** Returns the current connection; another one after the credentials were renewed. */
    public ClusterConnection connection() throws ProblemException {
        var open = connection;
        if (open == null) {
            throw new ProblemException(OperationProblemKind.UNREACHABLE,
                    new ClusterSessionReason.ClusterNotConnected());
        }
        return open;
    }

    /** Sets the access mode for every connection of this session and of no other. */
    public void enterMode(SessionAccessMode other) {
        mode = other;
        Optional.ofNullable(connection).filter(open -> other == SessionAccessMode.READ_ONLY)
                .ifPresent(ClusterConnection::leaveContainers);
    }

    /** Retries at once whatever is being waited for, and resumes after {@link #cancel}. */
    public void retry() {
        cancelled = false;
        unattended = false;
        anew = snapshots().get().connection() instanceof SessionConnectionStatus.RefusedConnection;
        var open = connection;
        if (open != null) {
            open.forgetLoginFailures();
        }
        wake.ring();
    }

    /** Stops trying until {@link #retry}. What is known stays. */
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
                    awaitResume();
                } else if (connectOnce(attempt)) {
                    attempt = 1;
                    followCluster();
                    defects = 0;
                } else {
                    attempt++;
                }
            } catch (InterruptedException _) {
                attempt = 1;
            } catch (RuntimeException defect) {
                handleDefect(defect, ++defects);
            }
        }
        Thread.interrupted();
        try {
            disconnect();
            setState(new SessionConnectionStatus.NoConnection());
        } catch (InterruptedException _) {
            // The last state remains untold.
        } finally {
            store.close();
        }
    }

    /** Logs a defect of the program itself and backs off before the next attempt. */
    private void handleDefect(RuntimeException defect, int times) {
        LOG.log(System.Logger.Level.ERROR, "session failed", defect);
        long heard = wake.ringCount();
        var pause = options.retryPolicy().pauseBefore(times, options.random());
        try {
            try {
                setState(new SessionConnectionStatus.UnreachableCluster(
                        Problem.of(OperationProblemKind.UNEXPECTED, new ClusterSessionReason.ClusterSessionFailed()),
                        times, now().plus(pause)));
            } catch (RuntimeException again) {
                LOG.log(System.Logger.Level.ERROR, "report failed", again);
            }
            wake.pause(pause, heard);
        } catch (InterruptedException _) {
            // Whoever wants it to go on, or to end, is seen to next.
        }
    }

    private void awaitResume() throws InterruptedException {
        long heard = wake.ringCount();
        disconnect();
        setState(new SessionConnectionStatus.NoConnection());
        while (cancelled) {
            wake.pause(LONG, heard);
        }
    }

    /** Makes one attempt to reach the server, and waits if it failed. */
    private boolean connectOnce(int attempt) throws InterruptedException {
        long heard = wake.ringCount();
        var context = renewal.beginAttempt();
        disconnect();
        boolean alone = unattended;
        announceStep(context.credentialLabel(), alone);
        try {
            connection = ClusterConnection.open(context,
                    alone ? options.sharedServices().unattended() : options.sharedServices(), () -> mode, unread);
        } catch (ProblemException problemException) {
            var problem = problemException.problem();
            switch (problem.kind()) {
                // Trying again by itself could mean to open a browser again and again.
                case UNAUTHENTICATED, GARBLED, TIMEOUT -> awaitLogin(problem, heard);
                default -> pauseAfterFailure(problem, attempt, heard);
            }
            return false;
        }
        announceStep(MESSAGES.text("wait.answer", context.serverAddress()), alone);
        try {
            new ClusterConnectionProber(connection()).probe(PROBE);
            renewal.markAccepted();
            return true;
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.UNAUTHENTICATED) {
                awaitLogin(problemException.problem(), heard);
            } else {
                pauseAfterFailure(problemException.problem(), attempt, heard);
            }
            return false;
        }
    }

    private void pauseAfterFailure(Problem problem, int attempt, long heard) throws InterruptedException {
        var pause = options.retryPolicy().pauseBefore(attempt, options.random());
        setState(new SessionConnectionStatus.UnreachableCluster(problem, attempt, now().plus(pause)));
        wake.pause(pause, heard);
    }

    /** Announces a step of connecting; an attempt without the user stays silent. */
    private void announceStep(String step, boolean alone) throws InterruptedException {
        if (!alone) {
            setState(new SessionConnectionStatus.PendingConnection(step, now()));
        }
    }

    /** Waits for the user, for changed files, or for the time of another attempt without the user. */
    private void awaitLogin(Problem problem, long heard) throws InterruptedException {
        setState(new SessionConnectionStatus.UnauthenticatedConnection(problem));
        long begun = System.nanoTime();
        var pause = renewal.nextPause();
        while (!wake.pause(options.tick(), heard)) {
            if (renewal.hasChanged()) {
                unattended = false;
                return;
            }
            if (pause.isPresent() && System.nanoTime() - begun >= pause.get().toNanos()) {
                unattended = true;
                return;
            }
        }
    }

    /** Follows the cluster until that fails or is no longer wanted. */
    private void followCluster() throws InterruptedException {
        var open = Objects.requireNonNull(connection);
        var followers = options.createFollowers(open, store::accept, wake, snapshots().get());
        try {
            followers.start();
            // A server that does not answer may not be the one any more that the kubeconfig names.
            new ClusterConnectionProber(open).keepProbing(() -> !anew && followers.signInProblem().isEmpty()
                    && (snapshots().get().connection() instanceof SessionConnectionStatus.LiveConnection
                            || !renewal.isRedefined()),
                    options, wake, snapshots(), store::accept);
        } finally {
            anew = false;
            followers.stop();
        }
        var expired = followers.signInProblem();
        if (expired.isPresent()) {
            awaitLogin(expired.get(), wake.ringCount());
        }
    }

    private void setState(SessionConnectionStatus state) throws InterruptedException {
        store.accept(new WatchChange.SessionConnectionStatusChange(state, now()));
    }

    private void disconnect() {
        var open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }

    private Instant now() {
        return options.sharedServices().clock().instant();
    }
}
