package tessera.demo.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreWatch.StoreWatchSignal;

/**
 * All objects of the simulated cluster under one version counter, as etcd keeps them. It knows no rules: they are
 * {@link tessera.demo.store.objects.SimulatedApiStorage}'s. Any thread; writes happen one after the other.
 */
public final class SimulatedEtcdStore implements AutoCloseable {

    /**
     * The memory bounds of the store.
     *
     * @param historySize changes kept of each resource: older watches and pages are gone
     * @param queueSize     changes that may wait for a watcher
     */
    public record StoreMemoryLimits(int historySize, int queueSize) {
        public static final StoreMemoryLimits USUAL = new StoreMemoryLimits(1000, 5000);
    }

    private final StoreMemoryLimits storeMemoryLimits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition advanced = lock.newCondition();
    private final Map<String, SimulatedResourceObjectStore> shelves = new TreeMap<>();
    private final Map<String, String> shared = SimulatedSelectableFieldReader.sharedStrings();
    private long version = 1;
    private long forgotten = 1;

    public SimulatedEtcdStore(StoreMemoryLimits storeMemoryLimits) {
        this.storeMemoryLimits = storeMemoryLimits;
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
    public long countWrites(SimulatedResourceType type) {
        return withLock(() -> tableOf(type).writes);
    }

    public @Nullable SimulatedStoredObject get(SimulatedResourceType type, String namespace, String name) {
        return withLock(() -> tableOf(type).objects.get(SimulatedStoredObject.storeKey(namespace, name)));
    }

    /**
     * A consistent part of a resource's objects, in the order of their names.
     *
     * @param objects from the place asked for, to the end
     * @param version that they are the state of
     */
    public record ConsistentListPage(List<SimulatedStoredObject> objects, long version) {}

    /** Thrown when a version is requested whose history is forgotten. */
    public static final class ExpiredResourceVersionException extends Exception {

        @java.io.Serial
        private static final long serialVersionUID = 1;

        ExpiredResourceVersionException(long version, long oldest) {
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
    public ConsistentListPage list(SimulatedResourceType type, String namespace) {
        return withLock(() -> listExtent(type, namespace, "", -1));
    }

    /**
     * Lists the objects as of a version.
     *
     * @param start   the first key wanted, without the namespace if one is given
     * @param version the state wanted
     */
    public ConsistentListPage list(SimulatedResourceType type, String namespace, String start, long version)
            throws ExpiredResourceVersionException {
        lock.lock();
        try {
            if (version >= 0 && version < tableOf(type).forgotten) {
                throw new ExpiredResourceVersionException(version, tableOf(type).forgotten);
            }
            return listExtent(type, namespace, start, version);
        } finally {
            lock.unlock();
        }
    }

    /** The existing objects and a watch that continues from them. */
    public record InitialListAndWatch(ConsistentListPage existing, SimulatedStoreWatch watch) {}

    public InitialListAndWatch watch(SimulatedResourceType type, String namespace) {
        return watch(type, namespace, storeMemoryLimits.queueSize());
    }

    /**
     * Starts a watch with the given queue bound.
     *
     * @param queued changes that may wait before the watch expires
     */
    public InitialListAndWatch watch(SimulatedResourceType type, String namespace, int queued) {
        return withLock(
                () -> new InitialListAndWatch(listExtent(type, namespace, "", -1), registerWatch(type, queued)));
    }

    /** Starts a watch of the changes after a version; it expires at once if that is too long ago. */
    public SimulatedStoreWatch watch(SimulatedResourceType type, long after) {
        return withLock(() -> {
            var watch = registerWatch(type, storeMemoryLimits.queueSize());
            var store = tableOf(type);
            store.changesSince(after).forEach(watch::replay);
            if (after < store.forgotten) {
                watch.end(new StoreWatchSignal.WatchExpiry(
                        ExpiredResourceVersionException.messageText(after, store.forgotten)));
            }
            return watch;
        });
    }

    /** A transaction that reads and writes while nobody else writes. */
    @FunctionalInterface
    public interface TransactionFunction<T> {
        T execute(SimulatedStoreTransaction writer) throws SimulatedApiException;
    }

    /** Runs one write transaction after the other. What it has written stays written if it fails later. */
    public <T> T write(TransactionFunction<T> writing) throws SimulatedApiException {
        lock.lock();
        try {
            return writing.execute(new SimulatedStoreTransaction(this));
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the history now: watches and pages that begin earlier than this moment expire. */
    public void compactHistory() {
        withLock(() -> {
            forgotten = version;
            for (var store : shelves.values()) {
                store.forgetBefore(version);
            }
            return version;
        });
    }

    /** Drops all of a resource that is served no longer, its watches too. */
    public void dropResource(SimulatedResourceType type) {
        var store = withLock(() -> shelves.remove(type.tableKey()));
        if (store != null) {
            store.watches.forEach(SimulatedStoreWatch::close);
        }
    }

    /** Ends all watches. */
    @Override
    public void close() {
        withLock(() -> List.copyOf(shelves.values()))
                .forEach(store -> store.watches.forEach(SimulatedStoreWatch::close));
    }

    SimulatedStoredObject commitChange(SimulatedResourceType type, SimulatedStoredObjectChange.WatchEventType kind,
            ObjectNode object, @Nullable SimulatedStoredObject before) {
        var store = tableOf(type);
        version++;
        SimulatedStoreJsonCodec.childObject(object, "metadata").put("resourceVersion", Long.toString(version));
        var stored = new SimulatedStoredObject(object, version, store.index);
        store.applyChange(new SimulatedStoredObjectChange(kind, stored, before));
        advanced.signalAll();
        return stored;
    }

    void loadObject(SimulatedResourceType type, ObjectNode object, long itsVersion) {
        var store = tableOf(type);
        store.loadObject(new SimulatedStoredObject(object, itsVersion, store.index));
        version = Math.max(version, itsVersion);
    }

    void advanceVersion(long to) {
        version = Math.max(version, to);
    }

    private ConsistentListPage listExtent(SimulatedResourceType type, String namespace, String start, long at) {
        return new ConsistentListPage(tableOf(type).listFrom(namespace, start, at), at < 0 ? version : at);
    }

    private SimulatedStoreWatch registerWatch(SimulatedResourceType type, int queued) {
        var store = tableOf(type);
        Consumer<SimulatedStoreWatch> leave = store.watches::remove;
        var watch = new SimulatedStoreWatch(queued, leave);
        store.watches.add(watch);
        return watch;
    }

    private SimulatedResourceObjectStore tableOf(SimulatedResourceType type) {
        return shelves.computeIfAbsent(type.tableKey(),
                _ -> new SimulatedResourceObjectStore(
                        new SimulatedSelectableFieldReader(type.traits().fields(), shared),
                        storeMemoryLimits.historySize(), forgotten));
    }

    private <T extends @Nullable Object> T withLock(Supplier<T> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }

    /** The objects of one resource, their recent history and their watches. Guarded by the store's lock. */
    private static final class SimulatedResourceObjectStore {

        private final SimulatedSelectableFieldReader index;
        private final int historyLimit;
        private final NavigableMap<String, SimulatedStoredObject> objects = new TreeMap<>();
        private final ArrayDeque<SimulatedStoredObjectChange> history = new ArrayDeque<>();
        private final List<SimulatedStoreWatch> watches = new CopyOnWriteArrayList<>();
        /** The version before which nothing is known any more. */
        private long forgotten;
        private long writes;

        /** @param historyLimit how many changes are kept */
        SimulatedResourceObjectStore(SimulatedSelectableFieldReader index, int historyLimit, long born) {
            this.index = index;
            this.historyLimit = historyLimit;
            this.forgotten = born;
        }

        void applyChange(SimulatedStoredObjectChange change) {
            var key = change.object().storeKey();
            if (change.kind() == SimulatedStoredObjectChange.WatchEventType.DELETED) {
                objects.remove(key);
            } else {
                objects.put(key, change.object());
            }
            writes++;
            history.add(change);
            if (history.size() > historyLimit) {
                forgotten = history.remove().resourceVersion();
            }
            watches.forEach(watch -> watch.offer(change));
        }

        void loadObject(SimulatedStoredObject object) {
            objects.put(object.storeKey(), object);
            writes++;
        }

        void forgetBefore(long version) {
            history.clear();
            forgotten = version;
        }

        List<SimulatedStoredObjectChange> changesSince(long version) {
            return history.stream().filter(change -> change.resourceVersion() > version).toList();
        }

        /** Returns the objects of a namespace, or of all, from a key on; as of a version if one is given. */
        List<SimulatedStoredObject> listFrom(String namespace, String start, long version) {
            var first = namespace.isEmpty() ? start : namespace + "/" + start;
            var range = namespace.isEmpty() ? objects.tailMap(first, true)
                    : objects.subMap(first, true, namespace + "0", false);
            if (version < 0 || history.isEmpty() || history.getLast().resourceVersion() <= version) {
                return new ArrayList<>(range.values());
            }
            var then = new TreeMap<>(range);
            statesAt(version).forEach((key, object) -> {
                boolean within = key.compareTo(first) >= 0 && (namespace.isEmpty() || key.startsWith(namespace + "/"));
                if (object == null) {
                    then.remove(key);
                } else if (within) {
                    then.put(key, object);
                }
            });
            return new ArrayList<>(then.values());
        }

        /** Returns for each key changed after a version its object at that version; null if there was none. */
        private Map<String, @Nullable SimulatedStoredObject> statesAt(long version) {
            var before = new HashMap<String, @Nullable SimulatedStoredObject>();
            for (var changes = history.descendingIterator(); changes.hasNext();) {
                var change = changes.next();
                if (change.resourceVersion() <= version) {
                    break;
                }
                before.put(change.object().storeKey(), change.before());
            }
            return before;
        }
    }

    /** The reads and writes of one moment; only valid within {@link SimulatedEtcdStore#write}. Trees given to it are taken over. */
    public static final class SimulatedStoreTransaction {

        private final SimulatedEtcdStore store;

        SimulatedStoreTransaction(SimulatedEtcdStore store) {
            this.store = store;
        }

        public @Nullable SimulatedStoredObject get(SimulatedResourceType type, String namespace, String name) {
            return store.get(type, namespace, name);
        }

        public List<SimulatedStoredObject> list(SimulatedResourceType type, String namespace) {
            return store.list(type, namespace).objects();
        }

        /** Stores a new state in place of the previous one, if any. Namespace and name are read from its metadata. */
        public SimulatedStoredObject put(SimulatedResourceType type, ObjectNode object,
                @Nullable SimulatedStoredObject before) {
            return store.commitChange(type, before == null ? SimulatedStoredObjectChange.WatchEventType.ADDED
                    : SimulatedStoredObjectChange.WatchEventType.MODIFIED, type.toStored(object), before);
        }

        /** Removes an object; its last state gets the version of this moment. */
        public SimulatedStoredObject remove(SimulatedResourceType type, SimulatedStoredObject object) {
            return store.commitChange(type, SimulatedStoredObjectChange.WatchEventType.DELETED, object.toTree(),
                    object);
        }

        /** Loads an object as if it had long existed: with its own version, and without notifying watches. For seeding. */
        public void load(SimulatedResourceType type, ObjectNode object) {
            var metadata = SimulatedStoreJsonCodec.childObject(object, "metadata");
            long version = metadata.path("resourceVersion").asLong(0);
            if (version <= 0) {
                version = store.currentVersion() + 1;
                metadata.put("resourceVersion", Long.toString(version));
            }
            store.loadObject(type, object, version);
        }

        /** Moves the version counter on. For seeding. */
        public void advanceVersion(long version) {
            store.advanceVersion(version);
        }
    }
}
