package tessera.cluster.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tessera.model.UnreadableObject;
import tessera.model.UnreadableObjects;

/**
 * Objects of one cluster that could not be read, or not wholly, by the collection they were read from. What is read anew counts
 * instead of what was read before. Safe for use by several threads.
 */
public final class UnreadableObjectRegistry {

    /** How many of a collection are known by name: a server may send any number. */
    private static final int MOST = 1_000;

    private final Map<String, CollectionReadProblems> collections = new LinkedHashMap<>();
    private volatile UnreadableObjects current = UnreadableObjects.NONE;

    /** The objects that one reading of a collection could not read. Used by one thread until it is {@linkplain #replace told}. */
    public static final class CollectionReadProblems {

        private final Map<String, UnreadableObject> objects = new LinkedHashMap<>();
        private final Map<String, Integer> further = new HashMap<>();

        public void add(UnreadableObject object) {
            var key = object.name().isEmpty() ? " " + objects.size()
                    : UnreadableObject.path(object.namespace(), object.name());
            if (objects.size() < MOST || objects.containsKey(key)) {
                objects.put(key, object);
            } else {
                further.merge(object.kind(), 1, Integer::sum);
            }
        }

        private boolean isEmpty() {
            return objects.isEmpty() && further.isEmpty();
        }
    }

    /** Takes note of a complete reading of a collection. */
    public synchronized void replace(String collection, CollectionReadProblems read) {
        var before = read.isEmpty() ? collections.remove(collection) : collections.put(collection, read);
        if (before != null || !read.isEmpty()) {
            sum();
        }
        if (collections.size() > MOST) {
            collections.remove(collections.keySet().iterator().next());
        }
    }

    /** Takes note of one object of a collection. */
    public synchronized void add(String collection, UnreadableObject object) {
        collections.computeIfAbsent(collection, _ -> new CollectionReadProblems()).add(object);
        sum();
    }

    /** Takes note that an object could be read after all, or is gone. */
    public void remove(String collection, String key) {
        if (!current.isEmpty()) {
            removeKnown(collection, key);
        }
    }

    private synchronized void removeKnown(String collection, String key) {
        var readProblems = collections.get(collection);
        if (readProblems != null && readProblems.objects.remove(key) != null) {
            sum();
        }
    }

    /** Forgets a collection that is not read any more. */
    public void forget(String collection) {
        replace(collection, new CollectionReadProblems());
    }

    public UnreadableObjects current() {
        return current;
    }

    private void sum() {
        List<UnreadableObject> objects = new ArrayList<>();
        var further = new TreeMap<String, Integer>();
        for (var each : collections.values()) {
            objects.addAll(each.objects.values());
            each.further.forEach((kind, count) -> further.merge(kind, count, Integer::sum));
        }
        current = UnreadableObjects.of(objects, further);
    }
}
