package tessera.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses the output of nvidia-smi about MIG. Columns are found by shape, because their widths follow the longest name;
 * lines that are not understood are handed back instead of being dropped.
 */
public final class NvidiaSmiParser {

    private static final String ID = "(\\d{1,9})";
    private static final Pattern FRAME = Pattern.compile("[|+]?[-=+\\s]*[|+]?");
    private static final Pattern HEADING = Pattern.compile("\\|\\s*[^0-9\\s|].*\\|");
    private static final Pattern NOTHING = Pattern.compile(
            "No (GPU|compute) instances found.*|No MIG-(enabled|supported|capable) devices found.*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern GPU_INSTANCE = Pattern
            .compile("\\|\\s*" + ID + "\\s+MIG\\s+(\\S+)\\s+" + ID + "\\s+" + ID + "\\s+(\\d\\d?):(\\d\\d?)\\s*\\|");
    private static final Pattern COMPUTE_INSTANCE = Pattern.compile("\\|\\s*" + ID + "\\s+" + ID
            + "\\s+MIG\\s+(\\S+)\\s+" + ID + "\\*?\\s+" + ID + "(?:\\s+(\\d\\d?):(\\d\\d?))?\\s*\\|");
    private static final Pattern GPU = Pattern.compile("GPU " + ID + ": (.+) \\(UUID: (GPU-[0-9a-fA-F-]+)\\)");
    private static final Pattern DEVICE = Pattern
            .compile("MIG (\\S+)\\s+Device\\s+" + ID + ": \\(UUID: (MIG-[^)]+)\\)");
    private static final Pattern OFFER = Pattern.compile("\\|\\s*" + ID + "\\s+MIG\\s+(\\S+)\\s+" + ID + "\\s+" + ID
            + "/" + ID + "\\s+(\\d{1,6}(?:\\.\\d{1,6})?)\\s+(Yes|No)\\s+" + ID + "\\s+" + ID + "\\s+" + ID + "\\s*\\|");
    private static final Pattern MORE_ENGINES = Pattern.compile("\\|\\s*" + ID + "\\s+" + ID + "\\s+" + ID + "\\s*\\|");
    private static final Pattern CHOICES = Pattern
            .compile("GPU\\s+" + ID + " Profile ID\\s+" + ID + " Placements?\\s*: \\{([\\d, ]+)\\}\\s*:(\\d\\d?)");

    /**
     * The rows that were parsed, and the lines that could not be.
     *
     * @param rows   in the order of the text
     * @param unread lines that were not understood
     */
    public record SmiParseResult<T>(List<T> rows, List<String> unread) {
        public SmiParseResult {
            rows = List.copyOf(rows);
            unread = List.copyOf(unread);
        }
    }

    /**
     * An existing GPU instance, of {@code nvidia-smi mig -lgi}.
     *
     * @param gpu       index of the GPU
     * @param profileId the driver's number of the profile
     * @param id        the driver's number of the instance; says nothing about where it lies
     */
    public record MigGpuInstance(int gpu, MigProfile profile, int profileId, int id, MigPlacement placement) {

        public PlacedGpuInstance toPlacedInstance() {
            return new PlacedGpuInstance(profile, placement);
        }
    }

    /**
     * An existing compute instance, of {@code nvidia-smi mig -lci}.
     *
     * @param gpuInstance number of the GPU instance that it is part of
     * @param placement   compute slices inside the GPU instance; old drivers do not tell
     */
    public record MigComputeInstance(int gpu, int gpuInstance, MigProfile profile, int profileId, int id,
            Optional<MigPlacement> placement) {}

    /** A MIG device, of {@code nvidia-smi -L}. */
    public record SmiMigDevice(MigProfile profile, int index, String uuid) {}

    /**
     * A GPU, of {@code nvidia-smi -L}.
     *
     * @param devices the MIG devices on it, the largest first
     */
    public record SmiGpu(int index, String model, String uuid, List<SmiMigDevice> devices) {
        public SmiGpu {
            devices = List.copyOf(devices);
        }
    }

    /**
     * A profile that a GPU offers, of {@code nvidia-smi mig -lgip}.
     *
     * @param free      how many more fit beside what exists
     * @param maxInstances      how many fit on an empty GPU
     * @param gibibytes memory of an instance
     */
    public record SmiProfile(int gpu, MigProfile profile, int profileId, int free, int maxInstances, double gibibytes,
            int multiprocessors) {}

    /**
     * The possible placements of a profile, whatever is in use, of {@code nvidia-smi mig -lgipp}.
     *
     * @param placements by start
     */
    public record SmiProfilePlacements(int gpu, int profileId, List<MigPlacement> placements) {
        public SmiProfilePlacements {
            placements = List.copyOf(placements);
        }
    }

    private NvidiaSmiParser() {}

    /** Parses {@code nvidia-smi mig -lgi}. */
    public static SmiParseResult<MigGpuInstance> parseGpuInstances(String text) {
        return parseTable(text, GPU_INSTANCE, row -> {
            var profile = MigProfile.parse(row.group(2));
            var placement = parsePlacement(row.group(5), row.group(6));
            if (profile.isEmpty() || placement.isEmpty()) {
                return null;
            }
            return new MigGpuInstance(parseNumber(row, 1), profile.get(), parseNumber(row, 3), parseNumber(row, 4),
                    placement.get());
        });
    }

    /** Parses {@code nvidia-smi mig -lci}. */
    public static SmiParseResult<MigComputeInstance> parseComputeInstances(String text) {
        return parseTable(text, COMPUTE_INSTANCE,
                row -> MigProfile.parse(row.group(3))
                        .map(profile -> new MigComputeInstance(parseNumber(row, 1), parseNumber(row, 2), profile,
                                parseNumber(row, 4), parseNumber(row, 5), parsePlacement(row.group(6), row.group(7))))
                        .orElse(null));
    }

    /** Parses {@code nvidia-smi mig -lgip}. The second line of a row, which counts further engines, is not kept. */
    public static SmiParseResult<SmiProfile> parseProfiles(String text) {
        var listing = parseTable(text, OFFER,
                row -> MigProfile.parse(row.group(2))
                        .map(profile -> new SmiProfile(parseNumber(row, 1), profile, parseNumber(row, 3),
                                parseNumber(row, 4), parseNumber(row, 5), Double.parseDouble(row.group(6)),
                                parseNumber(row, 8)))
                        .orElse(null));
        return new SmiParseResult<>(listing.rows(),
                listing.unread().stream().filter(line -> !MORE_ENGINES.matcher(line).matches()).toList());
    }

    /** Parses {@code nvidia-smi mig -lgipp}. */
    public static SmiParseResult<SmiProfilePlacements> parsePlacements(String text) {
        return parseTable(text, CHOICES, row -> {
            var placements = new ArrayList<MigPlacement>();
            for (var start : Pattern.compile("\\d+").matcher(row.group(3)).results().toList()) {
                var placement = parsePlacement(start.group(), row.group(4));
                if (placement.isEmpty()) {
                    return null;
                }
                placements.add(placement.get());
            }
            return new SmiProfilePlacements(parseNumber(row, 1), parseNumber(row, 2), placements);
        });
    }

    /** Parses {@code nvidia-smi -L}. */
    public static SmiParseResult<SmiGpu> parseGpus(String text) {
        var gpus = new ArrayList<SmiGpu>();
        var unread = new ArrayList<String>();
        for (var line : text.lines().map(String::strip).toList()) {
            var gpu = GPU.matcher(line);
            var device = DEVICE.matcher(line);
            if (gpu.matches()) {
                gpus.add(new SmiGpu(parseNumber(gpu, 1), gpu.group(2), gpu.group(3), List.of()));
            } else if (!gpus.isEmpty() && device.matches() && MigProfile.parse(device.group(1)).isPresent()) {
                var last = gpus.removeLast();
                var devices = new ArrayList<>(last.devices());
                devices.add(new SmiMigDevice(MigProfile.parse(device.group(1)).get(), parseNumber(device, 2),
                        device.group(3)));
                gpus.add(new SmiGpu(last.index(), last.model(), last.uuid(), devices));
            } else if (!line.isEmpty()) {
                unread.add(line);
            }
        }
        return new SmiParseResult<>(gpus, unread);
    }

    private interface SmiRowParser<T> {
        /** Reads a row; null when a line has the shape of a row and still makes no sense. */
        @Nullable
        T readRow(MatchResult row);
    }

    private static <T> SmiParseResult<T> parseTable(String text, Pattern shape, SmiRowParser<T> reader) {
        var rows = new ArrayList<T>();
        var unread = new ArrayList<String>();
        for (var line : text.lines().map(String::strip).toList()) {
            var match = shape.matcher(line);
            var row = match.matches() ? reader.readRow(match) : null;
            if (row != null) {
                rows.add(row);
            } else if (!isDecoration(line)) {
                unread.add(line);
            }
        }
        return new SmiParseResult<>(rows, unread);
    }

    private static boolean isDecoration(String line) {
        return FRAME.matcher(line).matches() || HEADING.matcher(line).matches() || NOTHING.matcher(line).matches();
    }

    private static int parseNumber(MatchResult row, int group) {
        return Integer.parseInt(row.group(group));
    }

    private static Optional<MigPlacement> parsePlacement(@Nullable String start, @Nullable String size) {
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
