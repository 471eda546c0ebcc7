package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedEtcdStore.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedResourceType;

/** The consequences of a write, before anybody else can write. Not called for dry runs. */
public interface SimulatedWriteSideEffects {

    /** Reacts to an object that was created or changed. Not to be changed. */
    void afterWrite(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer)
            throws SimulatedApiException;

    /** Reacts to an object that was removed, with its last state. */
    void afterRemoval(SimulatedResourceType type, ObjectNode object, SimulatedStoreTransaction writer)
            throws SimulatedApiException;
}
