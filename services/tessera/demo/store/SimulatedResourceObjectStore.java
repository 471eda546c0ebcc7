package tessera.demo.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The objects of one resource, their recent history and their watches. Guarded by the store's lock. */
final class SimulatedResourceObjectStore {

    private final SimulatedSelectableFieldReader index;
    private final int historyLimit;
    private final NavigableMap<String, SimulatedStoredObject> objects = new TreeMap<>();
    private final ArrayDeque<SimulatedStoredObjectChange> history = new ArrayDeque<>();
    private final List<SimulatedStoreWatch> watches = new CopyOnWriteArrayList<>();
    private long forgotten;
    private long writes;

    /** @param historyLimit how many changes are kept */
    SimulatedResourceObjectStore(SimulatedSelectableFieldReader index, int historyLimit, long born) {
        this.index = index;
        this.historyLimit = historyLimit;
        this.forgotten = born;
    }

    SimulatedSelectableFieldReader selectorIndex() {
        return index;
    }

    @Nullable
    SimulatedStoredObject get(String key) {
        return objects.get(key);
    }

    /** Returns the version before which nothing is known any more. */
    long oldestVersion() {
        return forgotten;
    }

    long countWrites() {
        return writes;
    }

    int size() {
        return objects.size();
    }

    List<SimulatedStoreWatch> watches() {
        return watches;
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
