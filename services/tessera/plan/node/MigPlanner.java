package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuNode;
import tessera.gpu.NodeGpuAllocationGroup.GpuAllocationKind;
import tessera.gpu.NodeGpuReader;
import tessera.gpu.NodeGpuTileFactory;
import tessera.mig.MigConfig;
import tessera.mig.MigProduct;
import tessera.mig.MigProductCatalog;
import tessera.model.JsonPointers;
import tessera.model.MigNodeLabels;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.plan.context.AcceptedMigConfigurations;
import tessera.plan.context.MigConfigMaps;
import tessera.plan.context.MigManagerStoppedHostServices;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.NodeChangeIntent.ApplyMigConfigIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.MigLayoutEffect;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.plan.node.MigConfigurationChoices.MigConfigurationChoice;
import tessera.plan.node.MigConfigurationChoices.MigConfigurationChoiceStatus;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * Plans the repartitioning of GPUs by MIG. All nodes are cordoned first, so that no pod moves from one to the next; then, node by
 * node, the pods that hold GPUs are evicted, the MIG manager is told and what comes of it is waited for, and the node is
 * opened again if it was open.
 */
final class MigPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigPlanner.class);

    private final ApplyMigConfigIntent intent;
    private final NodeAndPodPlannerInput input;
    private final Map<String, AcceptedMigConfigurations> configsByNode;
    private final MigProductCatalog products;
    private final List<Reason> warnings = new ArrayList<>();
    private final List<Problem> refusals = new ArrayList<>();
    private final List<String> commands = new ArrayList<>();
    private final CustomMigLayoutPlanner writing;
    private final MigManagerStoppedHostServices clients;
    private final MigFailureLogs failureLogs;

    private MigPlanner(ApplyMigConfigIntent intent, NodeAndPodPlannerInput input, MigPlannerInput offering,
            MigProductCatalog products) {
        this.intent = intent;
        this.input = input;
        this.configsByNode = offering.configsByNode();
        this.products = products;
        this.clients = offering.clients();
        this.failureLogs = offering.failureLogs();
        this.writing = new CustomMigLayoutPlanner(intent, input, offering.source(), products);
    }

    static ChangePlan plan(ApplyMigConfigIntent intent, NodeAndPodPlannerInput input, MigPlannerInput offering,
            MigProductCatalog products) {
        return new MigPlanner(intent, input, offering, products).createPlan();
    }

    private ChangePlan createPlan() {
        var changing = new ArrayList<PlanTargetNode>();
        for (var node : NodeTargetResolver.foundNodes(input)) {
            var refusal = refusalOf(node);
            refusal.ifPresent(refusals::add);
            if (refusal.isEmpty() && !isApplied(node)) {
                changing.add(node);
            }
        }
        var calculator = new DrainPodEffectCalculator(input);
        var pods = calculator.effectsOnGpuUsers(changing);
        var evictions = new EvictionPlanner(intent.drainSettings(), input, pods);
        var steps = new ArrayList<PlanStepWithUndo>();
        changing.stream().filter(node -> !node.unschedulable())
                .map(node -> CordonPlanner.cordonStep(node, MigNodeLabels.CONFIG)).forEach(steps::add);
        steps.forEach(step -> commands.add("kubectl cordon " + step.step().object().name()));
        changing.forEach(node -> evictions.latecomerStep(node, true).ifPresent(steps::add));
        for (var node : changing) {
            steps.addAll(nodeSteps(node, evictions, node.equals(changing.getFirst()) ? writing.steps() : List.of()));
        }
        if (!changing.isEmpty()) {
            warnings.addAll(writing.warnings());
            refusals.addAll(writing.refusals());
        }
        warnings.addAll(evictions.warnings());
        changing.forEach(node -> warnings.addAll(modeWarnings(node)));
        if (!changing.isEmpty()) {
            warnings.add(MigChangeWarnings.clientPause(changing.stream().map(PlanTargetNode::name).toList(), clients));
        }
        changing.stream().filter(PlanTargetNode::unschedulable)
                .forEach(node -> warnings.add(new MigWarning.ConstantCordon(node.name())));
        warnings.addAll(UncordonWarningFinder.warnings(input, changing));
        warnings.addAll(stayingUsers(pods, calculator));
        refusals.addAll(evictions.refusals(changing));
        var effects = new PlanEffects(pods, List.of(), changing.stream().map(this::layoutEffect).toList(), List.of());
        boolean evicts = !pods.isEmpty() || changing.stream().anyMatch(node -> !node.unschedulable());
        return new ChangePlan(intent, steps, commands, effects, warnings, refusals,
                evicts ? intent.nodes().nodesText() : "");
    }

    private static List<MigWarning> stayingUsers(List<PodEffect> pods, DrainPodEffectCalculator calculator) {
        return pods.stream().filter(pod -> pod.fate() == PodFate.STAYS)
                .map(pod -> calculator.unrequestedUse(pod.pod()).<MigWarning>map(MigWarning.StayingGpuUser::new)
                        .orElseGet(() -> new MigWarning.StayingGpuHolder(pod.pod().key(), pod.text())))
                .toList();
    }

    private Optional<Problem> refusalOf(PlanTargetNode node) {
        return MigConfigurationChoices.findObstacle(node).or(() -> lossRefusal(node)).or(() -> sharerRefusal(node))
                .or(() -> configRefusal(node));
    }

    private Optional<GpuNode> gpuNodeOf(PlanTargetNode node) {
        return input.snapshot().findNode(node.name()).flatMap(new NodeGpuReader(input.accelerators())::read);
    }

    private Optional<Problem> lossRefusal(PlanTargetNode node) {
        return gpuNodeOf(node).filter(GpuNode::isLost)
                .map(_ -> NodeTargetResolver.refusal(new MigRefusal.SilentMigNode(node.name())));
    }

    private Optional<Problem> sharerRefusal(PlanTargetNode node) {
        return gpuNodeOf(node).flatMap(GpuNode::cardSharer)
                .map(sharer -> NodeTargetResolver.refusal(new MigRefusal.ForeignGpuSharing(node.name(), sharer)));
    }

    private Optional<Problem> configRefusal(PlanTargetNode node) {
        var configurations = configsByNode.getOrDefault(node.name(),
                new AcceptedMigConfigurations("", Map.of(), Optional.empty()));
        if (configurations.gap().isPresent()) {
            return configurations.gap();
        }
        var config = configurations.configs().get(intent.configName());
        if (config == null) {
            return Optional.of(NodeTargetResolver.refusal(new MigRefusal.UnofferedMigConfig(node.name(),
                    intent.configName(), configurations.source(), possibleConfigs(node, configurations))));
        }
        if (isRequested(node) && !isApplied(node)) {
            return Optional.of(NodeTargetResolver.refusal(new MigRefusal.RepeatedMigRequest(node.name(),
                    intent.configName(), node.labels().getOrDefault(MigNodeLabels.STATE, ""))));
        }
        return switch (PredictedMigResources.of(withFutureStrategy(node), config, products)) {
            case PredictedMigResources.ImpossibleMigConfig(var problem) -> unfitProblem(node, problem, false);
            case PredictedMigResources.StrategyExcludedConfiguration(var obstacle) ->
                unfitProblem(node, obstacle, true);
            case PredictedMigResources.UnpredictableResources(var obstacle) -> {
                warnings.add(new MigWarning.UnpredictableMigOutcome(node.name(), obstacle));
                yield Optional.empty();
            }
            case PredictedMigResources.PossibleMigResources offered -> {
                if (isApplied(node) && !offered.matchesNode(node)) {
                    warnings.add(new MigWarning.OutdatedDevicePlugin(node.name(), intent.configName()));
                }
                yield Optional.empty();
            }
        };
    }

    /** Returns the names of the offered configurations that the node's GPUs can have. */
    private List<String> possibleConfigs(PlanTargetNode node, AcceptedMigConfigurations configurations) {
        return MigConfigurationChoices.of(node, configurations, products).choices().stream()
                .filter(choice -> !(choice.status() instanceof MigConfigurationChoiceStatus.ImpossibleChoice))
                .map(MigConfigurationChoice::name).toList();
    }

    private Optional<Problem> unfitProblem(PlanTargetNode node, Reason why, boolean strategy) {
        return Optional.of(NodeTargetResolver
                .refusal(new MigRefusal.UnsuitableMigConfig(node.name(), intent.configName(), why, strategy)));
    }

    /** Returns the node with the MIG strategy that it will have. */
    private PlanTargetNode withFutureStrategy(PlanTargetNode node) {
        if (!intent.mixed()) {
            return node;
        }
        var labels = new HashMap<>(node.labels());
        labels.put(MigNodeLabels.STRATEGY, CustomMigLayoutPlanner.MIXED);
        return new PlanTargetNode(node.name(), node.uid(), node.resourceVersion(), labels, node.taints(),
                node.unschedulable(), node.capacity(), node.cordon());
    }

    private boolean isRequested(PlanTargetNode node) {
        return MigConfigurationChoices.isRequested(node, intent.configName());
    }

    private boolean isApplied(PlanTargetNode node) {
        return MigConfigurationChoices.isApplied(node, intent.configName());
    }

    private MigLayoutEffect layoutEffect(PlanTargetNode node) {
        var tiles = gpuNodeOf(node).map(NodeGpuTileFactory::tilesOf).orElse(List.of());
        var choices = MigConfigurationChoices.of(node, Objects.requireNonNull(configsByNode.get(node.name())),
                products);
        var after = choices.product().flatMap(product -> plansForProduct(product, choices, tiles)).orElse(Map.of());
        var resources = new HashMap<String, Long>();
        expectedLayout(node).devices().forEach((resource, devices) -> {
            long more = devices - PredictedMigResources.countDevices(node, resource);
            if (more != 0) {
                resources.put(resource, more);
            }
        });
        return new MigLayoutEffect(node.name(), choices.product().map(MigProduct::name).orElse(""),
                choices.requestedConfig(), tiles, intent.configName(), after, resources);
    }

    private Optional<Map<Integer, MigConfig.MigConfigGpuEffect>> plansForProduct(MigProduct product,
            MigConfigurationChoices choices, List<GpuHeatmapTile> tiles) {
        return choices.findChoice(intent.configName()).map(choice -> choice.plansFor(product, tiles.size()));
    }

    /** @param first what comes before any node is told, yet after the pods of this one have left */
    private List<PlanStepWithUndo> nodeSteps(PlanTargetNode node, EvictionPlanner evictions,
            List<PlanStepWithUndo> first) {
        var steps = new ArrayList<>(evictions.evictionSteps(pod -> isPodOn(node, pod)));
        evictions.awaitEmptyStep(node).ifPresent(steps::add);
        steps.addAll(first);
        var acquaint = writing.publishSteps(node.name());
        steps.addAll(acquaint);
        steps.forEach(step -> commands.add(step.step().commandLine()));
        steps.add(labelStep(node, !acquaint.isEmpty()));
        commands.add(String.join(" ", "kubectl", "label", "node", node.name(),
                MigNodeLabels.CONFIG + "=" + intent.configName(), MigNodeLabels.STATE + "-", "--overwrite"));
        var expected = expectedLayout(node);
        var wait = new PlanStep.AwaitClusterStateStep(ObjectRef.node(node.name()), expected, intent.limit());
        steps.add(PlanStepWithUndo.temporaryStep(wait,
                MESSAGES.text("step.await", expected.conditionText(wait.object()))));
        commands.add(wait.commandLine());
        if (!node.unschedulable()) {
            steps.add(CordonPlanner.reopenStep(node));
            commands.add("kubectl uncordon " + node.name());
        }
        return steps;
    }

    private List<MigWarning> modeWarnings(PlanTargetNode node) {
        var configs = Objects.requireNonNull(configsByNode.get(node.name())).configs();
        var after = configs.get(intent.configName());
        if (after == null) {
            return List.of();
        }
        var before = Optional.ofNullable(configs.get(node.labels().getOrDefault(MigNodeLabels.CONFIG, "")))
                .filter(config -> "success".equals(node.labels().get(MigNodeLabels.STATE)));
        var modeNow = before.isPresent() ? before.flatMap(MigChangeWarnings::modeOf)
                : gpuNodeOf(node).filter(MigPlanner::isWhollyDivided).map(_ -> true);
        return MigChangeWarnings.warnings(node, modeNow, after, failureLogs);
    }

    /** Returns whether instances are offered of all GPUs, so that these are in MIG mode. */
    private static boolean isWhollyDivided(GpuNode node) {
        return node.uses().stream().anyMatch(use -> use.allocatable() > 0)
                && node.groups().stream().allMatch(group -> group.form() == GpuAllocationKind.MIG);
    }

    private ExpectedClusterState.MigConfigurationExpectation expectedLayout(PlanTargetNode node) {
        var config = Objects.requireNonNull(configsByNode.get(node.name())).configs().get(intent.configName());
        if (config != null && PredictedMigResources.of(withFutureStrategy(node), config,
                products) instanceof PredictedMigResources.PossibleMigResources(var devices, var labels)) {
            return new ExpectedClusterState.MigConfigurationExpectation(intent.configName(), devices, labels);
        }
        return new ExpectedClusterState.MigConfigurationExpectation(intent.configName(), Map.of(), Map.of());
    }

    private static boolean isPodOn(PlanTargetNode node, PodEffect pod) {
        return pod.pod().node().equals(node.name());
    }

    /** Returns the step that sets the configuration and removes the old state label, so that it is not taken for the new one. */
    private PlanStepWithUndo labelStep(PlanTargetNode node, boolean restarted) {
        var before = node.labels().get(MigNodeLabels.CONFIG);
        var relied = new HashMap<String, @Nullable Object>();
        relied.put(labelPointer(MigNodeLabels.CONFIG), before);
        if (!restarted) {
            // A MIG manager that starts says anew how it stands with what was told before.
            relied.put(labelPointer(MigNodeLabels.STATE), node.labels().get(MigNodeLabels.STATE));
        }
        var patch = NodePatchFactory.patchOf(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels").put(MigNodeLabels.CONFIG, intent.configName());
            if (restarted || node.labels().containsKey(MigNodeLabels.STATE)) {
                labels.putNull(MigNodeLabels.STATE);
            }
        });
        return new PlanStepWithUndo(patch, MESSAGES.text("step.mig", node.name(), intent.configName()),
                MESSAGES.text("step.mig.effect", node.name(), intent.configName()),
                Optional.ofNullable(before).map(config -> new ApplyMigConfigIntent(TargetNodeSelection.of(node.name()),
                        config, intent.drainSettings(), intent.limit())));
    }

    private static String labelPointer(String label) {
        return "/metadata/labels/" + JsonPointers.escape(label);
    }

    /** The input of a MIG plan besides the survey. */
    record MigPlannerInput(Map<String, AcceptedMigConfigurations> configsByNode, MigConfigMaps source,
            MigManagerStoppedHostServices clients, MigFailureLogs failureLogs) {}
}
