package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreWriter;

/** What follows from a write at once, before anybody else can write. Not called for dry runs. */
public interface WriteConsequences {

    /** An object was created or changed. Not to be changed. */
    void written(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError;

    /** An object has gone; this was its last state. */
    void removed(ResourceType type, ObjectNode object, StoreWriter writer) throws ApiError;
}
