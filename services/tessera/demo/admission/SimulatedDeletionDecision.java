package tessera.demo.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The result of a request to delete an object. */
public sealed interface SimulatedDeletionDecision {

    /** Returns the object as the response shows it. */
    ObjectNode object();

    /** A deletion that takes effect at once; a kind that ends gracefully carries its deletion time. */
    record ImmediateDeletion(ObjectNode object) implements SimulatedDeletionDecision {}

    /** A deletion that waits for finalizers or the kubelet; the object is stored with its deletion timestamp. */
    record PendingDeletion(ObjectNode object) implements SimulatedDeletionDecision {}

    /** A deletion that is under way already and that this request does not change. */
    record OngoingDeletion(ObjectNode object) implements SimulatedDeletionDecision {}
}
