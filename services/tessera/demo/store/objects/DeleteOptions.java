package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import tessera.demo.store.StoreJson;

/**
 * The options of a deletion.
 *
 * @param body as clients write it: grace period, preconditions, propagation
 */
public record DeleteOptions(JsonNode body, boolean dryRun) {

    /** The object's own time of grace, and the usual propagation. */
    public static final DeleteOptions USUAL = new DeleteOptions(StoreJson.newObject(), false);

    /** Returns options with the given grace period; none at all for 0. */
    public static DeleteOptions withGracePeriod(long seconds) {
        return new DeleteOptions(StoreJson.newObject().put("gracePeriodSeconds", seconds), false);
    }
}
