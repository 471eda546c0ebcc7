package tessera.cluster.watch;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.InternPool;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.http.ApiTransport;
import tessera.flow.ThreadWakeSignal;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.model.VisiblePodScope;
import tessera.text.OptionalText;

/**
 * The watches of all collections of a session, each on a virtual thread. Where the pods of the whole cluster
 * may not be read, those of the namespaces that may be are followed instead, until the whole cluster may be read again.
 */
public final class CollectionWatchThreads implements WatchSharedDependencies.SessionFailurePolicy {

    private final WatchSharedDependencies sharedServices;
    private final ReadablePodNamespaceFinder permissions;
    private final InternPool shared = new InternPool();
    private final ReentrantLock lock = new ReentrantLock();
    private final List<CollectionWatchThread> followers = new ArrayList<>();
    private final ForbiddenPodCollectionRetrier closed;
    private final Set<WatchedCollection> syncedCollections;
    private final Set<String> namespaces = new LinkedHashSet<>();
    private @Nullable Problem scopeProblem;
    private boolean stopped;
    private volatile @Nullable Problem unauthenticated;

    private record CollectionWatchThread(WatchedCollection source, Thread thread) {}

    /**
     * The collaborators and the known collections that the watches start with.
     *
     * @param wakeSignal rings when the user wants no more waiting; rung here when nothing can go on
     * @param knownCollections what is known from an earlier connection
     */
    public record WatchStartContext(WatchSharedDependencies.WatchChangeConsumer sink, WatchRequestTimings retryPolicy,
            Clock clock, RandomGenerator random, ThreadWakeSignal wakeSignal, Set<WatchedCollection> knownCollections) {

        public WatchStartContext {
            knownCollections = Set.copyOf(knownCollections);
        }
    }

    public CollectionWatchThreads(ApiTransport transport, WatchStartContext means,
            ReadablePodNamespaceFinder permissions) {
        this.permissions = permissions;
        syncedCollections = means.knownCollections();
        sharedServices = new WatchSharedDependencies(transport, means.sink(), means.retryPolicy(), means.clock(),
                means.random(), means.wakeSignal(), this);
        closed = new ForbiddenPodCollectionRetrier(sharedServices, this::reopen);
    }

    /** Starts with the nodes and the pods of the whole cluster. */
    public void start() throws InterruptedException {
        publishClusterScope();
        sharedServices.sink().accept(new WatchChange.SessionStatusOverrideEnd(sharedServices.clock().instant()));
        startWatch(WatchableCollection.nodes(shared), syncedCollections.contains(WatchedCollection.NODES));
        startWatch(WatchableCollection.pods(WatchedCollection.PODS, shared),
                syncedCollections.contains(WatchedCollection.PODS));
        startThread(WatchedCollection.PODS, "forbidden pods", closed);
        startThread(WatchedCollection.DEVICES.getFirst(), "device API",
                new DraWatchStarter(sharedServices,
                        (source, path) -> startWatch(WatchableCollection.devices(source, path, shared),
                                syncedCollections.contains(source))));
    }

    /** Stops all threads and waits for them, even when this thread was interrupted; that is rethrown afterwards. */
    public void stop() throws InterruptedException {
        boolean interrupted = Thread.interrupted();
        List<Thread> ending;
        lock.lock();
        try {
            stopped = true;
            ending = followers.stream().map(CollectionWatchThread::thread).toList();
        } finally {
            lock.unlock();
        }
        ending.forEach(Thread::interrupt);
        for (var thread : ending) {
            thread.join();
        }
        if (interrupted) {
            throw new InterruptedException();
        }
    }

    /** Returns the problem that only signing in solves; empty while requests are accepted. */
    public Optional<Problem> signInProblem() {
        return Optional.ofNullable(unauthenticated);
    }

    @Override
    public void onUnauthenticated(Problem problem) {
        unauthenticated = problem;
        sharedServices.wakeSignal().ring();
    }

    @Override
    public boolean onDenied(WatchedCollection source, Problem problem, boolean known) throws InterruptedException {
        if (source.kind() != WatchedCollection.CollectionKind.PODS) {
            return true;
        }
        return source.namespace().isEmpty() ? !narrowToNamespaces(problem, known) : leaveNamespace(source.namespace());
    }

    /**
     * Watches permitted namespaces instead of the whole cluster. Returns whether there are any; where there are none,
     * what is known of the whole cluster is still worth more than nothing.
     */
    private boolean narrowToNamespaces(Problem problem, boolean known) throws InterruptedException {
        var scope = permissions.findPermitted();
        if (known && scope.namespaces().isEmpty()) {
            return false;
        }
        var told = scope.limitsText().isEmpty() ? problem
                : problem.withDetail(problem.detail() + "\n" + scope.limitsText());
        lock.lock();
        try {
            scopeProblem = told;
            namespaces.clear();
            namespaces.addAll(scope.namespaces());
            publishScope(told);
        } finally {
            lock.unlock();
        }
        scope.namespaces().forEach(this::watchPods);
        if (!scope.namespaces().isEmpty()) {
            closed.add(WatchedCollection.PODS);
        }
        return !scope.namespaces().isEmpty();
    }

    private void watchPods(String namespace) {
        startWatch(WatchableCollection.pods(WatchedCollection.podsOf(namespace), shared), false);
    }

