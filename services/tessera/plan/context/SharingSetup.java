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
 * The GPU sharing configuration of the cluster's device plugins.
 *
 * @param owner    who runs them
 * @param namespace where they run, and where their configurations must be; empty where there is none
 * @param migStrategy what the operator tells them of MIG, which wins over a configuration; empty where nobody does
 * @param location      where they are told to look
 * @param configs   the named configurations; empty where the ConfigMap is not there
 * @param sets      the DaemonSets that read them, device plugins first
 * @param gap       why the configurations could not be read
 */
public record SharingSetup(PluginOwner owner, String namespace, String migStrategy, ConfigLocation location,
        Optional<SharingConfigs> configs,
        List<PluginDaemonSet> sets, Optional<Problem> gap) {

    private static final String PRESENT = "nvidia.com/gpu.present";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    /** What a node offers where no device plugin can be told anything. */
    public static final SharingSetup NONE = new SharingSetup(PluginOwner.noOwner(), "", "", ConfigLocation.noLocation(),
            Optional.empty(), List.of(), Optional.empty());

    /**
     * The owner of the device plugins: the GPU operator, a standalone installation, or none.
     *
     * @param policy  the ClusterPolicy in force; empty without an operator
     * @param version the resource version of the policy
     */
    public record PluginOwner(PluginOwnerKind kind, String policy, String version) {

        /** The kind of owner of the device plugins. */
        public enum PluginOwnerKind {
            OPERATOR,
            /** A device plugin that was installed by itself. */
            STANDALONE,
            /** None was found. */
            NONE
        }

        static PluginOwner noOwner() {
            return new PluginOwner(PluginOwnerKind.NONE, "", "");
        }
    }

    /**
     * The ConfigMap and default from which device plugins read their configurations.
     *
     * @param configMap       name of the ConfigMap; empty for none
     * @param defaultConfig     the configuration for nodes without a label; may be empty
     * @param fallbacks how one is found without that
     * @param assumed   whether that is not known but supposed
     */
    public record ConfigLocation(String configMap, String defaultConfig, List<Fallback> fallbacks, boolean assumed) {

        /** What the chart of the device plugin has, and that going without is not known to be refused. */
        public static final List<Fallback> SUPPOSED = List.of(Fallback.NAMED, Fallback.SINGLE, Fallback.EMPTY);

        public ConfigLocation {
            fallbacks = List.copyOf(fallbacks);
        }

        /** Returns the location that an operator sets; without a default, nodes without a label do not share. */
        public static ConfigLocation byOperator(String map, String usual) {
            return new ConfigLocation(map, usual, List.of(Fallback.EMPTY), false);
        }

        static ConfigLocation noLocation() {
            return byOperator("", "");
        }

        /** Returns the location with another ConfigMap or default. */
        public ConfigLocation withConfigMap(String otherMap, String otherUsual) {
            return new ConfigLocation(otherMap, otherUsual, fallbacks, assumed);
        }
    }

    /**
     * The ConfigMap with the named sharing configurations.
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

        /** Parses every text once. */
        public static SharingConfigs of(String name, String resourceVersion, Map<String, String> texts) {
            var documents = new TreeMap<String, ConfigDocument>();
            texts.forEach((key, text) -> documents.put(key, ConfigDocument.parse(text)));
            return new SharingConfigs(name, resourceVersion, new TreeMap<>(texts), documents);
        }
    }

    /**
     * A DaemonSet whose pods read sharing configurations when they start.
     *
     * @param app       what its pods have as the label {@code app}
     * @param plugin    whether it is the device plugin; else it discovers features
     * @param restartedAt when it was last told to start anew, as written; empty for never
     */
    public record PluginDaemonSet(String namespace, String name, String app, String resourceVersion, boolean plugin,
            String restartedAt) {}

    public SharingSetup {
        sets = List.copyOf(sets);
    }

    /** Returns the nodes whose GPUs an NVIDIA device plugin advertises, without those allocated by ResourceClaims. */
    public static List<NodeInfo> gpuNodes(Snapshot snapshot) {
        return snapshot.nodes().stream().filter(node -> node.facts().label(PRESENT).equals("true")
                || !node.facts().label(PRODUCT).isEmpty()).filter(node -> !ClaimedGpus.usesClaims(node)).toList();
    }

    /** Returns the parsed named configurations; none if there are none, or they could not be read. */
    public SortedMap<String, ConfigDocument> documents() {
        return configs.map(SharingConfigs::documents).orElseGet(Collections::emptySortedMap);
    }

    /** Returns the configuration that a node uses. */
    public ConfigChoice choiceOf(NodeFacts node) {
        return choiceForLabel(node.label(ConfigChoice.LABEL));
    }

    /** Returns the configuration that a node with this label uses. */
    public ConfigChoice choiceForLabel(String label) {
        return location.configMap().isEmpty() ? new ConfigChoice("", ConfigChoice.ChoiceSource.NONE)
                : ConfigChoice.choose(label, location.defaultConfig(), configs.map(found -> found.texts().keySet())
                        .orElseGet(Set::of), location.fallbacks());
    }

    /** Returns the same cluster with another location and other configurations. */
    public SharingSetup withConfigs(ConfigLocation other, SortedMap<String, String> texts) {
        return new SharingSetup(owner, namespace, migStrategy, other,
                Optional.of(
                        SharingConfigs.of(other.configMap(), configs.map(SharingConfigs::resourceVersion).orElse(""),
                                texts)),
                sets,
                gap);
    }

    /** Returns the sharing settings of a node; empty if its configuration is missing or invalid. */
    public Optional<DeviceShares> sharesOf(ConfigChoice choice) {
        if (choice.configName().isEmpty()) {
            return Optional.of(DeviceShares.NONE);
        }
        return Optional.ofNullable(documents().get(choice.configName())).flatMap(ConfigDocument::config)
                .map(config -> config.shares());
    }
}
