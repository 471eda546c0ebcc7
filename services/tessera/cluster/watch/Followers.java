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
import tessera.cluster.decode.Shared;
import tessera.cluster.fleet.Change;
import tessera.cluster.fleet.Source;
import tessera.cluster.wire.Wire;
import tessera.flow.Wake;
import tessera.model.PodScope;
import tessera.model.Problem;

/**
 * All the collections that a session follows, each on a virtual thread of its own. Where the pods of the whole cluster
 * may not be read, those of the namespaces that may be are followed instead.
 */
public final class Followers implements Following.Overseer {

    private final Following with;
    private final PermittedNamespaces permissions;
    private final Shared shared = new Shared();
    private final ReentrantLock lock = new ReentrantLock();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> namespaces = new LinkedHashSet<>();
    private @Nullable Problem scopeProblem;
    private boolean stopped;
    private volatile @Nullable Problem unauthenticated;

    /**
     * What following is done with.
     *
     * @param wake rings when the user wants no more waiting; rung here when nothing can go on
     */
    public record Means(Following.Sink sink, Rhythm rhythm, Clock clock, RandomGenerator random, Wake wake) {}

    public Followers(Wire wire, Means means, PermittedNamespaces permissions) {
        this.permissions = permissions;
        with = new Following(wire, means.sink(), means.rhythm(), means.clock(), means.random(), means.wake(), this);
    }

    /** Begins with the nodes and the pods of the whole cluster. */
    public void start() throws InterruptedException {
        with.sink().accept(new Change.Scoped(new PodScope.All(), List.of(Source.NODES, Source.PODS)));
        with.sink().accept(new Change.Following(with.clock().instant()));
        start(Subject.nodes(shared));
        start(Subject.pods(Source.PODS, shared));
    }

    /** Ends all threads and waits for them. */
    public void stop() throws InterruptedException {
        List<Thread> ending;
        lock.lock();
        try {
            stopped = true;
            ending = List.copyOf(threads);
        } finally {
            lock.unlock();
        }
        ending.forEach(Thread::interrupt);
        for (var thread : ending) {
            thread.join();
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
    public boolean denied(Source source, Problem why) throws InterruptedException {
        if (source.kind() == Source.Kind.NODES) {
            return true;
        }
        return source.namespace().isEmpty() ? !narrow(why) : leave(source.namespace());
    }

    /** Follows permitted namespaces instead of the whole cluster. Returns whether there are any. */
    private boolean narrow(Problem why) throws InterruptedException {
        var found = permissions.find();
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
        found.namespaces().forEach(namespace -> start(Subject.pods(Source.podsOf(namespace), shared)));
        return !found.namespaces().isEmpty();
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
            tellScope(told);
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void tellScope(Problem why) throws InterruptedException {
        var sources = new ArrayList<Source>();
        sources.add(Source.NODES);
        namespaces.forEach(namespace -> sources.add(Source.podsOf(namespace)));
        if (namespaces.isEmpty()) {
            sources.add(Source.PODS);
        }
        with.sink().accept(new Change.Scoped(new PodScope.Only(List.copyOf(namespaces), why), sources));
    }

    private <T> void start(Subject<T> subject) {
        lock.lock();
        try {
            if (!stopped) {
                var name = subject.words();
                threads.add(Thread.ofVirtual().name(name).start(new CollectionWatch<>(subject, with)));
            }
        } finally {
            lock.unlock();
        }
    }
}
