package tessera.model;

import java.util.List;
import java.util.OptionalLong;
import tessera.kube.quantity.QuantityParser;

/**
 * A capacity of a device, and the rounding of shares of it.
 *
 * @param value     quantity as the driver wrote it
 * @param defaultAmount  what a claim takes that names no amount; empty for all of it
 * @param min     smallest share; empty where there is no range
 * @param max      largest share; empty for all of it
 * @param step      shares are the smallest plus multiples of this; empty for any
 * @param choices   the only shares there are; empty for any
 */
public record DeviceCapacity(String value, String defaultAmount, String min, String max, String step,
        List<String> choices) {

    public DeviceCapacity {
        choices = List.copyOf(choices);
    }

    /** Returns a capacity without a policy: one share takes it all. */
    public static DeviceCapacity wholeAmount(String value) {
        return new DeviceCapacity(value, "", "", "", "", List.of());
    }

    public long amount() {
        return QuantityParser.parseUnits(value).orElse(0);
    }

    /**
     * Returns the amount that a request takes of it; empty where no share is so large.
     *
     * @param asked quantity of the request; empty where it names none
     */
    public OptionalLong consumedBy(String asked) {
        if (asked.isEmpty()) {
            return OptionalLong.of(defaultAmount.isEmpty() ? amount() : wholeUnits(defaultAmount));
        }
        long wanted = wholeUnits(asked);
        if (!choices.isEmpty()) {
            return choices.stream().mapToLong(DeviceCapacity::wholeUnits).filter(choice -> choice >= wanted).min();
        }
        if (min.isEmpty()) {
            return OptionalLong.of(wanted);
        }
        long from = Math.max(wanted, wholeUnits(min));
        long each = wholeUnits(step);
        long rounded = each == 0 ? from : wholeUnits(min) + Math.ceilDiv(from - wholeUnits(min), each) * each;
        if (!max.isEmpty() && rounded > wholeUnits(max)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(rounded);
    }

    /** Returns the least that a request takes of it. */
    public long smallestShare() {
        if (!choices.isEmpty()) {
            return choices.stream().mapToLong(DeviceCapacity::wholeUnits).min().orElse(0);
        }
        if (min.isEmpty()) {
            return Math.min(1, amount());
        }
        return wholeUnits(min);
    }

    private static long wholeUnits(String quantity) {
        return QuantityParser.parseUnits(quantity).orElse(0);
    }
}
