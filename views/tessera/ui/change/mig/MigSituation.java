package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuNode;
import tessera.insight.GpuNodes;
import tessera.insight.GpuTile;
import tessera.mig.MigComposition;
import tessera.mig.MigConfig;
import tessera.mig.MigConfig.Plan;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.plan.model.MigLayoutEffect;
import tessera.plan.node.MigChoices;
import tessera.plan.node.MigChoices.ChoiceStatus;
import tessera.plan.node.MigChoices.MigChoice;
import tessera.ui.AppServices;
import tessera.ui.kit.NumberText;

/**
 * What is to be known of nodes before their GPUs are divided anew.
 *
 * @param nodes  those that were looked at
 * @param unread how many more there are
 */
public record MigSituation(List<NodeMig> nodes, int unread) {

    private static final int MOST = 12;

    /**
     * A node.
     *
     * @param tiles its GPUs as they are
     * @param pods  those that hold GPUs
     */
    public record NodeMig(MigChoices choices, List<GpuTile> tiles, List<PodFacts> pods) {

        public NodeMig {
            tiles = List.copyOf(tiles);
            pods = List.copyOf(pods);
        }

        public String name() {
            return choices.node().name();
        }

        /** How it would be divided by a configuration. */
        MigLayoutEffect division(String config) {
            var after = choices.product().flatMap(product -> choices.choice(config)
                    .map(choice -> choice.of(product, tiles.size()))).orElse(Map.of());
            return division(config, after);
        }

        /** How it would be divided otherwise. */
        MigLayoutEffect division(String name, Map<Integer, Plan> after) {
            return new MigLayoutEffect(name(), choices.product().map(MigProduct::name).orElse(""), choices.told(),
                    tiles,
                    name, after, Map.of());
        }
    }

    /**
     * A configuration that every one of the nodes offers.
     *
     * @param words   what it makes of a node
     * @param present whether all of them are so already
     * @param refused why it cannot be had
     * @param strategy why it can be had only where the MIG strategy becomes mixed
     */
    public record CommonConfig(String name, String words, boolean present, Optional<String> refused,
            Optional<String> strategy) {}

    public MigSituation {
        nodes = List.copyOf(nodes);
    }

    /** Reads it; waits for the cluster. */
    public static MigSituation read(AppServices desk, List<String> names, MigProducts products)
            throws Failure, InterruptedException {
        var snapshot = desk.snapshots().get();
        var lookups = desk.reached().lookups();
        var gpuNodes = new GpuNodes(AcceleratorCatalog.standard());
        var nodes = new ArrayList<NodeMig>();
        for (var name : names.subList(0, Math.min(MOST, names.size()))) {
            var gpus = snapshot.node(name).flatMap(gpuNodes::read);
            nodes.add(new NodeMig(MigChoices.read(name, lookups, snapshot, products),
                    gpus.isEmpty() ? List.of() : PresentGpus.of(desk, gpus.get()),
                    gpus.map(GpuNode::holders).orElse(List.of())));
        }
        return new MigSituation(nodes, names.size() - nodes.size());
    }

    /** Why nothing can be chosen. */
    public List<Problem> obstacles() {
        return nodes.stream().map(node -> node.choices().obstacle()).flatMap(Optional::stream).distinct().toList();
    }

    /** Where the configurations come from. */
    public List<String> sources() {
        return nodes.stream().map(node -> node.choices().offer().source()).filter(source -> !source.isEmpty())
                .distinct()
                .toList();
    }

    public List<PodFacts> pods() {
        return nodes.stream().flatMap(node -> node.pods().stream()).toList();
    }

    /** Whether any of them has another MIG strategy than mixed. */
    public boolean unmixed() {
        return nodes.stream().anyMatch(
                node -> !node.choices().node().labels().getOrDefault(MigLabels.STRATEGY, "").equals("mixed"));
    }

    /** What a layout of one's own may begin with; empty where the nodes are not alike, so that there is none for all. */
    public Optional<MigComposition> start() {
        var first = nodes.isEmpty() ? Optional.<MigProduct>empty() : nodes.getFirst().choices().product();
        boolean alike = nodes.stream().allMatch(node -> node.choices().product().equals(first)
                && node.tiles().size() == nodes.getFirst().tiles().size());
        return !alike || nodes.getFirst().tiles().isEmpty() ? Optional.empty()
                : first.filter(MigProduct::placementsKnown)
                        .map(product -> start(product, nodes.getFirst().choices().told()));
    }

