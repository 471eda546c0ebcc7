package tessera.demo.store;

import org.jspecify.annotations.Nullable;
import tessera.demo.store.SimulatedStoreWatch.StoreWatchSignal;

/**
 * A change of one object.
 *
 * @param object as it is now; of a deleted one the last state, with the version of its deletion
 * @param before as it was; null if it is new
 */
public record SimulatedStoredObjectChange(WatchEventType kind, SimulatedStoredObject object,
        @Nullable SimulatedStoredObject before) implements StoreWatchSignal {

    /** The kind of a change, as watches name it. */
    public enum WatchEventType {
        ADDED,
        MODIFIED,
        DELETED
    }

    public long resourceVersion() {
        return object.resourceVersion();
    }
}
