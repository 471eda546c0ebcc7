package tessera.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How many instances of each size, wherever they lie.
 *
 * @param counts by profile, the largest first; none is zero
 */
public record InstanceCombination(SortedMap<MigProfile, Integer> counts) {

    public InstanceCombination {
        var copy = new TreeMap<MigProfile, Integer>(counts);
        copy.values().removeIf(count -> count < 1);
        counts = Collections.unmodifiableSortedMap(copy);
    }

    public static InstanceCombination of(List<MigProfile> profiles) {
        var counts = new TreeMap<MigProfile, Integer>();
        profiles.forEach(profile -> counts.merge(profile, 1, Integer::sum));
        return new InstanceCombination(counts);
    }

    public static InstanceCombination of(Map<MigProfile, Integer> counts) {
        return new InstanceCombination(new TreeMap<>(counts));
    }

    /** Each instance by itself, the largest first. */
    public List<MigProfile> profiles() {
        var profiles = new ArrayList<MigProfile>();
        counts.forEach((profile, count) -> profiles.addAll(Collections.nCopies(count, profile)));
        return profiles;
    }

    /** This combination and one more instance. */
    public InstanceCombination plus(MigProfile profile) {
        var more = new TreeMap<>(counts);
        more.merge(profile, 1, Integer::sum);
        return new InstanceCombination(more);
    }

    public int of(MigProfile profile) {
        return counts.getOrDefault(profile, 0);
    }

    /** How many instances there are in all. */
    public int size() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** For example {@code 3g.40gb + 2 × 1g.10gb}. */
    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(entry -> (entry.getValue() == 1 ? "" : entry.getValue() + " × ") + entry.getKey())
                .collect(Collectors.joining(" + "));
    }
}
