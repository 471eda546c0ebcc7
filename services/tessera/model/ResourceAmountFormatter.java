package tessera.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.ResourceAmounts;

/** Amounts of resources in words. */
public final class ResourceAmountFormatter {

    private static final List<String> UNITS = List.of("Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final long STEP = 1_024;
    private static final String AT_LEAST = "≥";

    private ResourceAmountFormatter() {}

    /** Returns the amount without the name of its resource: cores, bytes with their unit, a number of devices. One that saturated is told as a lower bound. */
    public static String amountText(String resource, long amount) {
        return (amount == Long.MAX_VALUE ? AT_LEAST : "") + exactText(resource, amount);
    }

    private static String exactText(String resource, long amount) {
        if (resource.equals(ResourceAmounts.CPU)) {
            return BigDecimal.valueOf(amount, 3).stripTrailingZeros().toPlainString();
        }
        boolean bytes = resource.equals(ResourceAmounts.MEMORY) || resource.equals("ephemeral-storage")
                || resource.equals("storage") || ResourceNames.isHugePages(resource);
        if (bytes) {
            return bytesText(amount);
        }
        return Long.toString(amount);
    }

    /** Returns a number of devices and their name, or an amount of what is not counted in pieces. */
    public static String amountWithName(String resource, long amount) {
        if (resource.contains("/")) {
            return amountText(resource, amount) + " × " + resource;
        }
        return amountText(resource, amount) + " " + displayName(resource);
    }

    /** Returns the usual name of a resource: one of a vendor keeps its own name. */
    public static String displayName(String resource) {
        return resource.equals(ResourceAmounts.CPU) ? "CPU" : resource;
    }

    private static String bytesText(long amount) {
        int unit = -1;
        long size = 1;
        while (unit + 1 < UNITS.size() && amount / size >= STEP) {
            size *= STEP;
            unit++;
        }
        if (unit < 0) {
            return Long.toString(amount);
        }
        return BigDecimal.valueOf(amount).divide(BigDecimal.valueOf(size), 1, RoundingMode.DOWN).stripTrailingZeros()
                .toPlainString() + UNITS.get(unit);
    }
}