    private MigComposition start(MigProduct product, String config) {
        int gpus = nodes.getFirst().tiles().size();
        return nodes.getFirst().choices().choice(config)
                .map(choice -> MigComposition.of(product, choice.of(product, gpus)))
                .orElseGet(() -> MigComposition.whole(product, gpus));
    }

    /** What a layout of one's own may go on from. */
    public Optional<MigComposition> start(String config) {
        return start().map(before -> start(before.product(), config));
    }

    /** How nodes would stand with a layout of one's own: the worst of them. */
    public ChoiceStatus standing(MigConfig config, MigProducts products) {
        var standings = nodes.stream().map(node -> node.choices().standing(config, products)).toList();
        return standings.stream().filter(ChoiceStatus.ImpossibleChoice.class::isInstance).findFirst()
                .or(() -> standings.stream().filter(ChoiceStatus.MixedChoice.class::isInstance).findFirst())
                .orElseGet(() -> standings.isEmpty() ? new ChoiceStatus.Possible() : standings.getFirst());
    }

    /** How they would be divided otherwise. */
    public List<MigLayoutEffect> divisions(String name, Map<Integer, Plan> after) {
        return nodes.stream().map(node -> node.division(name, after)).toList();
    }

    /** What all of them offer, those that can be had first. */
    public List<CommonConfig> offers() {
        if (nodes.isEmpty() || !obstacles().isEmpty()) {
            return List.of();
        }
        var offers = nodes.getFirst().choices().choices().stream().map(MigChoice::name)
                .filter(name -> nodes.stream().allMatch(node -> node.choices().choice(name).isPresent()))
                .map(this::offer).toList();
        var sorted = new ArrayList<>(offers.stream().filter(offer -> offer.refused().isEmpty()).toList());
        offers.stream().filter(offer -> offer.refused().isPresent()).forEach(sorted::add);
        return sorted;
    }

    private CommonConfig offer(String name) {
        boolean present = true;
        Optional<String> refused = Optional.empty();
        Optional<String> strategy = Optional.empty();
        for (var node : nodes) {
            var standing = node.choices().choice(name).orElseThrow().standing();
            present &= standing instanceof ChoiceStatus.Present;
            if (standing instanceof ChoiceStatus.ImpossibleChoice(var why) && refused.isEmpty()) {
                refused = Optional.of(nodes.size() == 1 ? why : node.name() + ": " + why);
            } else if (standing instanceof ChoiceStatus.MixedChoice(var why)) {
                strategy = Optional.of(why);
            }
        }
        var first = nodes.getFirst();
        var words = first.choices().product()
                .map(product -> words(first.choices().choice(name).orElseThrow().of(product, first.tiles().size())))
                .orElse("");
        return new CommonConfig(name, words, present, refused, strategy);
    }

    /** What becomes of GPUs, those alike told together. */
    public static String words(Map<Integer, Plan> plans) {
        var alike = new LinkedHashMap<String, Integer>();
        plans.values().forEach(plan -> alike.merge(words(plan), 1, Integer::sum));
        if (alike.size() == 1) {
            return "every GPU: " + alike.keySet().iterator().next();
        }
        return alike.entrySet().stream()
                .map(entry -> NumberText.of(entry.getValue(), "GPU") + ": " + entry.getKey())
                .collect(Collectors.joining("; "));
    }

    private static String words(Plan plan) {
        return switch (plan) {
            case Plan.Off _ -> "whole";
            case Plan.LeftAlone _ -> "as it is";
            case Plan.UnfitResult _ -> "not possible";
            case Plan.CutResult(var layout) when layout.instances().isEmpty() -> "no instance, MIG is on";
            case Plan.CutResult(var layout) -> Objects.toString(layout.combination());
        };
    }

    /** How they are divided, while it is not chosen what they are to be. */
    public List<MigLayoutEffect> present() {
        return nodes.stream().map(node -> node.division("", Map.of())).toList();
    }

    /** How they would be divided by a configuration. */
    public List<MigLayoutEffect> divisions(String config) {
        return nodes.stream().map(node -> node.division(config)).toList();
    }
}
