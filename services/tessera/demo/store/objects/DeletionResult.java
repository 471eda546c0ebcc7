package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What became of an object that was to be deleted.
 *
 * @param object its last or new state, with {@code kind} and {@code apiVersion}
 * @param gone   whether it does not exist any more
 */
public record DeletionResult(ObjectNode object, boolean gone) {}
