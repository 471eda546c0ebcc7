package tessera.plan.context;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tessera.gpu.ResourceClaimOnlyNodeDetector;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.OperandDeployLabels;
import tessera.model.Problem;
import tessera.sharing.DevicePluginConfigChoice;
import tessera.sharing.DevicePluginConfigChoice.PluginConfigFallbackRule;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DeviceShareCounts;

/**
 * The GPU sharing configuration of the cluster's device plugins.
 *
 * @param owner    who runs them
 * @param namespace where they run, and where their configurations must be; empty where there is none
 * @param migStrategy what the operator tells them of MIG, which wins over a configuration; empty where nobody does
 * @param location      where they are told to look
 * @param configs   the named configurations; empty where the ConfigMap is not there
 * @param sets      the DaemonSets that read them, device plugins first
 * @param problem       why the configurations could not be read
 */
public record DevicePluginSharingConfiguration(DevicePluginOwner owner, String namespace, String migStrategy,
        SharingConfigLocation location, Optional<SharingConfigMap> configs, List<DevicePluginDaemonSet> sets,
        Optional<Problem> problem) {

    private static final String PRESENT = "nvidia.com/gpu.present";
    private static final String PRODUCT = "nvidia.com/gpu.product";
    /** What a node offers where no device plugin can be told anything. */
    public static final DevicePluginSharingConfiguration NONE = new DevicePluginSharingConfiguration(
            DevicePluginOwner.noOwner(), "", "", SharingConfigLocation.noLocation(), Optional.empty(), List.of(),
            Optional.empty());

    /**
     * The owner of the device plugins: the GPU operator, a standalone installation, or none.
     *
     * @param policy  the ClusterPolicy in force; empty without an operator
     * @param version the resource version of the policy
     */
    public record DevicePluginOwner(DevicePluginOwnerKind kind, String policy, String version) {

        /** The kind of owner of the device plugins. */
        public enum DevicePluginOwnerKind {
            OPERATOR,
            /** A device plugin that was installed by itself. */
            STANDALONE,
            /** None was found. */
            NONE
        }

        static DevicePluginOwner noOwner() {
            return new DevicePluginOwner(DevicePluginOwnerKind.NONE, "", "");
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
    public record SharingConfigLocation(String configMap, String defaultConfig,
            List<PluginConfigFallbackRule> fallbacks, boolean assumed) {

        /** What the chart of the device plugin has, and that going without is not known to be refused. */
        public static final List<PluginConfigFallbackRule> SUPPOSED = List.of(PluginConfigFallbackRule.NAMED,
                PluginConfigFallbackRule.SINGLE, PluginConfigFallbackRule.EMPTY);

        public SharingConfigLocation {
            fallbacks = List.copyOf(fallbacks);
        }

        /** Returns the location that an operator sets; without a default, nodes without a label do not share. */
        public static SharingConfigLocation byOperator(String map, String usual) {
            return new SharingConfigLocation(map, usual, List.of(PluginConfigFallbackRule.EMPTY), false);
        }

        static SharingConfigLocation noLocation() {
            return byOperator("", "");
        }

        /** Returns the location with another ConfigMap or default. */
        public SharingConfigLocation withConfigMap(String otherMap, String otherUsual) {
            return new SharingConfigLocation(otherMap, otherUsual, fallbacks, assumed);
        }
    }

    /**
     * The ConfigMap with the named sharing configurations.
     *
     * @param texts     by name
     * @param documents the same as they are read
     */
    public record SharingConfigMap(String name, String resourceVersion, SortedMap<String, String> texts,
            SortedMap<String, DevicePluginConfigDocument> documents) {

        public SharingConfigMap {
            texts = Collections.unmodifiableSortedMap(new TreeMap<>(texts));
            documents = Collections.unmodifiableSortedMap(new TreeMap<>(documents));
        }

        /** Parses every text once. */
        public static SharingConfigMap of(String name, String resourceVersion, Map<String, String> texts) {
            var documents = new TreeMap<String, DevicePluginConfigDocument>();
            texts.forEach((key, text) -> documents.put(key, DevicePluginConfigDocument.parse(text)));
            return new SharingConfigMap(name, resourceVersion, new TreeMap<>(texts), documents);
        }
    }

    /**
     * A DaemonSet whose pods read sharing configurations when they start.
     *
     * @param app       what its pods have as the label {@code app}
     * @param plugin    whether it is the device plugin; else it discovers features
     * @param restartedAt when it was last told to start anew, as written; empty for never
     */
    public record DevicePluginDaemonSet(String namespace, String name, String app, String resourceVersion,
            boolean plugin, String restartedAt) {}

    public DevicePluginSharingConfiguration {
        sets = List.copyOf(sets);
    }

    /** Returns the nodes whose GPUs an NVIDIA device plugin advertises, without those of ResourceClaims or virtual machines. */
    public static List<NodeWithBoundPods> gpuNodes(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.nodes().stream()
                .filter(node -> node.nodeSummary().label(PRESENT).equals("true")
                        || !node.nodeSummary().label(PRODUCT).isEmpty())
                .filter(node -> !ResourceClaimOnlyNodeDetector.usesClaims(node)
                        && !OperandDeployLabels.isForVirtualMachines(node.nodeSummary()))
                .toList();
    }

    /** Returns the parsed named configurations; none if there are none, or they could not be read. */
    public SortedMap<String, DevicePluginConfigDocument> documents() {
        return configs.map(SharingConfigMap::documents).orElseGet(Collections::emptySortedMap);
    }

    /** Returns the configuration that a node uses. */
    public DevicePluginConfigChoice choiceOf(NodeSummary node) {
        return choiceForLabel(node.label(DevicePluginConfigChoice.LABEL));
    }

    /** Returns the configuration that a node with this label uses. */
    public DevicePluginConfigChoice choiceForLabel(String label) {
        if (location.configMap().isEmpty()) {
            return new DevicePluginConfigChoice("", DevicePluginConfigChoice.PluginConfigChoiceOrigin.NONE);
        }
        return DevicePluginConfigChoice.choose(label, location.defaultConfig(),
                configs.map(configMap -> configMap.texts().keySet()).orElseGet(Set::of), location.fallbacks());
    }

    /** Returns the same cluster with another location and other configurations. */
    public DevicePluginSharingConfiguration withConfigs(SharingConfigLocation other, SortedMap<String, String> texts) {
        return new DevicePluginSharingConfiguration(owner, namespace, migStrategy, other, Optional.of(SharingConfigMap
                .of(other.configMap(), configs.map(SharingConfigMap::resourceVersion).orElse(""), texts)), sets,
                problem);
    }

    /** Returns the sharing settings of a node; empty if its configuration is missing or invalid. */
    public Optional<DeviceShareCounts> sharesOf(DevicePluginConfigChoice choice) {
        if (choice.configName().isEmpty()) {
            return Optional.of(DeviceShareCounts.NONE);
        }
        return Optional.ofNullable(documents().get(choice.configName())).flatMap(DevicePluginConfigDocument::config)
                .map(config -> config.shares());
    }
}
