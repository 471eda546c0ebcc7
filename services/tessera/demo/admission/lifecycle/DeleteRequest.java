package tessera.demo.admission.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a request to delete an object comes to. */
public sealed interface DeleteRequest {

    /** The object as the answer shows it. */
    ObjectNode object();

    /**
     * The object goes at once.
     *
     * @param object its last state; a kind that ends gracefully carries its deletion time in it
     */
    record DeletedNow(ObjectNode object) implements DeleteRequest {}

    /**
     * The object is to be stored like this and stays until its finalizers are gone, and its kubelet is done with it.
     *
     * @param object with its deletion time
     */
    record MarkedForDeletion(ObjectNode object) implements DeleteRequest {}

    /**
     * The object is being deleted already, and this request adds nothing.
     *
     * @param object as it is stored
     */
    record AlreadyDeleting(ObjectNode object) implements DeleteRequest {}
}
