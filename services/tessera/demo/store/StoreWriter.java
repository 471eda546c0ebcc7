package tessera.demo.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes of one moment; only valid within {@link ObjectStore#write}. Trees given to it are taken over. */
public final class StoreWriter {

    private final ObjectStore store;

    StoreWriter(ObjectStore store) {
        this.store = store;
    }

    public @Nullable StoredObject get(ResourceType type, String namespace, String name) {
        return store.get(type, namespace, name);
    }

    public List<StoredObject> list(ResourceType type, String namespace) {
        return store.list(type, namespace).objects();
    }

    /** Puts a new state in place of the one before, if any. Namespace and name are read from its metadata. */
    public StoredObject put(ResourceType type, ObjectNode object, @Nullable StoredObject before) {
        return store.commit(type, before == null ? StoreChange.ChangeKind.ADDED : StoreChange.ChangeKind.MODIFIED,
                object, before);
    }

    /** Takes an object away; its last state gets the version of this moment. */
    public StoredObject remove(ResourceType type, StoredObject object) {
        return store.commit(type, StoreChange.ChangeKind.DELETED, object.tree(), object);
    }

    /** Places an object as if it had long been there: with its own version, and nobody is told. For seeding. */
    public void load(ResourceType type, ObjectNode object) {
        var metadata = StoreJson.child(object, "metadata");
        long version = metadata.path("resourceVersion").asLong(0);
        if (version <= 0) {
            version = store.version() + 1;
            metadata.put("resourceVersion", Long.toString(version));
        }
        store.load(type, object, version);
    }

    /** Moves the counter of versions on. For seeding. */
    public void advance(long version) {
        store.advance(version);
    }
}
