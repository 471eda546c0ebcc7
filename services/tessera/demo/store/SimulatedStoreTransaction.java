package tessera.demo.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reads and writes of one moment; only valid within {@link SimulatedEtcdStore#write}. Trees given to it are taken over. */
public final class SimulatedStoreTransaction {

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
                : SimulatedStoredObjectChange.WatchEventType.MODIFIED,
                type.toStored(object), before);
    }

    /** Removes an object; its last state gets the version of this moment. */
    public SimulatedStoredObject remove(SimulatedResourceType type, SimulatedStoredObject object) {
        return store.commitChange(type, SimulatedStoredObjectChange.WatchEventType.DELETED, object.toTree(), object);
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