    /** Resumes a collection that may be read again. */
    private void reopen(WatchedCollection source) throws InterruptedException {
        lock.lock();
        try {
            var problem = scopeProblem;
            if (problem == null) {
                return;
            }
            if (source.namespace().isEmpty()) {
                widenToCluster();
            } else {
                namespaces.add(source.namespace());
                publishScope(problem);
                watchPods(source.namespace());
            }
        } finally {
            lock.unlock();
        }
    }

    private void widenToCluster() throws InterruptedException {
        scopeProblem = null;
        namespaces.clear();
        closed.clear();
        followers.stream().filter(collectionWatchThread -> !collectionWatchThread.source().namespace().isEmpty())
                .forEach(collectionWatchThread -> {
                    collectionWatchThread.thread().interrupt();
                    sharedServices.transport().unread()
                            .forget(WatchableCollection.unreadPods(collectionWatchThread.source().namespace()));
                });
        publishClusterScope();
        startWatch(WatchableCollection.pods(WatchedCollection.PODS, shared), false);
    }

    private void publishClusterScope() throws InterruptedException {
        var sources = new ArrayList<>(List.of(WatchedCollection.NODES, WatchedCollection.PODS));
        sources.addAll(WatchedCollection.DEVICES);
        sharedServices.sink()
                .accept(new WatchChange.NamespaceScopeChange(new VisiblePodScope.AllPods(), List.copyOf(sources)));
    }

    /** Stops watching a namespace that became forbidden. Returns whether to keep trying: the last one is not given up. */
    private boolean leaveNamespace(String namespace) throws InterruptedException {
        lock.lock();
        try {
            var problem = scopeProblem;
            if (namespaces.size() <= 1 || problem == null) {
                return true;
            }
            namespaces.remove(namespace);
            sharedServices.transport().unread().forget(WatchableCollection.unreadPods(namespace));
            publishScope(problem);
            closed.add(WatchedCollection.podsOf(namespace));
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void publishScope(Problem problem) throws InterruptedException {
        var sources = new ArrayList<WatchedCollection>();
        sources.add(WatchedCollection.NODES);
        sources.addAll(WatchedCollection.DEVICES);
        namespaces.forEach(namespace -> sources.add(WatchedCollection.podsOf(namespace)));
        if (namespaces.isEmpty()) {
            sources.add(WatchedCollection.PODS);
        }
        sharedServices.sink().accept(new WatchChange.NamespaceScopeChange(
                new VisiblePodScope.NamespacedScope(List.copyOf(namespaces), problem), sources));
    }

    private <T> void startWatch(WatchableCollection<T> subject, boolean known) {
        startThread(subject.source(), subject.label(), new CollectionListWatcher<>(subject, sharedServices, known));
    }

    private void startThread(WatchedCollection source, String name, Runnable work) {
        lock.lock();
        try {
            if (!stopped) {
                followers.add(new CollectionWatchThread(source, Thread.ofVirtual().name(name).start(work)));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starter of the dynamic resource allocation watches, once the server serves that API. Where it does not,
     * that is asked again from time to time: an upgrade may bring it.
     *
     * @param follow begins to follow a collection at a path
     */
    private record DraWatchStarter(WatchSharedDependencies dependencies,
            BiConsumer<WatchedCollection, String> follow) implements Runnable {

        private static final System.Logger LOG = System.getLogger(DraWatchStarter.class.getName());

        @Override
        public void run() {
            try {
                int failures = 0;
                while (true) {
                    long heard = dependencies.wakeSignal().ringCount();
                    try {
                        var api = ServedDraApi.discover(dependencies.transport());
                        applyDiscovery(api);
                        if (!api.version().isEmpty()) {
                            return;
                        }
                        failures = 0;
                        dependencies.wakeSignal().pause(dependencies.retryPolicy().recheck(), heard);
                    } catch (ProblemException problemException) {
                        publishFailure(problemException.problem(), ++failures, heard);
                    } catch (RuntimeException defect) {
                        LOG.log(System.Logger.Level.ERROR, "discovery failed", defect);
                        dependencies.wakeSignal().pause(
                                dependencies.retryPolicy().pauseBefore(++failures, dependencies.random()), heard);
                    }
                }
            } catch (InterruptedException _) {
                // The session ended.
            }
        }

        private void publishFailure(Problem problem, int failures, long heard) throws InterruptedException {
            var pause = dependencies.retryPolicy().pauseBefore(failures, dependencies.random());
            var now = dependencies.clock().instant();
            for (var source : WatchedCollection.DEVICES) {
                dependencies.sink()
                        .accept(new WatchChange.CollectionContactLoss(source, problem, now, failures, now.plus(pause)));
            }
            dependencies.wakeSignal().pause(pause, heard);
        }

        private void applyDiscovery(ServedDraApi api) throws InterruptedException {
            dependencies.sink().accept(new WatchChange.DraVersionChange(
                    OptionalText.prefixed("resource.k8s.io/", api.version()), api.server()));
            for (var source : WatchedCollection.DEVICES) {
                if (api.serves(source.kind())) {
                    follow.accept(source, api.collectionPath(source.kind()));
                } else {
                    dependencies.sink()
                            .accept(new WatchChange.CollectionAccessDenial(source,
                                    Problem.of(Problem.OperationProblemKind.NOT_FOUND,
                                            new CollectionWatchReason.CollectionNotServed(
                                                    WatchableCollection.collectionLabel(source.kind())))));
                }
            }
        }
    }
}
