package tessera.mig;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import tessera.mig.MigConfig.MigConfigEntry;

/**
 * What nodes with GPUs of several products are each offered, as one file for all of them. A name means for each product
 * what it meant before.
 */
public final class CombinedConfigs {

    private CombinedConfigs() {}

    /**
     * What a node is offered.
     *
     * @param product what its GPUs are
     */
    public record OfferedConfigs(MigProduct product, Map<String, MigConfig> configs) {}

    /**
     * The file for all. Where two nodes of one product are offered different things by one name, the first one's counts. A
     * product without a published PCI device cannot be told apart, and what it is offered is left out unless all are.
     */
    public static Map<String, MigConfig> of(Collection<OfferedConfigs> all) {
        var products = new LinkedHashSet<MigProduct>();
        var byName = new LinkedHashMap<String, Map<MigProduct, List<MigConfigEntry>>>();
        for (var offered : all) {
            products.add(offered.product());
            offered.configs().forEach((name, config) -> byName.computeIfAbsent(name, _ -> new LinkedHashMap<>())
                    .putIfAbsent(offered.product(), about(config, offered.product())));
        }
        var configs = new LinkedHashMap<String, MigConfig>();
        byName.forEach((name, meanings) -> configs.put(name, new MigConfig(name, entries(meanings, products.size()))));
        configs.values().removeIf(config -> config.entries().isEmpty());
        return configs;
    }

    /** Those entries that select GPUs of a product, whatever else they select. */
    private static List<MigConfigEntry> about(MigConfig config, MigProduct product) {
        var gpu = new MigConfig.TargetGpu(product, "");
        return config.entries().stream()
                .filter(entry -> entry.filter().isEmpty() || entry.filter().stream().anyMatch(gpu::is))
                .map(entry -> new MigConfigEntry(entry.devices(), List.of(), entry.enabled(), entry.instances()))
                .toList();
    }

    private static List<MigConfigEntry> entries(Map<MigProduct, List<MigConfigEntry>> meanings, int products) {
        var different = new LinkedHashSet<>(meanings.values());
        if (different.size() == 1 && meanings.size() == products) {
            return different.getFirst();
        }
        var entries = new ArrayList<MigConfigEntry>();
        for (var meaning : different) {
            var devices = meanings.entrySet().stream().filter(entry -> entry.getValue().equals(meaning))
                    .flatMap(entry -> entry.getKey().pciDevices().stream()).map(id -> "0x" + id + "10DE").toList();
            if (!devices.isEmpty()) {
                meaning.forEach(entry -> entries
                        .add(new MigConfigEntry(entry.devices(), devices, entry.enabled(), entry.instances())));
            }
        }
        return entries;
    }
}
