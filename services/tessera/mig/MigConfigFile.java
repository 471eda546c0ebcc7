package tessera.mig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.mig.MigConfig.MigConfigEntry;
import tessera.mig.MigConfigFileProblem.MigConfigFilePlace;

/**
 * The configurations of a ConfigMap's {@code config.yaml}, as mig-parted reads it.
 *
 * @param configs  by name, in the file's order; one that has a problem is here as far as it could be read
 * @param problems what is wrong with the file
 */
public record MigConfigFile(Map<String, MigConfig> configs, List<MigConfigFileProblem> problems) {

    /** The common ConfigMap, that the operator brings. */
    public static final String USUAL = "default-mig-parted-config";
    private static final String VERSION_KEY = "version";
    private static final String VERSION = "v1";
    private static final String CONFIGS = "mig-configs";
    private static final String DEVICES = "devices";
    private static final String ALL = "all";
    private static final String FILTER = "device-filter";
    private static final String ENABLED = "mig-enabled";
    private static final String INSTANCES = "mig-devices";
    private static final Set<String> TOP_KEYS = Set.of(VERSION_KEY, CONFIGS);
    private static final Set<String> ENTRY_KEYS = Set.of(DEVICES, FILTER, ENABLED, INSTANCES);

    public MigConfigFile {
        configs = Collections.unmodifiableMap(new LinkedHashMap<>(configs));
        problems = List.copyOf(problems);
    }

    /**
     * Returns the ConfigMaps of a MIG manager, the first existing one counts: the policy's replaces all; else a node's own precedes the common one.
     *
     * @param named by the policy; empty for none
     */
    public static List<String> configMapNames(String node, String named) {
        if (named.isEmpty()) {
            return List.of(node + "-mig-config", USUAL);
        }
        return List.of(named);
    }

    /** Reads the tree of the YAML or JSON text. */
    public static MigConfigFile read(JsonNode tree) {
        var problems = new ArrayList<MigConfigFileProblem>();
        noteUnknownFields(tree, TOP_KEYS, new MigConfigFilePlace.WholeMigFile(), problems);
        if (!tree.path(VERSION_KEY).asText().equals(VERSION)) {
            problems.add(new MigConfigFileProblem.WrongFileVersion());
        }
        if (!tree.path(CONFIGS).isObject()) {
            problems.add(new MigConfigFileProblem.MissingMigConfigs());
        }
        var configs = new LinkedHashMap<String, MigConfig>();
        tree.path(CONFIGS).properties().forEach(config -> configs.put(config.getKey(),
                new MigConfig(config.getKey(), readEntries(config.getKey(), config.getValue(), problems))));
        return new MigConfigFile(configs, problems);
    }

    /** Returns the file as a tree, to be written as YAML. */
    public ObjectNode toTree() {
        var tree = JsonNodeFactory.instance.objectNode().put(VERSION_KEY, VERSION);
        var all = tree.putObject(CONFIGS);
        for (var config : configs.values()) {
            var list = all.putArray(config.name());
            config.entries().forEach(entry -> writeEntry(entry, list.addObject()));
        }
        return tree;
    }

    private static void writeEntry(MigConfigEntry entry, ObjectNode node) {
        entry.devices().ifPresentOrElse(indices -> indices.forEach(node.putArray(DEVICES)::add),
                () -> node.put(DEVICES, ALL));
        if (!entry.filter().isEmpty()) {
            entry.filter().forEach(node.putArray(FILTER)::add);
        }
        node.put(ENABLED, entry.enabled());
        if (entry.enabled() || !entry.instances().counts().isEmpty()) {
            var instances = node.putObject(INSTANCES);
            entry.instances().counts().forEach((profile, count) -> instances.put(profile.name(), count));
        }
    }

    private static List<MigConfigEntry> readEntries(String name, JsonNode list, List<MigConfigFileProblem> problems) {
        var entries = new ArrayList<MigConfigEntry>();
        if (!list.isArray() || list.isEmpty()) {
            problems.add(new MigConfigFileProblem.MissingMigConfigEntries(name));
        }
        for (var node : list) {
            var place = new MigConfigFilePlace.MigConfigEntryPlace(name, entries.size() + 1);
            entries.add(new MigConfigEntryReader(node, place, problems).readEntry());
        }
        return entries;
    }

