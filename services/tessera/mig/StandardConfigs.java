package tessera.mig;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.mig.MigConfig.MigConfigEntry;

/**
 * The configurations that every node offers under the operator, reckoned from the product as mig-manager does: MIG off,
 * MIG on without instances, a balanced mix, and as many as there is room for of each single size.
 */
public final class StandardConfigs {

    public static final String ALL_DISABLED = "all-disabled";
    public static final String ALL_ENABLED = "all-enabled";
    public static final String ALL_BALANCED = "all-balanced";

    private StandardConfigs() {}

    /** By name, for a node whose GPUs are all of one product. */
    public static Map<String, MigConfig> of(MigProduct product) {
        var configs = new LinkedHashMap<String, MigConfig>();
        add(configs, ALL_DISABLED, false, InstanceCombination.of(List.of()));
        add(configs, ALL_ENABLED, true, InstanceCombination.of(List.of()));
        balanced(product).ifPresent(mix -> add(configs, ALL_BALANCED, true, mix));
        for (var profile : product.profiles()) {
            add(configs, profile.profile().configName(), true,
                    InstanceCombination.of(Map.of(profile.profile(), profile.most())));
        }
        return configs;
    }

    private static void add(Map<String, MigConfig> configs, String name, boolean enabled,
            InstanceCombination instances) {
        configs.put(name,
                new MigConfig(name, List.of(new MigConfigEntry(Optional.empty(), List.of(), enabled, instances))));
    }

    /** Two of one slice, one of two and, on boards with seven slices, one of three. */
    private static Optional<InstanceCombination> balanced(MigProduct product) {
        Map<Integer, Integer> wanted = switch (product.computeSlices()) {
            case 7 -> Map.of(1, 2, 2, 1, 3, 1);
            case 4 -> Map.of(1, 2, 2, 1);
            default -> Map.of();
        };
        var mix = new TreeMap<MigProfile, Integer>();
        wanted.forEach((slices, count) -> product.profiles().stream()
                .filter(profile -> profile.profile().plain() && profile.computeSlices() == slices)
                .max(Comparator.comparingInt(InstanceProfile::most))
                .ifPresent(profile -> mix.put(profile.profile(), count)));
        return mix.isEmpty() ? Optional.empty() : Optional.of(new InstanceCombination(mix));
    }
}
