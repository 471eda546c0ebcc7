package tessera.demo.control.loop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.store.StoreChange;

/** One who wants to hear of every change of a resource. */
@FunctionalInterface
public interface ChangeFollower {

    /**
     * Tells of one change, in order.
     *
     * @param object as it is now, or was last, without {@code kind} and {@code apiVersion}; shared, not to be changed
     */
    void changed(StoreChange.ChangeKind kind, ObjectNode object);
}
