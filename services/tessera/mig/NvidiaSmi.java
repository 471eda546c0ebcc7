package tessera.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what nvidia-smi prints about MIG. Columns are found by shape, because their widths follow the longest name;
 * lines that are not understood are handed back instead of being dropped.
 */
public final class NvidiaSmi {

    private static final String ID = "(\\d{1,9})";
    private static final Pattern FRAME = Pattern.compile("[|+]?[-=+\\s]*[|+]?");
    private static final Pattern HEADING = Pattern.compile("\\|\\s*[^0-9\\s|].*\\|");
    private static final Pattern NOTHING = Pattern
            .compile("No (GPU|compute) instances found.*|No MIG-(enabled|supported|capable) devices found.*",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern GPU_INSTANCE = Pattern
            .compile("\\|\\s*" + ID + "\\s+MIG\\s+(\\S+)\\s+" + ID + "\\s+" + ID + "\\s+(\\d\\d?):(\\d\\d?)\\s*\\|");
    private static final Pattern COMPUTE_INSTANCE = Pattern
            .compile("\\|\\s*" + ID + "\\s+" + ID + "\\s+MIG\\s+(\\S+)\\s+"
                    + ID + "\\*?\\s+" + ID + "(?:\\s+(\\d\\d?):(\\d\\d?))?\\s*\\|");
    private static final Pattern GPU = Pattern.compile("GPU " + ID + ": (.+) \\(UUID: (GPU-[0-9a-fA-F-]+)\\)");
    private static final Pattern DEVICE = Pattern
            .compile("MIG (\\S+)\\s+Device\\s+" + ID + ": \\(UUID: (MIG-[^)]+)\\)");
    private static final Pattern OFFER = Pattern.compile("\\|\\s*" + ID + "\\s+MIG\\s+(\\S+)\\s+" + ID + "\\s+" + ID
            + "/"
            + ID + "\\s+(\\d{1,6}(?:\\.\\d{1,6})?)\\s+(Yes|No)\\s+" + ID + "\\s+" + ID + "\\s+" + ID + "\\s*\\|");
    private static final Pattern MORE_ENGINES = Pattern.compile("\\|\\s*" + ID + "\\s+" + ID + "\\s+" + ID + "\\s*\\|");
    private static final Pattern CHOICES = Pattern.compile("GPU\\s+" + ID + " Profile ID\\s+" + ID
            + " Placements?\\s*: \\{([\\d, ]+)\\}\\s*:(\\d\\d?)");

    /**
     * What was read.
     *
     * @param rows   in the order of the text
     * @param unread lines that were not understood
     */
    public record SmiListing<T>(List<T> rows, List<String> unread) {
        public SmiListing {
            rows = List.copyOf(rows);
            unread = List.copyOf(unread);
        }
    }

    /**
     * A GPU instance that exists, of {@code nvidia-smi mig -lgi}.
     *
     * @param gpu       index of the GPU
     * @param profileId the driver's number of the profile
     * @param id        the driver's number of the instance; says nothing about where it lies
     */
    public record GpuInstance(int gpu, MigProfile profile, int profileId, int id, MigPlacement placement) {

        public PlacedInstance placed() {
            return new PlacedInstance(profile, placement);
        }
    }

    /**
     * A compute instance that exists, of {@code nvidia-smi mig -lci}.
     *
     * @param gpuInstance number of the GPU instance that it is part of
     * @param placement   compute slices inside the GPU instance; old drivers do not tell
     */
    public record ComputeInstance(int gpu, int gpuInstance, MigProfile profile, int profileId, int id,
            Optional<MigPlacement> placement) {}

    /** A MIG device, of {@code nvidia-smi -L}. */
    public record SmiDevice(MigProfile profile, int index, String uuid) {}

    /**
     * A GPU, of {@code nvidia-smi -L}.
     *
     * @param devices the MIG devices on it, the largest first
     */
    public record SmiGpu(int index, String model, String uuid, List<SmiDevice> devices) {
        public SmiGpu {
            devices = List.copyOf(devices);
        }
    }

    /**
     * A profile that a GPU offers, of {@code nvidia-smi mig -lgip}.
     *
     * @param free      how many more fit beside what exists
     * @param most      how many fit on an empty GPU
     * @param gibibytes memory of an instance
     */
    public record SmiProfile(int gpu, MigProfile profile, int profileId, int free, int most, double gibibytes,
            int multiprocessors) {}

    /**
     * Where instances of a profile may lie whatever is in use, of {@code nvidia-smi mig -lgipp}.
     *
     * @param placements by start
     */
    public record Choices(int gpu, int profileId, List<MigPlacement> placements) {
        public Choices {
            placements = List.copyOf(placements);
        }
    }

    private NvidiaSmi() {}

    /** {@code nvidia-smi mig -lgi}. */
    public static SmiListing<GpuInstance> gpuInstances(String text) {
        return table(text, GPU_INSTANCE, row -> {
            var profile = MigProfile.parse(row.group(2));
            var placement = placement(row.group(5), row.group(6));
            return profile.isEmpty() || placement.isEmpty()
                    ? null
                    : new GpuInstance(number(row, 1), profile.get(), number(row, 3), number(row, 4), placement.get());
        });
    }

    /** {@code nvidia-smi mig -lci}. */
    public static SmiListing<ComputeInstance> computeInstances(String text) {
        return table(text, COMPUTE_INSTANCE, row -> MigProfile.parse(row.group(3))
                .map(profile -> new ComputeInstance(number(row, 1), number(row, 2), profile, number(row, 4),
                        number(row, 5), placement(row.group(6), row.group(7))))
                .orElse(null));
    }

    /** {@code nvidia-smi mig -lgip}. The second line of a row, which counts further engines, is not kept. */
    public static SmiListing<SmiProfile> offers(String text) {
        var listing = table(text, OFFER, row -> MigProfile.parse(row.group(2))
                .map(profile -> new SmiProfile(number(row, 1), profile, number(row, 3), number(row, 4), number(row, 5),
                        Double.parseDouble(row.group(6)), number(row, 8)))
                .orElse(null));
        return new SmiListing<>(listing.rows(),
                listing.unread().stream().filter(line -> !MORE_ENGINES.matcher(line).matches()).toList());
    }

    /** {@code nvidia-smi mig -lgipp}. */
    public static SmiListing<Choices> choices(String text) {
        return table(text, CHOICES, row -> {
            var placements = new ArrayList<MigPlacement>();
            for (var start : Pattern.compile("\\d+").matcher(row.group(3)).results().toList()) {
                var placement = placement(start.group(), row.group(4));
                if (placement.isEmpty()) {
                    return null;
                }
                placements.add(placement.get());
            }
            return new Choices(number(row, 1), number(row, 2), placements);
        });
    }

    /** {@code nvidia-smi -L}. */
    public static SmiListing<SmiGpu> gpus(String text) {
        var gpus = new ArrayList<SmiGpu>();
        var unread = new ArrayList<String>();
        for (var line : text.lines().map(String::strip).toList()) {
            var gpu = GPU.matcher(line);
            var device = DEVICE.matcher(line);
            if (gpu.matches()) {
                gpus.add(new SmiGpu(number(gpu, 1), gpu.group(2), gpu.group(3), List.of()));
            } else if (!gpus.isEmpty() && device.matches() && MigProfile.parse(device.group(1)).isPresent()) {
                var last = gpus.removeLast();
                var devices = new ArrayList<>(last.devices());
                devices.add(new SmiDevice(MigProfile.parse(device.group(1)).get(), number(device, 2), device.group(3)));
                gpus.add(new SmiGpu(last.index(), last.model(), last.uuid(), devices));
            } else if (!line.isEmpty()) {
                unread.add(line);
            }
        }
        return new SmiListing<>(gpus, unread);
    }

    private interface SmiRow<T> {
        /** Null when a line has the shape of a row and still makes no sense. */
        @Nullable
        T of(MatchResult row);
    }

    private static <T> SmiListing<T> table(String text, Pattern shape, SmiRow<T> reader) {
        var rows = new ArrayList<T>();
        var unread = new ArrayList<String>();
        for (var line : text.lines().map(String::strip).toList()) {
            var match = shape.matcher(line);
            var row = match.matches() ? reader.of(match) : null;
            if (row != null) {
                rows.add(row);
            } else if (!decoration(line)) {
                unread.add(line);
            }
        }
        return new SmiListing<>(rows, unread);
    }

    private static boolean decoration(String line) {
        return FRAME.matcher(line).matches() || HEADING.matcher(line).matches() || NOTHING.matcher(line).matches();
    }

    private static int number(MatchResult row, int group) {
        return Integer.parseInt(row.group(group));
    }

    private static Optional<MigPlacement> placement(@Nullable String start, @Nullable String size) {
        if (start == null || size == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new MigPlacement(Integer.parseInt(start), Integer.parseInt(size)));
        } catch (IllegalArgumentException outsideAnyBoard) {
            return Optional.empty();
        }
    }
}
