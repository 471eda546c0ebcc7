package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The result of a deletion.
 *
 * @param object its last or new state, with {@code kind} and {@code apiVersion}
 * @param isRemoved   whether it does not exist any more
 */
public record SimulatedDeletionResult(ObjectNode object, boolean isRemoved) {}
