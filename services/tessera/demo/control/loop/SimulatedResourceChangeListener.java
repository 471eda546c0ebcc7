package tessera.demo.control.loop;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.store.SimulatedStoredObjectChange;

/** A listener for every change of a resource's objects. */
@FunctionalInterface
public interface SimulatedResourceChangeListener {

    /**
     * Handles one change, in order.
     *
     * @param object as it is now, or was last, without {@code kind} and {@code apiVersion}; shared, not to be changed
     */
    void objectChanged(SimulatedStoredObjectChange.WatchEventType kind, ObjectNode object);
}
