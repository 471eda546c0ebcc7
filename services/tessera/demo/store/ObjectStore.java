package tessera.demo.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;

/**
 * All objects of the simulated cluster under one counter of versions, as an etcd keeps them. It knows no rules: they are
 * {@link tessera.demo.store.objects.StoredObjects}'s. Any thread; writes happen one after the other.
 */
public final class ObjectStore implements AutoCloseable {

    /**
     * Bounds of memory.
     *
     * @param remembered changes kept of each resource: older watches and pages are gone
     * @param queued     changes that may wait for a watcher
     */
    public record Limits(int remembered, int queued) {
        public static final Limits USUAL = new Limits(1000, 5000);
    }

    private final Limits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition advanced = lock.newCondition();
    private final Map<String, ResourceTable> shelves = new TreeMap<>();
    private final Map<String, String> shared = SelectorIndex.sharing();
    private long version = 1;
    private long forgotten = 1;

    public ObjectStore(Limits limits) {
        this.limits = limits;
    }

    /** The version of the last change of anything. */
    public long version() {
        return locked(() -> version);
    }

    /** Waits until a version is reached; false if that takes too long. */
    public boolean await(long wanted, Duration patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = patience.toNanos();
            while (version < wanted && nanos > 0) {
                nanos = advanced.awaitNanos(nanos);
            }
            return version >= wanted;
        } finally {
            lock.unlock();
        }
    }

    /** How often a resource's objects were written: another number, another state. */
    public long writes(ResourceType type) {
        return locked(() -> shelf(type).writes());
    }

    public @Nullable StoredObject get(ResourceType type, String namespace, String name) {
        return locked(() -> shelf(type).get(StoredObject.key(namespace, name)));
    }

    /**
     * A consistent part of a resource's objects, in the order of their names.
     *
     * @param objects from the place asked for, to the end
     * @param version that they are the state of
     * @param total   how many objects the resource has in all namespaces
     */
    public record ListExtent(List<StoredObject> objects, long version, int total) {}

    /** A version whose past is forgotten was asked for. */
    public static final class TooOld extends Exception {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        TooOld(long version, long oldest) {
            super(text(version, oldest));
        }

        static String text(long version, long oldest) {
            return "too old resource version: %d (%d)".formatted(version, oldest);
        }
    }

    /**
     * The objects as they are.
     *
     * @param namespace empty for all
     */
    public ListExtent list(ResourceType type, String namespace) {
        return locked(() -> extent(type, namespace, "", -1));
    }

    /**
     * The objects as they were.
     *
     * @param start   the first key wanted, without the namespace if one is given
     * @param version the state wanted
     */
    public ListExtent list(ResourceType type, String namespace, String start, long version) throws TooOld {
        lock.lock();
        try {
            if (version >= 0 && version < shelf(type).forgotten()) {
                throw new TooOld(version, shelf(type).forgotten());
            }
            return extent(type, namespace, start, version);
        } finally {
            lock.unlock();
        }
    }

    /** A watch that begins with what exists, and what exists. */
    public record Start(ListExtent existing, StoreWatch watch) {}

    public Start watch(ResourceType type, String namespace) {
        return watch(type, namespace, limits.queued());
    }

    /**
     * Watches with a bound of one's own.
     *
     * @param queued changes that may wait before the watch expires
     */
    public Start watch(ResourceType type, String namespace, int queued) {
        return locked(() -> new Start(extent(type, namespace, "", -1), register(type, queued)));
    }

    /** A watch of what happens after a version; it expires at once if that is too long ago. */
    public StoreWatch watch(ResourceType type, long after) {
        return locked(() -> {
            var watch = register(type, limits.queued());
            var shelf = shelf(type);
            if (after < shelf.forgotten()) {
                watch.end(new WatchSignal.WatchExpired(TooOld.text(after, shelf.forgotten())));
            }
            shelf.since(after).forEach(watch::replay);
            return watch;
        });
    }

    /** Something that reads and writes while nobody else writes. */
    @FunctionalInterface
    public interface StoreTransaction<T> {
        T with(StoreWriter writer) throws ApiError;
    }

    /** Runs one write after the other. What it has written stays written if it fails later. */
    public <T> T write(StoreTransaction<T> writing) throws ApiError {
        lock.lock();
        try {
            return writing.with(new StoreWriter(this));
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the past now: watches and pages that begin earlier than this moment are gone. */
    public void compact() {
        locked(() -> {
            forgotten = version;
            shelves.values().forEach(shelf -> shelf.forget(version));
            return version;
        });
    }

    /** Drops whatever a resource had, its watches too: it is not served any more. */
    public void drop(ResourceType type) {
        var gone = locked(() -> shelves.remove(type.shelf()));
        if (gone != null) {
            gone.watches().forEach(StoreWatch::close);
        }
    }

    /** Ends all watches. */
    @Override
    public void close() {
        locked(() -> List.copyOf(shelves.values())).forEach(shelf -> shelf.watches().forEach(StoreWatch::close));
    }

    StoredObject commit(ResourceType type, StoreChange.ChangeKind kind, ObjectNode object,
            @Nullable StoredObject before) {
        var shelf = shelf(type);
        version++;
        StoreJson.child(object, "metadata").put("resourceVersion", Long.toString(version));
        var stored = new StoredObject(object, version, shelf.index());
        shelf.apply(new StoreChange(kind, stored, before));
        advanced.signalAll();
        return stored;
    }

    void load(ResourceType type, ObjectNode object, long itsVersion) {
        var shelf = shelf(type);
        shelf.load(new StoredObject(object, itsVersion, shelf.index()));
        version = Math.max(version, itsVersion);
    }

    void advance(long to) {
        version = Math.max(version, to);
    }

    private ListExtent extent(ResourceType type, String namespace, String start, long at) {
        var shelf = shelf(type);
        return new ListExtent(shelf.from(namespace, start, at), at < 0 ? version : at, shelf.size());
    }

    private StoreWatch register(ResourceType type, int queued) {
        var shelf = shelf(type);
        Consumer<StoreWatch> leave = shelf.watches()::remove;
        var watch = new StoreWatch(queued, leave);
        shelf.watches().add(watch);
        return watch;
    }

    private ResourceTable shelf(ResourceType type) {
        return shelves.computeIfAbsent(type.shelf(),
                _ -> new ResourceTable(new SelectorIndex(type.traits().fields(), shared), limits.remembered(),
                        forgotten));
    }

    private <T extends @Nullable Object> T locked(java.util.function.Supplier<T> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }
}
