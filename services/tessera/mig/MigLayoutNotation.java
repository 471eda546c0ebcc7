package tessera.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.mig.MigConfig.MigConfigEntry;
import tessera.text.MessageCatalog;

/**
 * The notation of a GPU division as one line of text, e.g. {@code 0-3=4g.40gb,3g.40gb;4-6=7x1g.10gb;7=off}. Without numbers of
 * GPUs a part is about all of them; {@code off} leaves them whole, {@code none} turns MIG on without an instance.
 */
public final class MigLayoutNotation {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigLayoutNotation.class);
    private static final Pattern GPUS = Pattern.compile("(\\d{1,3})(?:-(\\d{1,3}))?");
    private static final Pattern SOME = Pattern.compile("(?:(\\d{1,2})[x*])?(.+)");
    private static final String OFF = "off";
    private static final String NONE = "none";
    private static final String ALL = "all";
    private static final int LONGEST_NAME = 63;

    private MigLayoutNotation() {}

    /**
     * Parses the notation into the entries of a configuration.
     *
     * @throws IllegalArgumentException with a sentence for people when it is none
     */
    public static List<MigConfigEntry> parse(String text) {
        var entries = new ArrayList<MigConfigEntry>();
        for (var part : text.split(";", -1)) {
            if (!part.isBlank()) {
                entries.add(parseEntry(part.strip()));
            }
        }
        if (entries.isEmpty()) {
            throw new IllegalArgumentException(MESSAGES.text("notation.empty"));
        }
        return entries;
    }

    private static MigConfigEntry parseEntry(String part) {
        int equals = part.indexOf('=');
        var gpus = equals < 0 ? Optional.<SortedSet<Integer>>empty() : parseGpus(part.substring(0, equals).strip());
        var cut = part.substring(equals + 1).strip();
        if (cut.equals(OFF) || cut.equals(NONE)) {
            return new MigConfigEntry(gpus, List.of(), cut.equals(NONE), MigInstanceCombination.of(List.of()));
        }
        var counts = new TreeMap<MigProfile, Integer>();
        for (var some : cut.split(",", -1)) {
            var match = SOME.matcher(some.strip());
            var profile = match.matches() ? MigProfile.parse(match.group(2).strip()) : Optional.<MigProfile>empty();
            if (profile.isEmpty() || "0".equals(match.group(1)) || "00".equals(match.group(1))) {
                throw new IllegalArgumentException(MESSAGES.text("notation.profile", some.strip()));
            }
            int count = Integer.parseInt(Objects.requireNonNullElse(match.group(1), "1"));
            counts.merge(profile.get(), count, Integer::sum);
        }
        return new MigConfigEntry(gpus, List.of(), true, MigInstanceCombination.of(counts));
    }

    private static Optional<SortedSet<Integer>> parseGpus(String text) {
        if (text.equals(ALL)) {
            return Optional.empty();
        }
        var gpus = new TreeSet<Integer>();
        for (var range : text.split(",", -1)) {
            var match = GPUS.matcher(range.strip());
            if (!match.matches()) {
                throw new IllegalArgumentException(MESSAGES.text("notation.gpus", range.strip()));
            }
            int first = Integer.parseInt(match.group(1));
            int last = match.group(2) == null ? first : Integer.parseInt(match.group(2));
            if (last < first) {
                throw new IllegalArgumentException(MESSAGES.text("notation.backwards", range.strip()));
            }
            for (int gpu = first; gpu <= last; gpu++) {
                gpus.add(gpu);
            }
        }
        return Optional.of(gpus);
    }

    /** Returns the notation of some entries; device filters are omitted. */
    public static String format(List<MigConfigEntry> entries) {
        return entries.stream()
                .map(entry -> entry.devices().map(gpus -> rangesText(gpus) + "=").orElse("") + instancesText(entry))
                .collect(Collectors.joining(";"));
    }

    private static String instancesText(MigConfigEntry entry) {
        if (entry.instances().counts().isEmpty()) {
            return entry.enabled() ? NONE : OFF;
        }
        return entry.instances().counts().entrySet().stream()
                .map(some -> (some.getValue() == 1 ? "" : some.getValue() + "x") + some.getKey())
                .collect(Collectors.joining(","));
    }

    private static String rangesText(SortedSet<Integer> gpus) {
        var texts = new ArrayList<String>();
        int first = -1;
        int last = -2;
        for (int gpu : gpus) {
            if (gpu != last + 1) {
                addRange(texts, first, last);
                first = gpu;
            }
            last = gpu;
        }
        addRange(texts, first, last);
        return String.join(",", texts);
    }

    private static void addRange(List<String> texts, int first, int last) {
        if (first >= 0) {
            texts.add(first == last ? Integer.toString(first) : first + "-" + last);
        }
    }

    /** Returns a configuration name that is a valid label value; equal entries give equal names. */
    public static String configNameFor(List<MigConfigEntry> entries) {
        var text = (entries.stream().allMatch(entry -> entry.devices().isEmpty()) ? "every=" : "") + format(entries);
        var name = text.replace("=", "_").replace(";", "__").replace(',', '.').replace('+', '.');
        return name.length() <= LONGEST_NAME ? name : "layout-%08x".formatted(text.hashCode());
    }
}
