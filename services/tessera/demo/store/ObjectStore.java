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
 * All objects of the simulated cluster under one version counter, as etcd keeps them. It knows no rules: they are
 * {@link tessera.demo.store.objects.StoredObjects}'s. Any thread; writes happen one after the other.
 */
public final class ObjectStore implements AutoCloseable {

    /**
     * The memory bounds of the store.
     *
     * @param historySize changes kept of each resource: older watches and pages are gone
     * @param queueSize     changes that may wait for a watcher
     */
    public record Limits(int historySize, int queueSize) {
        public static final Limits USUAL = new Limits(1000, 5000);
    }

    private final Limits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition advanced = lock.newCondition();
    private final Map<String, ResourceTable> shelves = new TreeMap<>();
    private final Map<String, String> shared = SelectorIndex.sharedStrings();
    private long version = 1;
    private long forgotten = 1;

    public ObjectStore(Limits limits) {
        this.limits = limits;
    }

    /** Returns the version of the last change of any object. */
    public long currentVersion() {
        return withLock(() -> version);
    }

    /** Waits until a version is reached; false if that takes longer than the patience. */
    public boolean awaitVersion(long wanted, Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long nanos = timeout.toNanos();
            while (version < wanted && nanos > 0) {
                nanos = advanced.awaitNanos(nanos);
            }
            return version >= wanted;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how often a resource's objects were written: another number, another state. */
    public long countWrites(ResourceType type) {
        return withLock(() -> tableOf(type).countWrites());
    }

    public @Nullable StoredObject get(ResourceType type, String namespace, String name) {
        return withLock(() -> tableOf(type).get(StoredObject.storeKey(namespace, name)));
    }

    /**
     * A consistent part of a resource's objects, in the order of their names.
     *
     * @param objects from the place asked for, to the end
     * @param version that they are the state of
     * @param total   how many objects the resource has in all namespaces
     */
    public record ListExtent(List<StoredObject> objects, long version, int total) {}

    /** Thrown when a version is requested whose history is forgotten. */
    public static final class ExpiredVersionException extends Exception {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        ExpiredVersionException(long version, long oldest) {
            super(messageText(version, oldest));
        }

        static String messageText(long version, long oldest) {
            return "too old resource version: %d (%d)".formatted(version, oldest);
        }
    }

    /**
     * Lists the objects in their current state.
     *
     * @param namespace empty for all
     */
    public ListExtent list(ResourceType type, String namespace) {
        return withLock(() -> listExtent(type, namespace, "", -1));
    }

    /**
     * Lists the objects as of a version.
     *
     * @param start   the first key wanted, without the namespace if one is given
     * @param version the state wanted
     */
    public ListExtent list(ResourceType type, String namespace, String start, long version)
            throws ExpiredVersionException {
        lock.lock();
        try {
            if (version >= 0 && version < tableOf(type).oldestVersion()) {
                throw new ExpiredVersionException(version, tableOf(type).oldestVersion());
            }
            return listExtent(type, namespace, start, version);
        } finally {
            lock.unlock();
        }
    }

    /** The existing objects and a watch that continues from them. */
    public record WatchStart(ListExtent existing, StoreWatch watch) {}

    public WatchStart watch(ResourceType type, String namespace) {
        return watch(type, namespace, limits.queueSize());
    }

    /**
     * Starts a watch with the given queue bound.
     *
     * @param queued changes that may wait before the watch expires
     */
    public WatchStart watch(ResourceType type, String namespace, int queued) {
        return withLock(() -> new WatchStart(listExtent(type, namespace, "", -1), registerWatch(type, queued)));
    }

    /** Starts a watch of the changes after a version; it expires at once if that is too long ago. */
    public StoreWatch watch(ResourceType type, long after) {
        return withLock(() -> {
            var watch = registerWatch(type, limits.queueSize());
            var shelf = tableOf(type);
            if (after < shelf.oldestVersion()) {
                watch.end(new WatchSignal.WatchExpired(
                        ExpiredVersionException.messageText(after, shelf.oldestVersion())));
            }
            shelf.changesSince(after).forEach(watch::replay);
            return watch;
        });
    }

    /** A transaction that reads and writes while nobody else writes. */
    @FunctionalInterface
    public interface StoreTransaction<T> {
        T execute(StoreWriter writer) throws ApiError;
    }

    /** Runs one write transaction after the other. What it has written stays written if it fails later. */
    public <T> T write(StoreTransaction<T> writing) throws ApiError {
        lock.lock();
        try {
            return writing.execute(new StoreWriter(this));
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the history now: watches and pages that begin earlier than this moment expire. */
    public void compactHistory() {
        withLock(() -> {
            forgotten = version;
            shelves.values().forEach(shelf -> shelf.forgetBefore(version));
            return version;
        });
    }

    /** Drops all of a resource that is served no longer, its watches too. */
    public void dropResource(ResourceType type) {
        var gone = withLock(() -> shelves.remove(type.tableKey()));
        if (gone != null) {
            gone.watches().forEach(StoreWatch::close);
        }
    }

    /** Ends all watches. */
    @Override
    public void close() {
        withLock(() -> List.copyOf(shelves.values())).forEach(shelf -> shelf.watches().forEach(StoreWatch::close));
    }

    StoredObject commitChange(ResourceType type, StoreChange.ChangeKind kind, ObjectNode object,
            @Nullable StoredObject before) {
        var shelf = tableOf(type);
        version++;
        StoreJson.childObject(object, "metadata").put("resourceVersion", Long.toString(version));
        var stored = new StoredObject(object, version, shelf.selectorIndex());
        shelf.applyChange(new StoreChange(kind, stored, before));
        advanced.signalAll();
        return stored;
    }

    void loadObject(ResourceType type, ObjectNode object, long itsVersion) {
        var shelf = tableOf(type);
        shelf.loadObject(new StoredObject(object, itsVersion, shelf.selectorIndex()));
        version = Math.max(version, itsVersion);
    }

    void advanceVersion(long to) {
        version = Math.max(version, to);
    }

    private ListExtent listExtent(ResourceType type, String namespace, String start, long at) {
        var shelf = tableOf(type);
        return new ListExtent(shelf.listFrom(namespace, start, at), at < 0 ? version : at, shelf.size());
    }

    private StoreWatch registerWatch(ResourceType type, int queued) {
        var shelf = tableOf(type);
        Consumer<StoreWatch> leave = shelf.watches()::remove;
        var watch = new StoreWatch(queued, leave);
        shelf.watches().add(watch);
        return watch;
    }

    private ResourceTable tableOf(ResourceType type) {
        return shelves.computeIfAbsent(type.tableKey(),
                _ -> new ResourceTable(new SelectorIndex(type.traits().fields(), shared), limits.historySize(),
                        forgotten));
    }

    private <T extends @Nullable Object> T withLock(java.util.function.Supplier<T> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }
}
