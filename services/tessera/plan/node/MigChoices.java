package tessera.plan.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.mig.MigConfig;
import tessera.mig.MigProduct;
import tessera.mig.MigProducts;
import tessera.model.Failure;
import tessera.model.MigLabels;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.plan.context.MigOffer;
import tessera.plan.context.NodeObject;
import tessera.plan.context.SurveyLookups;

/**
 * What the MIG manager of a node can be told, and what would come of it.
 *
 * @param product  what its GPUs are; empty where the catalogue does not know them
 * @param obstacle why nothing can be told it now
 * @param choices  in the order of the ConfigMap; none where they could not be read
 */
public record MigChoices(NodeObject node, MigOffer offer, Optional<MigProduct> product, Optional<Problem> obstacle,
        List<MigChoice> choices) {

    /**
     * One of them.
     *
     * @param standing how it stands with it on this node
     */
    public record MigChoice(MigConfig config, ChoiceStatus standing) {

        public String name() {
            return config.name();
        }

        /** What becomes of so many GPUs, by index. */
        public Map<Integer, MigConfig.Plan> of(MigProduct product, int gpus) {
            return config.intended(Collections.nCopies(gpus, new MigConfig.TargetGpu(product, ""))).gpus();
        }
    }

    /** How it stands with a configuration on a node. */
    public sealed interface ChoiceStatus {

        /** The node can be divided so. */
        record Possible() implements ChoiceStatus {}

        /** The node was told so, and its MIG manager says that it is so. */
        record Present() implements ChoiceStatus {}

        /** It cannot be. */
        record ImpossibleChoice(String why) implements ChoiceStatus {}

        /** It can be only where the MIG strategy of the cluster becomes mixed. */
        record MixedChoice(String why) implements ChoiceStatus {}

        /** What comes of it cannot be told beforehand. */
        record UnknownChoice(String why) implements ChoiceStatus {}
    }

    public MigChoices {
        choices = List.copyOf(choices);
    }

    /** Reads them; waits for the server. What keeps a node from being divided is told and does not fail. */
    public static MigChoices read(String name, SurveyLookups lookups, Snapshot snapshot, MigProducts products)
            throws Failure, InterruptedException {
        var node = lookups.node(name);
        if (obstacle(node).isPresent() && !node.labels().containsKey(MigLabels.STATE)) {
            return of(node, new MigOffer("", Map.of(), Optional.empty()), products);
        }
        try {
            return of(node, lookups.migOffer(name, namespace(snapshot, name)), products);
        } catch (Failure failure) {
            return of(node, MigOffer.unknown(failure.problem()), products);
        }
    }

    static MigChoices of(NodeObject node, MigOffer offer, MigProducts products) {
        var choices = new ArrayList<MigChoice>();
        offer.configs().values()
                .forEach(config -> choices.add(new MigChoice(config, standing(node, config, products))));
        return new MigChoices(node, offer, products.byLabel(node.labels().getOrDefault("nvidia.com/gpu.product", "")),
                obstacle(node).or(offer::gap), choices);
    }

    private static ChoiceStatus standing(NodeObject node, MigConfig config, MigProducts products) {
        if (settled(node, config.name())) {
            return new ChoiceStatus.Present();
        }
        return switch (MigTarget.of(node, config, products)) {
            case MigTarget.UnfitTarget(var why) -> new ChoiceStatus.ImpossibleChoice(why);
            case MigTarget.MixedTarget(var why) -> new ChoiceStatus.MixedChoice(why);
            case MigTarget.UnknownTarget(var why) -> new ChoiceStatus.UnknownChoice(why);
            case MigTarget.Offers _ -> new ChoiceStatus.Possible();
        };
    }

    /** The configuration of a name; empty when it is not offered. */
    public Optional<MigChoice> choice(String name) {
        return choices.stream().filter(choice -> choice.name().equals(name)).findFirst();
    }

    /** How it would stand with a configuration that is not offered yet. */
    public ChoiceStatus standing(MigConfig config, MigProducts catalogue) {
        return standing(node, config, catalogue);
    }

    /** What it was told last; empty when it was told nothing. */
    public String told() {
        return node.labels().getOrDefault(MigLabels.CONFIG, "");
    }

    /** Where the MIG manager of a node runs; empty when that is not seen. */
    static String namespace(Snapshot snapshot, String node) {
        return manager(snapshot, node).map(PodFacts::namespace).orElse("");
    }

    /** The pod of the MIG manager of a node; empty where none is seen. */
    static Optional<PodFacts> manager(Snapshot snapshot, String node) {
        return snapshot.node(node).map(NodeInfo::pods).orElse(List.of()).stream()
                .filter(pod -> MigLabels.MANAGER_APP.equals(pod.labels().get("app"))).findFirst();
    }

    static boolean told(NodeObject node, String config) {
        return config.equals(node.labels().get(MigLabels.CONFIG));
    }

    /** Whether a node was told so, and its MIG manager says that it is so. */
    static boolean settled(NodeObject node, String config) {
        return told(node, config) && "success".equals(node.labels().get(MigLabels.STATE));
    }

    /** Why the MIG manager of a node cannot be told anything now. */
    static Optional<Problem> obstacle(NodeObject node) {
        var labels = node.labels();
        var name = node.name();
        var made = labels.getOrDefault(MigLabels.GKE_LAYOUT, "");
        if (!made.isEmpty()) {
            return refused("GKE divided the GPUs of %s into %s when it made the node, and keeps them so".formatted(name,
                    made),
                    "Make a node pool with another partition size, or with whole GPUs (label "
                            + MigLabels.GKE_LAYOUT + ").");
        }
        if (!"true".equals(labels.get(MigLabels.CAPABLE))) {
            return refused(name + " has no GPU that MIG can divide", "Its label " + MigLabels.CAPABLE
                    + " tells: feature discovery sets it on GPUs such as A100, H100 and B200.");
        }
        if (!"true".equals(labels.get(MigLabels.MANAGER))) {
            return refused("No MIG manager is deployed on " + name,
                    "The GPU operator deploys it where the label " + MigLabels.MANAGER + " is true.");
        }
        var state = labels.getOrDefault(MigLabels.STATE, "");
        if (state.equals("pending") || state.equals("rebooting")) {
            var paused = MigLabels.paused(labels);
            return refused("A change of MIG is under way on %s (%s)%s".formatted(name, state,
                    paused.isEmpty() ? "" : ", and paused for it are: " + String.join(", ", paused)),
                    "Wait until it ends. Where nothing goes on, mend it: Mend MIG in the window, or tessera plan mend-mig.");
        }
        return Optional.empty();
    }

    static Optional<Problem> refused(String headline, String remedy) {
        return Optional.of(NodeTargeting.invalid(headline, remedy));
    }
}
