package tessera.mig;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import tessera.mig.MigConfig.MigConfigEntry;

/**
 * One file of configurations for nodes with GPUs of several products. A name means for each product
 * what it meant before.
 */
public final class MigConfigFileCombiner {

    private MigConfigFileCombiner() {}

    /**
     * The configurations that are offered to a node.
     *
     * @param product what its GPUs are
     */
    public record ConfigsOfferedToNode(MigProduct product, Map<String, MigConfig> configs) {}

    /**
     * Returns the file for all nodes. Where two nodes of one product are offered different things by one name, the first one's counts. A
     * product without a published PCI device cannot be told apart, and what it is offered is left out unless all are.
     */
    public static Map<String, MigConfig> combine(Collection<ConfigsOfferedToNode> all) {
        var products = new LinkedHashSet<MigProduct>();
        var byName = new LinkedHashMap<String, Map<MigProduct, List<MigConfigEntry>>>();
        for (var offered : all) {
            products.add(offered.product());
            for (var entry : offered.configs().entrySet()) {
                var name = entry.getKey();
                var config = entry.getValue();
                byName.computeIfAbsent(name, _ -> new LinkedHashMap<>()).putIfAbsent(offered.product(),
                        entriesFor(config, offered.product()));
            }
        }
        var configs = new LinkedHashMap<String, MigConfig>();
        byName.forEach(
                (name, meanings) -> configs.put(name, new MigConfig(name, mergeEntries(meanings, products.size()))));
        configs.values().removeIf(config -> config.entries().isEmpty());
        return configs;
    }

    /** Returns the entries that select GPUs of a product, whatever else they select. */
    private static List<MigConfigEntry> entriesFor(MigConfig config, MigProduct product) {
        var gpu = new MigConfig.TargetGpu(product, "");
        return config.entries().stream()
                .filter(entry -> entry.filter().isEmpty() || entry.filter().stream().anyMatch(gpu::matchesFilter))
                .map(entry -> new MigConfigEntry(entry.devices(), List.of(), entry.enabled(), entry.instances()))
                .toList();
    }

    private static List<MigConfigEntry> mergeEntries(Map<MigProduct, List<MigConfigEntry>> meanings, int products) {
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
