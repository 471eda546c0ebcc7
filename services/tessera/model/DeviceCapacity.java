package tessera.model;

import java.util.List;
import java.util.OptionalLong;

/**
 * An amount that a device has, and how shares of it are rounded.
 *
 * @param value     quantity as the driver wrote it
 * @param standard  what a claim takes that names no amount; empty for all of it
 * @param least     smallest share; empty where there is no range
 * @param most      largest share; empty for all of it
 * @param step      shares are the smallest plus multiples of this; empty for any
 * @param choices   the only shares there are; empty for any
 */
public record DeviceCapacity(String value, String standard, String least, String most, String step,
        List<String> choices) {

    public DeviceCapacity {
        choices = List.copyOf(choices);
    }

    /** An amount without a policy: one share takes it all. */
    public static DeviceCapacity whole(String value) {
        return new DeviceCapacity(value, "", "", "", "", List.of());
    }

    public long amount() {
        return Quantity.units(value).orElse(0);
    }

    /**
     * Returns what a request takes of it; empty where no share is so large.
     *
     * @param asked quantity of the request; empty where it names none
     */
    public OptionalLong needed(String asked) {
        if (asked.isEmpty()) {
            return OptionalLong.of(standard.isEmpty() ? amount() : units(standard));
        }
        long wanted = units(asked);
        if (!choices.isEmpty()) {
            return choices.stream().mapToLong(DeviceCapacity::units).filter(choice -> choice >= wanted).min();
        }
        if (least.isEmpty()) {
            return OptionalLong.of(wanted);
        }
        long from = Math.max(wanted, units(least));
        long each = step.isEmpty() ? 0 : units(step);
        long over = each == 0 ? 0 : (from - units(least)) % each;
        long rounded = over == 0 ? from : from - over + each;
        return !most.isEmpty() && rounded > units(most) ? OptionalLong.empty() : OptionalLong.of(rounded);
    }

    private static long units(String quantity) {
        return Quantity.units(quantity).orElse(0);
    }
}
