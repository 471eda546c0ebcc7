package tessera.plan.node;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.mig.MigConfig;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.model.ClusterSnapshot;
import tessera.model.DriverUpgradeLabels;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.context.AcceptedMigConfigurations;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlannerInputReader;

/**
 * The MIG configurations that a node accepts, and their outcomes.
 *
 * @param product  what its GPUs are; empty where the catalogue does not know them
 * @param obstacle why nothing can be told it now
 * @param choices  in the order of the ConfigMap; none where they could not be read
 */
public record MigConfigurationChoices(PlanTargetNode node, AcceptedMigConfigurations configurations,
        Optional<MigProduct> product, Optional<Problem> obstacle, List<MigConfigurationChoice> choices) {

    /**
     * A MIG configuration with its status on the node.
     *
     * @param status how it stands with it on this node
     */
    public record MigConfigurationChoice(MigConfig config, MigConfigurationChoiceStatus status) {

        public String name() {
            return config.name();
        }

        /** Returns the resulting partition of each of several GPUs, by index. */
        public Map<Integer, MigConfig.MigConfigGpuEffect> plansFor(MigProduct product, int gpus) {
            return config.intentFor(Collections.nCopies(gpus, new MigConfig.TargetGpu(product, ""))).gpus();
        }
    }

    /** The status of a MIG configuration on a node. */
    public sealed interface MigConfigurationChoiceStatus {

        /** A configuration that the node's GPUs can have. */
        record SupportedChoice() implements MigConfigurationChoiceStatus {}

        /** A configuration that the node has, as its MIG manager reports. */
        record AppliedChoice() implements MigConfigurationChoiceStatus {}

        /** A configuration that the node's GPUs cannot have. */
        record ImpossibleChoice(String reason) implements MigConfigurationChoiceStatus {}

        /** A configuration that requires the mixed MIG strategy. */
        record MixedStrategyChoice(String reason) implements MigConfigurationChoiceStatus {}

        /** A configuration with an outcome that cannot be predicted. */
        record UnpredictableChoice(String reason) implements MigConfigurationChoiceStatus {}
    }

    public MigConfigurationChoices {
        choices = List.copyOf(choices);
    }

    /** Reads the choices of a node; waits for the server. What keeps a node from being divided is told and does not fail. */
    public static MigConfigurationChoices read(String name, PlannerInputReader inputReader,
            ClusterSnapshot clusterSnapshot, MigProductCatalog products) throws ProblemException, InterruptedException {
        var node = inputReader.readNode(name);
        if (findObstacle(node).isPresent() && !node.labels().containsKey(MigNodeLabels.STATE)) {
            return of(node, new AcceptedMigConfigurations("", Map.of(), Optional.empty()), products);
        }
        try {
            return of(node, inputReader.readMigOffer(name, managerNamespace(clusterSnapshot, name)), products);
        } catch (ProblemException problemException) {
            return of(node, AcceptedMigConfigurations.unknownDueTo(problemException.problem()), products);
        }
    }

    static MigConfigurationChoices of(PlanTargetNode node, AcceptedMigConfigurations configurations,
            MigProductCatalog products) {
        var choices = new ArrayList<MigConfigurationChoice>();
        configurations.configs().values()
                .forEach(config -> choices.add(new MigConfigurationChoice(config, statusOf(node, config, products))));
        return new MigConfigurationChoices(node, configurations,
                products.findByLabel(node.labels().getOrDefault("nvidia.com/gpu.product", "")),
                findObstacle(node).or(configurations::gap), choices);
    }

    private static MigConfigurationChoiceStatus statusOf(PlanTargetNode node, MigConfig config,
            MigProductCatalog products) {
        if (isApplied(node, config.name())) {
            return new MigConfigurationChoiceStatus.AppliedChoice();
        }
        return switch (PredictedMigResources.of(node, config, products)) {
            case PredictedMigResources.ImpossibleMigConfig(var problem) ->
                new MigConfigurationChoiceStatus.ImpossibleChoice(problem.text());
            case PredictedMigResources.StrategyExcludedConfiguration(var obstacle) ->
                new MigConfigurationChoiceStatus.MixedStrategyChoice(obstacle.text());
            case PredictedMigResources.UnpredictableResources(var obstacle) ->
                new MigConfigurationChoiceStatus.UnpredictableChoice(obstacle.text());
            case PredictedMigResources.PossibleMigResources _ -> new MigConfigurationChoiceStatus.SupportedChoice();
        };
    }

    /** Returns the configuration of a name; empty if it is not offered. */
    public Optional<MigConfigurationChoice> findChoice(String name) {
        return choices.stream().filter(choice -> choice.name().equals(name)).findFirst();
    }

    /** Returns the status of a configuration that is not offered yet. */
    public MigConfigurationChoiceStatus statusOf(MigConfig config, MigProductCatalog catalogue) {
        return statusOf(node, config, catalogue);
    }

    /** Returns the configuration that the node was last labelled with; empty if none. */
    public String requestedConfig() {
        return node.labels().getOrDefault(MigNodeLabels.CONFIG, "");
    }

    /** Returns the namespace of a node's MIG manager; empty if none is visible. */
    static String managerNamespace(ClusterSnapshot clusterSnapshot, String node) {
        return findManager(clusterSnapshot, node).map(PodSummary::namespace).orElse("");
    }

    /** Returns the MIG manager pod of a node; empty if none is visible. */
    static Optional<PodSummary> findManager(ClusterSnapshot clusterSnapshot, String node) {
        return clusterSnapshot.findNode(node).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .filter(pod -> MigNodeLabels.MANAGER_APP.equals(pod.labels().get("app"))).findFirst();
    }

    static boolean isRequested(PlanTargetNode node, String config) {
        return config.equals(node.labels().get(MigNodeLabels.CONFIG));
    }

    /** Returns whether a node has the configuration label and its MIG manager reports success. */
    static boolean isApplied(PlanTargetNode node, String config) {
        return isRequested(node, config) && "success".equals(node.labels().get(MigNodeLabels.STATE));
    }

    /** Returns why the MIG manager of a node cannot take a request now; empty if it can. */
    static Optional<Problem> findObstacle(PlanTargetNode node) {
        return findIncapability(node.name(), node.labels()).or(() -> findOngoingChange(node.name(), node.labels()))
                .map(NodeTargetResolver::refusal);
    }

    private static Optional<MigRefusal> findOngoingChange(String name, Map<String, String> labels) {
        var upgrade = labels.getOrDefault(DriverUpgradeLabels.STATE, "");
        if (DriverUpgradeLabels.FAILED.equals(upgrade)) {
            return Optional.of(new MigRefusal.FailedDriverUpgrade(name, upgrade,
                    DriverUpgradeLabels.STATE + "=" + DriverUpgradeLabels.REQUIRED));
        }
        if (DriverUpgradeLabels.holdsNode(labels)) {
            return Optional.of(new MigRefusal.OngoingDriverUpgrade(name, upgrade));
        }
        var state = labels.getOrDefault(MigNodeLabels.STATE, "");
        return state.equals("pending") || state.equals("rebooting")
                ? Optional.of(new MigRefusal.OngoingMigChange(name, state, MigNodeLabels.pausedOperands(labels)))
                : Optional.empty();
    }

    private static Optional<MigRefusal> findIncapability(String name, Map<String, String> labels) {
        var layout = labels.getOrDefault(MigNodeLabels.GKE_LAYOUT, "");
        if (!layout.isEmpty()) {
            return Optional.of(new MigRefusal.GkePartition(name, layout, MigNodeLabels.GKE_LAYOUT));
        }
        var capable = labels.get(MigNodeLabels.CAPABLE);
        if (capable == null) {
            return Optional.of(NodeSummary.hasGkeLabels(labels) ? new MigRefusal.UnpartitionedGkeNode(name)
                    : new MigRefusal.UnknownMigCapability(name, MigNodeLabels.CAPABLE));
        }
        if (!"true".equals(capable)) {
            return Optional.of(new MigRefusal.MigIncapableNode(name, MigNodeLabels.CAPABLE));
        }
        return "true".equals(labels.get(MigNodeLabels.MANAGER)) ? Optional.empty()
                : Optional.of(new MigRefusal.MigManagerNotFound(name, MigNodeLabels.MANAGER));
    }
}
