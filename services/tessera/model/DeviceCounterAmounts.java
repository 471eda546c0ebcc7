package tessera.model;

import java.util.Map;

/**
 * The amounts of a counter set: those of a pool, or those that a device consumes.
 *
 * @param set name of the counter set
 */
public record DeviceCounterAmounts(String set, Map<String, Long> amounts) {

    public DeviceCounterAmounts {
        amounts = Map.copyOf(amounts);
    }
}
