package tessera.model;

import java.util.Map;

/**
 * Amounts of a counter set: those there are in a pool, or those that a device takes of it.
 *
 * @param set name of the counter set
 */
public record DeviceCounters(String set, Map<String, Long> amounts) {

    public DeviceCounters {
        amounts = Map.copyOf(amounts);
    }
}
