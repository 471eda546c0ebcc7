package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import tessera.demo.store.StoreJson;

/**
 * How a deletion is meant.
 *
 * @param body as clients write it: grace period, preconditions, propagation
 */
public record DeleteOptions(JsonNode body, boolean dryRun) {

    /** The object's own time of grace, and the usual propagation. */
    public static final DeleteOptions USUAL = new DeleteOptions(StoreJson.object(), false);

    /** With another time of grace; none at all for 0. */
    public static DeleteOptions grace(long seconds) {
        return new DeleteOptions(StoreJson.object().put("gracePeriodSeconds", seconds), false);
    }
}
