package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreWriter;

/** The consequences of a write, before anybody else can write. Not called for dry runs. */
public interface WriteConsequences {

    /** Reacts to an object that was created or changed. Not to be changed. */
    void afterWrite(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError;

    /** Reacts to an object that was removed, with its last state. */
    void afterRemoval(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError;
}
