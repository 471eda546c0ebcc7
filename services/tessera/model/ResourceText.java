package tessera.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Amounts of resources in words. */
public final class ResourceText {

    private static final List<String> UNITS = List.of("Ki", "Mi", "Gi", "Ti", "Pi");
    private static final long STEP = 1_024;

    private ResourceText() {}

    /** As people write it, without what it is of: cores, bytes with their unit, a number of devices. */
    public static String words(String resource, long amount) {
        if (resource.equals(ResourceAmounts.CPU)) {
            return BigDecimal.valueOf(amount, 3).stripTrailingZeros().toPlainString();
        }
        boolean bytes = resource.equals(ResourceAmounts.MEMORY) || resource.equals("ephemeral-storage")
                || resource.equals("storage") || resource.startsWith("hugepages-");
        return bytes ? bytes(amount) : Long.toString(amount);
    }

    /** A number of devices and what they are, or an amount of what is not counted in pieces. */
    public static String of(String resource, long amount) {
        return resource.contains("/") ? amount + " × " + resource : words(resource, amount) + " " + name(resource);
    }

    /** What people call a resource: one of a vendor keeps its own name. */
    public static String name(String resource) {
        return resource.equals(ResourceAmounts.CPU) ? "CPU" : resource;
    }

    private static String bytes(long amount) {
        int unit = -1;
        long size = 1;
        while (unit + 1 < UNITS.size() && amount / size >= STEP) {
            size *= STEP;
            unit++;
        }
        return unit < 0 ? Long.toString(amount)
                : BigDecimal.valueOf(amount).divide(BigDecimal.valueOf(size), 1, RoundingMode.DOWN)
                        .stripTrailingZeros().toPlainString() + UNITS.get(unit);
    }
}
