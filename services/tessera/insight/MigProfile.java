package tessera.insight;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A size of MIG instance, as a resource name tells it.
 *
 * @param name      e.g. {@code 3g.40gb}
 * @param slices    compute slices
 * @param gigabytes memory as the name rounds it
 */
public record MigProfile(String name, int slices, int gigabytes) {

    /** A GPU's memory, in the units that instances are placed by on most boards. */
    public static final int UNITS = 8;
    /** Into how many compute slices a GPU can be cut at the most. */
    static final int SLICES = 7;
    /** Stands for a size that no name tells. */
    static final MigProfile SMALLEST = new MigProfile("", 1, 0);

    private static final Pattern RESOURCE = Pattern
            .compile("nvidia\\.com/mig-((\\d{1,2})g\\.(\\d{1,4})gb[A-Za-z0-9.-]*?)(?:\\.shared)?");
    private static final Pattern PRODUCT = Pattern.compile(".*-MIG-((\\d{1,2})g\\.(\\d{1,4})gb.*?)(?:-SHARED)?");

    /** The profile that an extended resource counts. */
    public static Optional<MigProfile> ofResource(String resource) {
        return read(RESOURCE, resource);
    }

    /** The profile every device of a node has under strategy single, from the product label. */
    public static Optional<MigProfile> ofProduct(String label) {
        return read(PRODUCT, label);
    }

    /**
     * How many eighths of a GPU's memory an instance takes, at least one.
     *
     * @param boardGigabytes memory of the whole GPU; 0 when unknown, and the compute slices decide
     */
    public int units(int boardGigabytes) {
        if (boardGigabytes > 0) {
            return Math.clamp(Math.round((float) UNITS * gigabytes / boardGigabytes), 1, UNITS);
        }
        return switch (slices) {
            case 1, 2 -> slices;
            case 3, 4 -> 4;
            default -> UNITS;
        };
    }

    /** How many instances of this profile a GPU holds at the most: its memory and its seven compute slices decide. */
    public int mostPerGpu(int boardGigabytes) {
        int byMemory = UNITS / units(boardGigabytes);
        return Math.max(1, Math.min(byMemory, SLICES / Math.max(1, slices)));
    }

    private static Optional<MigProfile> read(Pattern pattern, String text) {
        var match = pattern.matcher(text);
        return match.matches()
                ? Optional.of(new MigProfile(match.group(1), Integer.parseInt(match.group(2)),
                        Integer.parseInt(match.group(3))))
                : Optional.empty();
    }
}
