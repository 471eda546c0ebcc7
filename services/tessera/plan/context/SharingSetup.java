package tessera.plan.context;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.insight.ClaimedGpus;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.sharing.ConfigChoice;
import tessera.sharing.ConfigChoice.Fallback;
import tessera.sharing.ConfigDocument;
import tessera.sharing.DeviceShares;

/**
 * How the device plugins of a cluster are told to share GPUs.
 *
 * @param keeper    who runs them
 * @param namespace where they run, and where their configurations must be; empty where there is none
 * @param migStrategy what the operator tells them of MIG, which wins over a configuration; empty where nobody does
 * @param told      where they are told to look
 * @param configs   the named configurations; empty where the ConfigMap is not there
 * @param sets      the DaemonSets that read them, device plugins first
 * @param gap       why the configurations could not be read
 */
public record SharingSetup(PluginKeeper keeper, String namespace, String migStrategy, ConfigLocation told,
        Optional<SharingConfigs> configs,
        List<PluginSet> sets, Optional<Problem> gap) {

    private static final String PRESENT = "nvidia.com/gpu.present";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    /** What a node offers where no device plugin can be told anything. */
    public static final SharingSetup NONE = new SharingSetup(PluginKeeper.none(), "", "", ConfigLocation.none(),
            Optional.empty(), List.of(), Optional.empty());

    /**
     * Who runs the device plugins.
     *
     * @param policy  the ClusterPolicy in force; empty without an operator
     * @param version the resource version of the policy
     */
    public record PluginKeeper(KeeperKind kind, String policy, String version) {

        /** Whether there is an operator. */
        public enum KeeperKind {
            OPERATOR,
            /** A device plugin that was installed by itself. */
            STANDALONE,
            /** None was found. */
            NONE
        }

        static PluginKeeper none() {
            return new PluginKeeper(KeeperKind.NONE, "", "");
        }
    }

    /**
     * Where device plugins are told to look for their configurations.
     *
     * @param map       name of the ConfigMap; empty for none
     * @param usual     the configuration for nodes without a label; may be empty
     * @param fallbacks how one is found without that
     * @param assumed   whether that is not known but supposed
     */
    public record ConfigLocation(String map, String usual, List<Fallback> fallbacks, boolean assumed) {

        /** What the chart of the device plugin has, and that going without is not known to be refused. */
        public static final List<Fallback> SUPPOSED = List.of(Fallback.NAMED, Fallback.SINGLE, Fallback.EMPTY);

        public ConfigLocation {
            fallbacks = List.copyOf(fallbacks);
        }

        /** What an operator tells: without a default, nodes without a label go without. */
        public static ConfigLocation byOperator(String map, String usual) {
            return new ConfigLocation(map, usual, List.of(Fallback.EMPTY), false);
        }

        static ConfigLocation none() {
            return byOperator("", "");
        }

        /** The same with another ConfigMap or default. */
        public ConfigLocation with(String otherMap, String otherUsual) {
            return new ConfigLocation(otherMap, otherUsual, fallbacks, assumed);
        }
    }

    /**
     * The ConfigMap.
     *
     * @param texts     by name
     * @param documents the same as they are read
     */
    public record SharingConfigs(String name, String resourceVersion, SortedMap<String, String> texts,
            SortedMap<String, ConfigDocument> documents) {

        public SharingConfigs {
            texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
            documents = Collections.unmodifiableSortedMap(new TreeMap<>(documents));
        }

        /** Reads every text once. */
        public static SharingConfigs of(String name, String resourceVersion, Map<String, String> texts) {
            var documents = new TreeMap<String, ConfigDocument>();
            texts.forEach((key, text) -> documents.put(key, ConfigDocument.read(text)));
            return new SharingConfigs(name, resourceVersion, new TreeMap<>(texts), documents);
        }
    }

    /**
     * A DaemonSet whose pods read configurations when they start.
     *
     * @param app       what its pods have as the label {@code app}
     * @param plugin    whether it is the device plugin; else it discovers features
     * @param restarted when it was last told to start anew, as written; empty for never
     */
    public record PluginSet(String namespace, String name, String app, String resourceVersion, boolean plugin,
            String restarted) {}

    public SharingSetup {
        sets = List.copyOf(sets);
    }

    /** The nodes with GPUs that a device plugin of NVIDIA offers, which claims do not hand out. */
    public static List<NodeInfo> gpuNodes(Snapshot snapshot) {
        return snapshot.nodes().stream().filter(node -> node.facts().label(PRESENT).equals("true")
                || !node.facts().label(PRODUCT).isEmpty()).filter(node -> !ClaimedGpus.on(node)).toList();
    }

    /** The named configurations as they are read; none where there are none, or they could not be read. */
    public SortedMap<String, ConfigDocument> documents() {
        return configs.map(SharingConfigs::documents).orElseGet(Collections::emptySortedMap);
    }

    /** Which configuration a node takes. */
    public ConfigChoice choice(NodeFacts node) {
        return choice(node.label(ConfigChoice.LABEL));
    }

    /** Which configuration a node takes that has this label. */
    public ConfigChoice choice(String label) {
        return told.map().isEmpty() ? new ConfigChoice("", ConfigChoice.ChoiceSource.NONE)
                : ConfigChoice.of(label, told.usual(), configs.map(found -> found.texts().keySet())
                        .orElseGet(Set::of), told.fallbacks());
    }

    /** The same cluster with other configurations and told otherwise. */
    public SharingSetup with(ConfigLocation other, SortedMap<String, String> texts) {
        return new SharingSetup(keeper, namespace, migStrategy, other,
                Optional.of(
                        SharingConfigs.of(other.map(), configs.map(SharingConfigs::resourceVersion).orElse(""), texts)),
                sets,
                gap);
    }

    /** How a node is told to share; empty where what it is told to take is not there, or is rejected. */
    public Optional<DeviceShares> shares(ConfigChoice choice) {
        if (choice.key().isEmpty()) {
            return Optional.of(DeviceShares.NONE);
        }
        return Optional.ofNullable(documents().get(choice.key())).flatMap(ConfigDocument::config)
                .map(config -> config.shares());
    }
}
