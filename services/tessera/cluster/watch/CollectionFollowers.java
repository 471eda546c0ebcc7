package tessera.cluster.watch;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tessera.cluster.decode.InternPool;
import tessera.cluster.fleet.WatchChange;
import tessera.cluster.fleet.WatchedCollection;
import tessera.cluster.http.ApiTransport;
import tessera.flow.WakeSignal;
import tessera.model.PodScope;
import tessera.model.Problem;

/**
 * All the collections that a session follows, each on a virtual thread of its own. Where the pods of the whole cluster
 * may not be read, those of the namespaces that may be are followed instead, until the whole cluster may be read again.
 */
public final class CollectionFollowers implements WatchDependencies.Overseer {

    private final WatchDependencies with;
    private final PermittedNamespaces permissions;
    private final InternPool shared = new InternPool();
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Follower> followers = new ArrayList<>();
    private final ForbiddenCollections closed;
    private final Set<WatchedCollection> held;
    private final Set<String> namespaces = new LinkedHashSet<>();
    private @Nullable Problem scopeProblem;
    private boolean stopped;
    private volatile @Nullable Problem unauthenticated;

    private record Follower(WatchedCollection source, Thread thread) {}

    /**
     * What following is done with.
     *
     * @param wake rings when the user wants no more waiting; rung here when nothing can go on
     * @param held what is known from an earlier connection
     */
    public record FollowerMeans(WatchDependencies.ChangeSink sink, RetryPolicy rhythm, Clock clock,
            RandomGenerator random, WakeSignal wake,
            Set<WatchedCollection> held) {

        public FollowerMeans {
            held = Set.copyOf(held);
        }
    }

    public CollectionFollowers(ApiTransport wire, FollowerMeans means, PermittedNamespaces permissions) {
        this.permissions = permissions;
        held = means.held();
        with = new WatchDependencies(wire, means.sink(), means.rhythm(), means.clock(), means.random(), means.wake(),
                this);
        closed = new ForbiddenCollections(with, this::opened);
    }

    /** Begins with the nodes and the pods of the whole cluster. */
    public void start() throws InterruptedException {
        tellAll();
        with.sink().accept(new WatchChange.SessionFollows(with.clock().instant()));
        start(WatchSubject.nodes(shared), held.contains(WatchedCollection.NODES));
        start(WatchSubject.pods(WatchedCollection.PODS, shared), held.contains(WatchedCollection.PODS));
        begin(WatchedCollection.PODS, "closed doors", closed);
        begin(WatchedCollection.DEVICES.getFirst(), "device API",
                new DeviceFollowers(with, (source, path) -> start(WatchSubject.devices(source, path, shared),
                        held.contains(source))));
    }

    /** Ends all threads and waits for them; also when this one was interrupted, which is not forgotten then. */
    public void stop() throws InterruptedException {
        boolean interrupted = Thread.interrupted();
        List<Thread> ending;
        lock.lock();
        try {
            stopped = true;
            ending = followers.stream().map(Follower::thread).toList();
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

    /** Why nothing can go on before the user has signed in; empty while everything can. */
    public Optional<Problem> unauthenticated() {
        return Optional.ofNullable(unauthenticated);
    }

    @Override
    public void unauthenticated(Problem why) {
        unauthenticated = why;
        with.wake().ring();
    }

    @Override
    public boolean denied(WatchedCollection source, Problem why, boolean known) throws InterruptedException {
        if (source.kind() != WatchedCollection.CollectionKind.PODS) {
            return true;
        }
        return source.namespace().isEmpty() ? !narrow(why, known) : leave(source.namespace());
    }

    /**
     * Follows permitted namespaces instead of the whole cluster. Returns whether there are any; where there are none,
     * what is known of the whole cluster is still worth more than nothing.
     */
    private boolean narrow(Problem why, boolean known) throws InterruptedException {
        var found = permissions.find();
        if (known && found.namespaces().isEmpty()) {
            return false;
        }
        var told = found.limits().isEmpty() ? why : why.withDetail(why.detail() + "\n" + found.limits());
        lock.lock();
        try {
            scopeProblem = told;
            namespaces.clear();
            namespaces.addAll(found.namespaces());
            tellScope(told);
        } finally {
            lock.unlock();
        }
        found.namespaces().forEach(this::follow);
        if (!found.namespaces().isEmpty()) {
            closed.add(WatchedCollection.PODS);
        }
        return !found.namespaces().isEmpty();
    }

    private void follow(String namespace) {
        start(WatchSubject.pods(WatchedCollection.podsOf(namespace), shared), false);
    }

    /** A collection that was closed may be read again. */
    private void opened(WatchedCollection source) throws InterruptedException {
        lock.lock();
        try {
            var told = scopeProblem;
            if (told == null) {
                return;
            }
            if (source.namespace().isEmpty()) {
                widen();
            } else {
                namespaces.add(source.namespace());
                tellScope(told);
                follow(source.namespace());
            }
        } finally {
            lock.unlock();
        }
    }

    private void widen() throws InterruptedException {
        scopeProblem = null;
        namespaces.clear();
        closed.clear();
        followers.stream().filter(follower -> !follower.source().namespace().isEmpty())
                .forEach(follower -> {
                    follower.thread().interrupt();
                    with.wire().unread().forget(WatchSubject.unreadPods(follower.source().namespace()));
                });
        tellAll();
        start(WatchSubject.pods(WatchedCollection.PODS, shared), false);
    }

    private void tellAll() throws InterruptedException {
        var sources = new ArrayList<>(List.of(WatchedCollection.NODES, WatchedCollection.PODS));
        sources.addAll(WatchedCollection.DEVICES);
        with.sink().accept(new WatchChange.NamespacesScoped(new PodScope.All(), List.copyOf(sources)));
    }

    /** A namespace turns out to be closed. Returns whether to keep trying: the last one is not given up. */
    private boolean leave(String namespace) throws InterruptedException {
        lock.lock();
        try {
            var told = scopeProblem;
            if (namespaces.size() <= 1 || told == null) {
                return true;
            }
            namespaces.remove(namespace);
            with.wire().unread().forget(WatchSubject.unreadPods(namespace));
            tellScope(told);
            closed.add(WatchedCollection.podsOf(namespace));
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void tellScope(Problem why) throws InterruptedException {
        var sources = new ArrayList<WatchedCollection>();
        sources.add(WatchedCollection.NODES);
        sources.addAll(WatchedCollection.DEVICES);
        namespaces.forEach(namespace -> sources.add(WatchedCollection.podsOf(namespace)));
        if (namespaces.isEmpty()) {
            sources.add(WatchedCollection.PODS);
        }
        with.sink().accept(
                new WatchChange.NamespacesScoped(new PodScope.NamespacedScope(List.copyOf(namespaces), why), sources));
    }

    private <T> void start(WatchSubject<T> subject, boolean known) {
        begin(subject.source(), subject.words(), new CollectionWatch<>(subject, with, known));
    }

    private void begin(WatchedCollection source, String name, Runnable work) {
        lock.lock();
        try {
            if (!stopped) {
                followers.add(new Follower(source, Thread.ofVirtual().name(name).start(work)));
            }
        } finally {
            lock.unlock();
        }
    }
}
