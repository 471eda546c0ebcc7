package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import tessera.demo.store.SimulatedStoreJsonCodec;

/**
 * The options of a deletion.
 *
 * @param body as clients write it: grace period, preconditions, propagation
 */
public record SimulatedDeleteOptions(JsonNode body, boolean dryRun) {

    /** The object's own time of grace, and the usual propagation. */
    public static final SimulatedDeleteOptions USUAL = new SimulatedDeleteOptions(SimulatedStoreJsonCodec.newObject(),
            false);

    /** Returns options with the given grace period; none at all for 0. */
    public static SimulatedDeleteOptions withGracePeriod(long seconds) {
        return new SimulatedDeleteOptions(SimulatedStoreJsonCodec.newObject().put("gracePeriodSeconds", seconds),
                false);
    }
}
