package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuReader;
import tessera.mig.MigConfig;
import tessera.mig.MigConfig.MigConfigGpuEffect;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.mig.NodeMigLayoutDraft;
import tessera.model.MigNodeLabels;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.model.MigLayoutEffect;
import tessera.plan.node.MigConfigurationChoices;
import tessera.plan.node.MigConfigurationChoices.MigConfigurationChoice;
import tessera.plan.node.MigConfigurationChoices.MigConfigurationChoiceStatus;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;
import tessera.ui.OpenClusterSource;

/**
 * State of nodes before a MIG change: offered configurations, GPUs, pods.
 *
 * @param nodes  those that were looked at
 * @param unreadCount how many more there are
 */
public record NodeStateBeforeMigChange(List<NodeMigState> nodes, int unreadCount) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeStateBeforeMigChange.class);
    private static final int MOST = 12;

    /**
     * MIG state of one node: choices, GPUs, pods.
     *
     * @param tiles its GPUs as they are
     * @param pods  those that hold GPUs
     */
    public record NodeMigState(MigConfigurationChoices choices, List<GpuHeatmapTile> tiles, List<PodSummary> pods) {

        public NodeMigState {
            tiles = List.copyOf(tiles);
            pods = List.copyOf(pods);
        }

        public String name() {
            return choices.node().name();
        }

        /** Returns the effect of a configuration on the node. */
        MigLayoutEffect layoutEffect(String config) {
            var after = choices.product().flatMap(product -> plansOf(product, config)).orElse(Map.of());
            return layoutEffect(config, after);
        }

        private Optional<Map<Integer, MigConfigGpuEffect>> plansOf(MigProduct product, String config) {
            return choices.findChoice(config).map(choice -> choice.plansFor(product, tiles.size()));
        }

        /** Returns the effect of plans on the node. */
        MigLayoutEffect layoutEffect(String name, Map<Integer, MigConfigGpuEffect> after) {
            return new MigLayoutEffect(name(), choices.product().map(MigProduct::name).orElse(""),
                    choices.requestedConfig(), tiles, name, after, Map.of());
        }
    }

    /**
     * A configuration that every one of the nodes offers.
     *
     * @param layoutText   what it makes of a node
     * @param present whether all of them are so already
     * @param refusal why it cannot be had
     * @param strategyProblem why it can be had only where the MIG strategy becomes mixed
     */
    public record CommonMigConfiguration(String name, String layoutText, boolean present, Optional<String> refusal,
            Optional<String> strategyProblem) {}

    public NodeStateBeforeMigChange {
        nodes = List.copyOf(nodes);
    }

    /** Reads the state of the nodes; waits for the cluster. */
    public static NodeStateBeforeMigChange read(OpenClusterSource services, List<String> names,
            MigProductCatalog products) throws ProblemException, InterruptedException {
        var clusterSnapshot = services.snapshots().get();
        var inputReader = services.clusterServices().planLookups();
        var nodeGpuReader = new NodeGpuReader(AcceleratorCatalog.standard());
        var nodes = new ArrayList<NodeMigState>();
        for (var name : names.subList(0, Math.min(MOST, names.size()))) {
            var gpus = clusterSnapshot.findNode(name).flatMap(nodeGpuReader::read);
            nodes.add(new NodeMigState(MigConfigurationChoices.read(name, inputReader, clusterSnapshot, products),
                    gpus.isEmpty() ? List.of() : CurrentMigGpuTileReader.tilesOf(services, gpus.get()),
                    gpus.map(GpuNode::holders).orElse(List.of())));
        }
        return new NodeStateBeforeMigChange(nodes, names.size() - nodes.size());
    }

    /** Returns the problems that prevent any choice. */
    public List<Problem> obstacles() {
        return nodes.stream().map(node -> node.choices().obstacle()).flatMap(Optional::stream).distinct().toList();
    }

    /** Returns the names of the sources of the configurations. */
    public List<String> configSources() {
        return nodes.stream().map(node -> node.choices().configurations().source()).filter(source -> !source.isEmpty())
                .distinct().toList();
    }

    public List<PodSummary> pods() {
        return nodes.stream().flatMap(node -> node.pods().stream()).toList();
    }

    /** Returns whether any node has a MIG strategy other than mixed. */
    public boolean hasUnmixedNode() {
        return nodes.stream().anyMatch(
                node -> !node.choices().node().labels().getOrDefault(MigNodeLabels.STRATEGY, "").equals("mixed"));
    }

    /** Returns the composition that a custom layout may begin with; empty where the nodes differ. */
    public Optional<NodeMigLayoutDraft> commonStart() {
        var first = nodes.isEmpty() ? Optional.<MigProduct>empty() : nodes.getFirst().choices().product();
        boolean alike = nodes.stream().allMatch(node -> node.choices().product().equals(first)
                && node.tiles().size() == nodes.getFirst().tiles().size());
        if (!alike || nodes.getFirst().tiles().isEmpty()) {
            return Optional.empty();
        }
        return first.filter(MigProduct::hasKnownPlacements)
                .map(product -> startFrom(product, nodes.getFirst().choices().requestedConfig()));
    }

    private NodeMigLayoutDraft startFrom(MigProduct product, String config) {
        int gpus = nodes.getFirst().tiles().size();
        return nodes.getFirst().choices().findChoice(config)
                .map(choice -> NodeMigLayoutDraft.of(product, choice.plansFor(product, gpus)))
                .orElseGet(() -> NodeMigLayoutDraft.ofWholeGpus(product, gpus));
    }

    /** Returns the composition that a custom layout may go on from. */
    public Optional<NodeMigLayoutDraft> startFrom(String config) {
        return commonStart().map(before -> startFrom(before.product(), config));
    }

    /** Returns the status of a custom layout on the nodes: the worst of them. */
    public MigConfigurationChoiceStatus worstStatus(MigConfig config, MigProductCatalog products) {
        var standings = nodes.stream().map(node -> node.choices().statusOf(config, products)).toList();
        return standings.stream().filter(MigConfigurationChoiceStatus.ImpossibleChoice.class::isInstance).findFirst()
                .or(() -> standings.stream().filter(MigConfigurationChoiceStatus.MixedStrategyChoice.class::isInstance)
                        .findFirst())
                .orElseGet(() -> standings.isEmpty() ? new MigConfigurationChoiceStatus.SupportedChoice()
                        : standings.getFirst());
    }

    /** Returns the configurations that all nodes offer, the possible ones first. */
    public List<CommonMigConfiguration> offers() {
        if (nodes.isEmpty() || !obstacles().isEmpty()) {
            return List.of();
        }
        var offers = nodes.getFirst().choices().choices().stream().map(MigConfigurationChoice::name)
                .filter(this::isChoosableEverywhere).map(this::offerOf).toList();
        var sorted = new ArrayList<>(
                offers.stream().filter(configuration -> configuration.refusal().isEmpty()).toList());
        offers.stream().filter(configuration -> configuration.refusal().isPresent()).forEach(sorted::add);
        return sorted;
    }

    private boolean isChoosableEverywhere(String name) {
        return nodes.stream().allMatch(node -> node.choices().findChoice(name).isPresent());
    }

    private CommonMigConfiguration offerOf(String name) {
        boolean present = true;
        Optional<String> refused = Optional.empty();
        Optional<String> strategy = Optional.empty();
        for (var node : nodes) {
            var status = node.choices().findChoice(name).orElseThrow().status();
            present &= status instanceof MigConfigurationChoiceStatus.AppliedChoice;
            if (status instanceof MigConfigurationChoiceStatus.ImpossibleChoice(var reason) && refused.isEmpty()) {
                refused = Optional.of(nodes.size() == 1 ? reason : node.name() + ": " + reason);
            } else if (status instanceof MigConfigurationChoiceStatus.MixedStrategyChoice(var reason)) {
                strategy = Optional.of(reason);
            }
        }
        var first = nodes.getFirst();
        var text = first.choices().product()
                .map(product -> plansText(
                        first.choices().findChoice(name).orElseThrow().plansFor(product, first.tiles().size())))
                .orElse("");
        return new CommonMigConfiguration(name, text, present, refused, strategy);
    }

    /** Returns plans as text, equal ones counted together. */
    public static String plansText(Map<Integer, MigConfigGpuEffect> plans) {
        var alike = new LinkedHashMap<String, Integer>();
        plans.values().forEach(gpuConfigEffect -> alike.merge(planText(gpuConfigEffect), 1, Integer::sum));
        if (alike.size() == 1) {
            return MESSAGES.text("plan.everyGpu", alike.keySet().iterator().next());
        }
        return alike.entrySet().stream().map(entry -> MESSAGES.text("plan.someGpus", entry.getValue(), entry.getKey()))
                .collect(SentenceJoiner.toClauses());
    }

    private static String planText(MigConfigGpuEffect gpuConfigEffect) {
        return switch (gpuConfigEffect) {
            case MigConfigGpuEffect.MigDisabledGpu _ -> MESSAGES.text("plan.whole");
            case MigConfigGpuEffect.UnselectedGpu _ -> MESSAGES.text("plan.unchanged");
            case MigConfigGpuEffect.InapplicableConfig _ -> MESSAGES.text("plan.impossible");
            case MigConfigGpuEffect.PartitionedGpu(var layout) when layout.instances().isEmpty() ->
                MESSAGES.text("plan.noInstance");
            case MigConfigGpuEffect.PartitionedGpu(var layout) -> Objects.toString(layout.combination());
        };
    }

    /** Returns the present layouts, while no other is chosen. */
    public List<MigLayoutEffect> presentLayouts() {
        return nodes.stream().map(node -> node.layoutEffect("", Map.of())).toList();
    }

    /** Returns the effects of a configuration on the nodes. */
    public List<MigLayoutEffect> layoutEffects(String config) {
        return nodes.stream().map(node -> node.layoutEffect(config)).toList();
    }
}
