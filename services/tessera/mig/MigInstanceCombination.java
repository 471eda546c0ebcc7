package tessera.mig;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The number of instances of each profile, wherever they are placed.
 *
 * @param counts by profile, the largest first; none is zero
 */
public record MigInstanceCombination(SortedMap<MigProfile, Integer> counts) {

    public MigInstanceCombination {
        var copy = new TreeMap<MigProfile, Integer>(counts);
        copy.values().removeIf(count -> count < 1);
        counts = Collections.unmodifiableSortedMap(copy);
    }

    public static MigInstanceCombination of(List<MigProfile> profiles) {
        var counts = new TreeMap<MigProfile, Integer>();
        profiles.forEach(profile -> counts.merge(profile, 1, Integer::sum));
        return new MigInstanceCombination(counts);
    }

    public static MigInstanceCombination of(Map<MigProfile, Integer> counts) {
        return new MigInstanceCombination(new TreeMap<>(counts));
    }

    /** Returns each instance by itself, the largest first. */
    public List<MigProfile> profiles() {
        var profiles = new ArrayList<MigProfile>();
        counts.forEach((profile, count) -> profiles.addAll(Collections.nCopies(count, profile)));
        return profiles;
    }

    /** Returns this combination and one more instance. */
    public MigInstanceCombination plus(MigProfile profile) {
        var more = new TreeMap<>(counts);
        more.merge(profile, 1, Integer::sum);
        return new MigInstanceCombination(more);
    }

    public int countOf(MigProfile profile) {
        return counts.getOrDefault(profile, 0);
    }

    /** Returns the total number of instances. */
    public int instanceCount() {
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
