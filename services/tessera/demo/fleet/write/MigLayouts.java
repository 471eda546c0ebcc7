package tessera.demo.fleet.write;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.demo.fleet.plan.Hardware;
import tessera.mig.Combination;
import tessera.mig.MigConfig;
import tessera.mig.MigConfig.Entry;
import tessera.mig.MigConfigFile;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;
import tessera.mig.StandardConfigs;

/** Named MIG layouts as configuration files of mig-parted. */
public final class MigLayouts {

    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR).build());

    private MigLayouts() {}

    /** The file that comes with the operator, for all products. */
    static String usual() {
        return write(standard());
    }

    /** The file of the fleet: what comes with the operator, and layouts that leave some GPUs of a node whole or other. */
    static String ofTheFleet() {
        var configs = standard();
        Hardware.load().layouts().entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(
                layout -> configs.computeIfAbsent(layout.getKey(),
                        name -> new MigConfig(name, entries(layout.getValue()))));
        return write(configs);
    }

    /** The file that the MIG manager works out on a node with GPUs of one product. */
    public static String of(MigProduct product) {
        return write(StandardConfigs.of(product));
    }

    private static String write(Map<String, MigConfig> configs) {
        try {
            return YAML.writeValueAsString(new MigConfigFile(configs, List.of()).tree());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, MigConfig> standard() {
        var byName = new LinkedHashMap<String, Map<Combination, SortedSet<String>>>();
        var enabled = new TreeMap<String, Boolean>();
        var products = MigProducts.bundled().all().stream().filter(product -> !product.pciDevices().isEmpty()).toList();
        for (var product : products) {
            StandardConfigs.of(product).forEach((name, config) -> {
                var entry = config.entries().getFirst();
                enabled.put(name, entry.enabled());
                byName.computeIfAbsent(name, _ -> new LinkedHashMap<>())
                        .computeIfAbsent(entry.instances(), _ -> new TreeSet<>()).addAll(product.pciDevices());
            });
        }
        var configs = new LinkedHashMap<String, MigConfig>();
        byName.forEach((name, families) -> {
            var entries = new ArrayList<Entry>();
            families.forEach((instances, devices) -> entries.add(new Entry(Optional.empty(),
                    families.size() == 1 ? List.of() : devices.stream().map(id -> "0x" + id + "10DE").toList(),
                    enabled.getOrDefault(name, true), instances)));
            configs.put(name, new MigConfig(name, entries));
        });
        return configs;
    }

    private static List<Entry> entries(List<Hardware.Part> parts) {
        var entries = new ArrayList<Entry>();
        int first = 0;
        for (var part : parts) {
            var indices = new TreeSet<Integer>();
            for (int i = 0; i < part.gpus(); i++) {
                indices.add(first + i);
            }
            first += part.gpus();
            var instances = new TreeMap<MigProfile, Integer>();
            part.instances().forEach((name, count) -> MigProfile.parse(name)
                    .ifPresent(profile -> instances.put(profile, count)));
            entries.add(new Entry(parts.size() == 1 ? Optional.empty() : Optional.of(indices), List.of(),
                    !instances.isEmpty(), new Combination(instances)));
        }
        return entries;
    }
}
