package tessera.mig;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.mig.MigConfig.MigConfigEntry;

/**
 * How GPUs are to be divided as one line of text, e.g. {@code 0-3=4g.40gb,3g.40gb;4-6=7x1g.10gb;7=off}. Without numbers of
 * GPUs a part is about all of them; {@code off} leaves them whole, {@code none} turns MIG on without an instance.
 */
public final class LayoutText {

    private static final Pattern GPUS = Pattern.compile("(\\d{1,3})(?:-(\\d{1,3}))?");
    private static final Pattern SOME = Pattern.compile("(?:(\\d{1,2})[x*])?(.+)");
    private static final String OFF = "off";
    private static final String NONE = "none";
    private static final String ALL = "all";
    private static final int LONGEST_NAME = 63;

    private LayoutText() {}

    /**
     * The entries of a configuration that says so.
     *
     * @throws IllegalArgumentException with a sentence for people when it is none
     */
    public static List<MigConfigEntry> read(String text) {
        var entries = new ArrayList<MigConfigEntry>();
        for (var part : text.split(";", -1)) {
            if (!part.isBlank()) {
                entries.add(entry(part.strip()));
            }
        }
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("No layout is named, such as 3g.40gb,4g.40gb");
        }
        return entries;
    }

    private static MigConfigEntry entry(String part) {
        int equals = part.indexOf('=');
        var gpus = equals < 0 ? Optional.<SortedSet<Integer>>empty() : gpus(part.substring(0, equals).strip());
        var cut = part.substring(equals + 1).strip();
        if (cut.equals(OFF) || cut.equals(NONE)) {
            return new MigConfigEntry(gpus, List.of(), cut.equals(NONE), InstanceCombination.of(List.of()));
        }
        var counts = new TreeMap<MigProfile, Integer>();
        for (var some : cut.split(",", -1)) {
            var match = SOME.matcher(some.strip());
            var profile = match.matches() ? MigProfile.parse(match.group(2).strip()) : Optional.<MigProfile>empty();
            if (profile.isEmpty() || "0".equals(match.group(1)) || "00".equals(match.group(1))) {
                throw new IllegalArgumentException(
                        "“%s” is no MIG profile, such as 3g.40gb or 7x1g.10gb".formatted(some.strip()));
            }
            int count = match.group(1) == null ? 1 : Integer.parseInt(match.group(1));
            counts.merge(profile.get(), count, Integer::sum);
        }
        return new MigConfigEntry(gpus, List.of(), true, InstanceCombination.of(counts));
    }

    private static Optional<SortedSet<Integer>> gpus(String text) {
        if (text.equals(ALL)) {
            return Optional.empty();
        }
        var gpus = new TreeSet<Integer>();
        for (var range : text.split(",", -1)) {
            var match = GPUS.matcher(range.strip());
            if (!match.matches()) {
                throw new IllegalArgumentException("“%s” names no GPUs, such as 0-3 or all".formatted(range.strip()));
            }
            int first = Integer.parseInt(match.group(1));
            int last = match.group(2) == null ? first : Integer.parseInt(match.group(2));
            if (last < first) {
                throw new IllegalArgumentException("“%s” counts backwards".formatted(range.strip()));
            }
            for (int gpu = first; gpu <= last; gpu++) {
                gpus.add(gpu);
            }
        }
        return Optional.of(gpus);
    }

    /** The text of some entries; filters by device are not told. */
    public static String write(List<MigConfigEntry> entries) {
        return entries.stream().map(entry -> entry.devices().map(gpus -> ranges(gpus) + "=").orElse("") + cut(entry))
                .collect(Collectors.joining(";"));
    }

    private static String cut(MigConfigEntry entry) {
        if (entry.instances().counts().isEmpty()) {
            return entry.enabled() ? NONE : OFF;
        }
        return entry.instances().counts().entrySet().stream()
                .map(some -> (some.getValue() == 1 ? "" : some.getValue() + "x") + some.getKey())
                .collect(Collectors.joining(","));
    }

    private static String ranges(SortedSet<Integer> gpus) {
        var words = new ArrayList<String>();
        int first = -1;
        int last = -2;
        for (int gpu : gpus) {
            if (gpu != last + 1) {
                add(words, first, last);
                first = gpu;
            }
            last = gpu;
        }
        add(words, first, last);
        return String.join(",", words);
    }

    private static void add(List<String> words, int first, int last) {
        if (first >= 0) {
            words.add(first == last ? Integer.toString(first) : first + "-" + last);
        }
    }

    /** A name for a configuration that says so: alike for those that are alike, and fit to be the value of a label. */
    public static String name(List<MigConfigEntry> entries) {
        var words = (entries.stream().allMatch(entry -> entry.devices().isEmpty()) ? "every=" : "") + write(entries);
        var name = words.replace("=", "_").replace(";", "__").replace(',', '.').replace('+', '.');
        return name.length() <= LONGEST_NAME ? name : "layout-%08x".formatted(words.hashCode());
    }
}