    private static void noteUnknownFields(JsonNode node, Set<String> known, MigConfigFilePlace place,
            List<MigConfigFileProblem> problems) {
        node.propertyStream().map(Map.Entry::getKey).filter(key -> !known.contains(key))
                .forEach(key -> problems.add(new MigConfigFileProblem.UnknownMigFileKey(key, place)));
    }

    /** Reads one entry and collects its problems. */
    private record MigConfigEntryReader(JsonNode node, MigConfigFilePlace place, List<MigConfigFileProblem> problems) {

        MigConfigEntry readEntry() {
            noteUnknownFields(node, ENTRY_KEYS, place, problems);
            var enabled = node.path(ENABLED);
            if (!enabled.isBoolean()) {
                problems.add(new MigConfigFileProblem.MissingMigMode(place));
            }
            checkInstances(enabled);
            return new MigConfigEntry(readDevices(), readFilter(), enabled.asBoolean(),
                    MigInstanceCombination.of(readInstances()));
        }

        /** Checks that instances are told where MIG is enabled, and only there. */
        private void checkInstances(JsonNode enabled) {
            var instances = node.path(INSTANCES);
            boolean told = !instances.isMissingNode() && !instances.isNull();
            if (told && !instances.isObject()) {
                problems.add(new MigConfigFileProblem.MalformedMigInstances(place));
            } else if (enabled.asBoolean() && !told) {
                problems.add(new MigConfigFileProblem.MissingMigInstances(place));
            } else if (enabled.isBoolean() && !enabled.asBoolean() && !instances.isEmpty()) {
                problems.add(new MigConfigFileProblem.ExcessMigInstances(place));
            }
        }

        private Optional<SortedSet<Integer>> readDevices() {
            var devices = node.path(DEVICES);
            if (devices.asText().equals(ALL)) {
                return Optional.empty();
            }
            var indices = new TreeSet<Integer>();
            if (!devices.isArray()) {
                problems.add(new MigConfigFileProblem.MalformedGpuSelection(place));
            }
            for (var index : devices) {
                if (!index.isIntegralNumber() || !index.canConvertToInt() || index.asInt() < 0) {
                    problems.add(new MigConfigFileProblem.InvalidGpuIndex(index.asText(), place));
                } else if (!indices.add(index.asInt())) {
                    problems.add(new MigConfigFileProblem.DuplicateGpuIndex(index.asInt(), place));
                }
            }
            return Optional.of(indices);
        }

        private List<String> readFilter() {
            var filter = node.path(FILTER);
            var ids = new ArrayList<String>();
            if (filter.isArray()) {
                filter.forEach(id -> ids.add(id.asText()));
            } else if (!filter.asText().isEmpty()) {
                ids.add(filter.asText());
            }
            ids.stream().filter(id -> MigProductCatalog.parsePciDevice(id).isEmpty())
                    .forEach(id -> problems.add(new MigConfigFileProblem.InvalidPciDevice(id, place)));
            return ids;
        }

        private Map<MigProfile, Integer> readInstances() {
            var instances = new TreeMap<MigProfile, Integer>();
            node.path(INSTANCES).propertyStream().forEach(wanted -> {
                var profile = MigProfile.parse(wanted.getKey());
                if (profile.isEmpty()) {
                    problems.add(new MigConfigFileProblem.InvalidMigProfile(wanted.getKey(), place));
                } else if (!wanted.getValue().isIntegralNumber() || !wanted.getValue().canConvertToInt()
                        || wanted.getValue().asInt() < 1) {
                    problems.add(new MigConfigFileProblem.InvalidProfileCount(wanted.getKey(),
                            wanted.getValue().asText(), place));
                } else {
                    instances.put(profile.get(), wanted.getValue().asInt());
                }
            });
            return instances;
        }
    }
}
