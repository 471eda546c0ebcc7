package tessera.mig;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tessera.text.TextExcerpt;

/**
 * The name of a MIG profile, e.g. {@code 3g.40gb}, {@code 1g.10gb+me} or {@code 1c.3g.40gb}. Only a product
 * says what a name stands for: {@code 1g.35gb} is an eighth of a GB300's memory and a quarter of an H200's.
 *
 * <p>In their natural order the largest come first.
 *
 * @param computeInstance compute slices of the compute instance; equal to {@code slices} when it spans the GPU instance
 * @param slices          compute slices of the GPU instance
 * @param gigabytes       memory as the name rounds it
 * @param suffix          what sets a variant apart, e.g. {@code +me}, {@code +me.all} or {@code -me}; empty for the
 *                        plain profile
 */
public record MigProfile(int computeInstance, int slices, int gigabytes,
        String suffix) implements Comparable<MigProfile> {

    /** What an instance is taken for whose size is not known. */
    public static final MigProfile SMALLEST = new MigProfile(1, 1, 0, "");

    /** A GPU's compute slices, on most boards. */
    public static final int SLICES = 7;

    /** A GPU's memory, in the units that instances are placed by on most boards. */
    public static final int UNITS = 8;

    private static final String SIZE = "(?:(\\d{1,2})c\\.)?(\\d{1,2})g\\.(\\d{1,4})gb";
    private static final ProfileNameParser NAME = new ProfileNameParser("([+-][A-Za-z][A-Za-z0-9.]*)?");
    /** Neither a resource name nor a label value may hold a plus. */
    private static final ProfileNameParser PLUSLESS = new ProfileNameParser("([.-][A-Za-z][A-Za-z0-9.]*)?");
    private static final String RESOURCE = "nvidia.com/mig-";
    private static final String SHARED_RESOURCE = ".shared";
    private static final String IN_PRODUCT = "-MIG-";
    private static final String SHARED_PRODUCT = "-SHARED";
    private static final Comparator<MigProfile> LARGEST_FIRST = Comparator.comparingInt(MigProfile::slices)
            .thenComparingInt(MigProfile::gigabytes).thenComparingInt(MigProfile::computeInstance).reversed()
            .thenComparing(MigProfile::suffix);

    /** Parses a profile name as nvidia-smi and mig-parted write it. */
    public static Optional<MigProfile> parse(String name) {
        return NAME.parseName(name);
    }

    /** Returns the profile that an extended resource counts, shared or not. */
    public static Optional<MigProfile> ofResource(String resource) {
        if (resource.startsWith(RESOURCE)) {
            return PLUSLESS
                    .parseName(TextExcerpt.withoutSuffix(resource.substring(RESOURCE.length()), SHARED_RESOURCE));
        }
        return Optional.empty();
    }

    /** Returns the profile that every device of a node has under strategy single, from the product label. */
    public static Optional<MigProfile> ofProduct(String label) {
        int at = label.lastIndexOf(IN_PRODUCT);
        if (at < 0) {
            return Optional.empty();
        }
        return PLUSLESS.parseName(TextExcerpt.withoutSuffix(label.substring(at + IN_PRODUCT.length()), SHARED_PRODUCT));
    }

    /** Returns the name as nvidia-smi and mig-parted write it. */
    public String name() {
        return (computeInstance == slices ? "" : computeInstance + "c.") + slices + "g." + gigabytes + "gb" + suffix;
    }

    /** Returns the extended resource that counts instances of this profile under strategy mixed. */
    public String resourceName() {
        return RESOURCE + withoutPlus();
    }

    /** Returns the extended resource that counts shares of such instances, where sharing renames it. */
    public String sharedResourceName() {
        return resourceName() + SHARED_RESOURCE;
    }

    /** Returns the standard configuration that divides every GPU into as many of these as it holds, e.g. {@code all-1g.10gb.me}. */
    public String configName() {
        return "all-" + withoutPlus();
    }

    /** Returns whether this is the profile without media or graphics variations. */
    public boolean isPlain() {
        return suffix.isEmpty();
    }

    /** Returns whether a compute instance of this profile takes the whole GPU instance. */
    public boolean usesWholeGpuInstance() {
        return computeInstance == slices;
    }

    /** Returns the profile of the GPU instance that contains this one's compute instance. */
    public MigProfile gpuInstance() {
        return usesWholeGpuInstance() ? this : new MigProfile(slices, slices, gigabytes, suffix);
    }

    /**
     * Returns the eighths of a GPU's memory that an instance takes, at least one: estimated from names, for products not in the catalogue.
     *
     * @param boardGigabytes memory of the whole GPU; 0 when unknown, and the compute slices decide
     */
    public int memoryEighths(int boardGigabytes) {
        if (boardGigabytes > 0) {
            return Math.clamp(Math.round((float) UNITS * gigabytes / boardGigabytes), 1, UNITS);
        }
        return switch (slices) {
            case 1, 2 -> slices;
            case 3, 4 -> 4;
            default -> UNITS;
        };
    }

    /**
     * How many instances of this profile a GPU holds at the most, reckoned like {@link #memoryEighths}: its memory and its seven
     * compute slices decide.
     */
    public int maxPerGpu(int boardGigabytes) {
        int byMemory = UNITS / memoryEighths(boardGigabytes);
        return Math.max(1, Math.min(byMemory, SLICES / Math.max(1, slices)));
    }

    @Override
    public int compareTo(MigProfile other) {
        return LARGEST_FIRST.compare(this, other);
    }

    @Override
    public String toString() {
        return name();
    }

    private String withoutPlus() {
        return name().replace('+', '.');
    }

    /** A notation of profiles in one place, with a cache of parsed names: few, of each device of each reading. */
    private static final class ProfileNameParser {

        private static final int FEW = 500;

        private final Pattern pattern;
        private final Map<String, Optional<MigProfile>> profilesByText = new ConcurrentHashMap<>();

        ProfileNameParser(String suffix) {
            pattern = Pattern.compile(SIZE + suffix);
        }

        Optional<MigProfile> parseName(String text) {
            var before = profilesByText.get(text);
            if (before != null) {
                return before;
            }
            var read = matchName(text);
            if (profilesByText.size() < FEW) {
                profilesByText.put(text, read);
            }
            return read;
        }

        private Optional<MigProfile> matchName(String text) {
            var match = pattern.matcher(text);
            if (!match.matches()) {
                return Optional.empty();
            }
            int slices = Integer.parseInt(match.group(2));
            int compute = match.group(1) == null ? slices : Integer.parseInt(match.group(1));
            if (compute > slices) {
                return Optional.empty();
            }
            return Optional.of(new MigProfile(compute, slices, Integer.parseInt(match.group(3)), suffixOf(match)));
        }
    }

    private static String suffixOf(Matcher match) {
        var suffix = match.group(4);
        if (suffix == null) {
            return "";
        }
        return suffix.charAt(0) == '.' ? '+' + suffix.substring(1) : suffix;
    }
}
