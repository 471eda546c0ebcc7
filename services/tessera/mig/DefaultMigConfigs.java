package tessera.mig;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tessera.mig.MigConfig.MigConfigEntry;

/**
 * The operator's default configurations, computed as mig-manager does: MIG off, no instances, a balanced mix, and each profile at its maximum.
 */
public final class DefaultMigConfigs {

    public static final String ALL_DISABLED = "all-disabled";
    public static final String ALL_ENABLED = "all-enabled";
    public static final String ALL_BALANCED = "all-balanced";

    private DefaultMigConfigs() {}

    /** Returns the configurations by name, for a node whose GPUs are all of one product. */
    public static Map<String, MigConfig> forProduct(MigProduct product) {
        var configs = new LinkedHashMap<String, MigConfig>();
        addConfig(configs, ALL_DISABLED, false, MigInstanceCombination.of(List.of()));
        addConfig(configs, ALL_ENABLED, true, MigInstanceCombination.of(List.of()));
        balancedMix(product).ifPresent(mix -> addConfig(configs, ALL_BALANCED, true, mix));
        for (var profile : product.profiles()) {
            addConfig(configs, profile.profile().configName(), true,
                    MigInstanceCombination.of(Map.of(profile.profile(), profile.maxInstances())));
        }
        return configs;
    }

    private static void addConfig(Map<String, MigConfig> configs, String name, boolean enabled,
            MigInstanceCombination instances) {
        configs.put(name,
                new MigConfig(name, List.of(new MigConfigEntry(Optional.empty(), List.of(), enabled, instances))));
    }

    /** Returns two of one slice, one of two and, on boards with seven slices, one of three. */
    private static Optional<MigInstanceCombination> balancedMix(MigProduct product) {
        Map<Integer, Integer> wanted = switch (product.computeSlices()) {
            case 7 -> Map.of(1, 2, 2, 1, 3, 1);
            case 4 -> Map.of(1, 2, 2, 1);
            default -> Map.of();
        };
        var mix = new TreeMap<MigProfile, Integer>();
        for (var entry : wanted.entrySet()) {
            var slices = entry.getKey();
            var count = entry.getValue();
            product.profiles().stream()
                    .filter(profile -> profile.profile().isPlain() && profile.computeSlices() == slices)
                    .max(Comparator.comparingInt(GpuInstanceProfile::maxInstances))
                    .ifPresent(profile -> mix.put(profile.profile(), count));
        }
        if (mix.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new MigInstanceCombination(mix));
    }
}
