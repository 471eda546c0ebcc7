package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigProductCatalog;
import tessera.model.JsonPointers;
import tessera.model.MigNodeLabels;
import tessera.model.NodeWithBoundPods;
import tessera.model.ObjectRef;
import tessera.model.OperandDeployLabels;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.plan.context.AcceptedMigConfigurations;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.MigRepairIntent;
import tessera.plan.intent.MigRepairIntent.MigRepairAction;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.step.ExpectedClusterState;
import tessera.plan.step.ExpectedClusterState.MigConfigurationExpectation;
import tessera.plan.step.PlanStep;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/**
 * Plans how a stuck or failed MIG change is finished: removes the state label, lest stale state is read, then restarts the responsible pod.
 */
final class MigRepairPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigRepairPlanner.class);
    private static final List<String> PLUGIN = List.of("nvidia-device-plugin-daemonset", "gpu-feature-discovery");

    private final MigRepairIntent intent;
    private final NodeAndPodPlannerInput input;
    private final MigRepairInput repairInput;
    private final MigProductCatalog products;
    private final List<Problem> refusals = new ArrayList<>();
    private final List<Reason> warnings = new ArrayList<>();

    /**
     * The input of a MIG repair besides the survey.
     *
     * @param configsByNode     what nodes can be told, by node
     * @param retryProblems what keeps their MIG managers from doing again what failed, by node
     */
    record MigRepairInput(Map<String, AcceptedMigConfigurations> configsByNode, Map<String, Problem> retryProblems) {}

    private MigRepairPlanner(MigRepairIntent intent, NodeAndPodPlannerInput input, MigRepairInput repairInput,
            MigProductCatalog products) {
        this.intent = intent;
        this.input = input;
        this.repairInput = repairInput;
        this.products = products;
    }

    static ChangePlan plan(MigRepairIntent intent, NodeAndPodPlannerInput input, MigRepairInput repairInput,
            MigProductCatalog products) {
        return new MigRepairPlanner(intent, input, repairInput, products).createPlan();
    }

    private ChangePlan createPlan() {
        var nodes = NodeTargetResolver.foundNodes(input);
        nodes.forEach(this::refuseNode);
        nodes.forEach(this::warnIfHealthy);
        boolean empties = intent.repair() == MigRepairAction.RESTART_MANAGER;
        var pods = new DrainPodEffectCalculator(input).effectsOnGpuUsers(empties ? nodes : List.of());
        var evictions = new EvictionPlanner(intent.drainSettings(), input, pods);
        var steps = new ArrayList<PlanStepWithUndo>();
        if (empties) {
            nodes.stream().filter(node -> !node.unschedulable()).map(CordonPlanner::cordonStep).forEach(steps::add);
            nodes.forEach(node -> evictions.latecomerStep(node, true).ifPresent(steps::add));
            warnings.addAll(evictions.warnings());
            refusals.addAll(evictions.refusals(nodes));
        }
        for (var node : nodes) {
            steps.addAll(evictions.evictionSteps(pod -> pod.pod().node().equals(node.name())));
            evictions.awaitEmptyStep(node).ifPresent(steps::add);
            steps.addAll(switch (intent.repair()) {
                case RESTART_MANAGER -> restartSteps(node, pod -> hasAppLabel(pod, MigNodeLabels.MANAGER_APP));
                case RESTART_PLUGIN -> restartSteps(node, MigRepairPlanner::isPluginPod);
                case END_PAUSE -> endPauseSteps(node);
            });
            if ((node.unschedulable() && intent.uncordon()) || (!node.unschedulable() && empties)) {
                steps.add(CordonPlanner.reopenStep(node));
            }
        }
        var guarded = intent.uncordon() ? UncordonWarningFinder.warnings(input, nodes) : List.<CordonWarning>of();
        warnings.addAll(guarded);
        var effects = new PlanEffects(pods, List.of());
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().commandLine()).toList(), effects,
                warnings, refusals,
                !effects.leavingPods().isEmpty() || !guarded.isEmpty() ? intent.nodes().nodesText() : "");
    }

    private static boolean isPluginPod(PodSummary pod) {
        return PLUGIN.stream().anyMatch(app -> hasAppLabel(pod, app));
    }

    private static boolean hasAppLabel(PodSummary pod, String app) {
        return app.equals(pod.labels().get("app"));
    }

    private void refuseNode(PlanTargetNode node) {
        if (!node.labels().containsKey(MigNodeLabels.CONFIG)) {
            refusals.add(NodeTargetResolver.refusal(new MigRefusal.MissingMigConfigLabel(node.name())));
        } else if (intent.repair() == MigRepairAction.RESTART_PLUGIN
                && !"success".equals(node.labels().get(MigNodeLabels.STATE))) {
            refusals.add(NodeTargetResolver.refusal(new MigRefusal.MigManagerUnsuccessful(node.name())));
        }
        Optional.ofNullable(repairInput.retryProblems().get(node.name())).ifPresent(refusals::add);
    }

    /** Warns if nothing is wrong; a restart can still be intended, as only a new MIG manager reads an edited layout. */
    private void warnIfHealthy(PlanTargetNode node) {
        var told = node.labels().getOrDefault(MigNodeLabels.CONFIG, "");
        boolean well = input.snapshot().findNode(node.name())
                .filter(info -> MigChangeProblem.of(node.labels(), info.nodeSummary().allocatable()).isEmpty())
                .isPresent();
        if (well && !told.isEmpty() && intent.repair() != MigRepairAction.END_PAUSE) {
            warnings.add(new MigWarning.HealthyMigNode(node.name(), told,
                    node.labels().getOrDefault(MigNodeLabels.STATE, "")));
        }
    }

    private List<PlanStepWithUndo> restartSteps(PlanTargetNode node, Predicate<PodSummary> which) {
        var steps = new ArrayList<PlanStepWithUndo>();
        if (intent.repair() == MigRepairAction.RESTART_MANAGER && node.labels().containsKey(MigNodeLabels.STATE)) {
            steps.add(relabelStep(node, Map.of(), MESSAGES.text("step.clear-state", node.name()),
                    Optional.of(MigNodeLabels.STATE)));
        }
        var pods = input.snapshot().findNode(node.name()).map(NodeWithBoundPods::pods).orElse(List.of()).stream()
                .filter(which).toList();
        if (pods.isEmpty()) {
            boolean paused = intent.repair() == MigRepairAction.RESTART_PLUGIN
                    && !MigNodeLabels.pausedOperands(node.labels()).isEmpty();
            refusals.add(
                    NodeTargetResolver.refusal(new MigRefusal.MissingOperandPod(node.name(), intent.repair(), paused)));
        }
        pods.forEach(pod -> steps.add(PlanStepWithUndo.temporaryStep(
                new PlanStep.DeleteObjectStep(ObjectRef.pod(pod.namespace(), pod.name()), pod.uid()),
                MESSAGES.text("step.recreate", pod.key()))));
        steps.add(awaitStep(node));
        return steps;
    }

    private List<PlanStepWithUndo> endPauseSteps(PlanTargetNode node) {
        var paused = MigNodeLabels.pausedOperands(node.labels());
        if (paused.isEmpty()) {
            return List.of();
        }
        var labels = new HashMap<String, String>();
        paused.forEach(operand -> labels.put(OperandDeployLabels.PREFIX + operand, "true"));
        var state = node.labels().getOrDefault(MigNodeLabels.STATE, "");
        boolean hangs = state.equals("pending") || state.equals("rebooting");
        var steps = new ArrayList<PlanStepWithUndo>();
        steps.add(relabelStep(node, labels, MESSAGES.text("step.resume", paused, node.name()),
                hangs ? Optional.of(MigNodeLabels.STATE) : Optional.empty()));
        if (state.equals("success")) {
            steps.add(awaitStep(node));
        } else {
            warnings.add(
                    new MigWarning.UnknownMigLayout(node.name(), node.labels().getOrDefault(MigNodeLabels.CONFIG, "")));
        }
        return steps;
    }

    private static PlanStepWithUndo relabelStep(PlanTargetNode node, Map<String, String> set, String text,
            Optional<String> remove) {
        var relied = new HashMap<String, @Nullable Object>();
        set.keySet().forEach(key -> relied.put(labelPointer(key), node.labels().get(key)));
        remove.ifPresent(key -> relied.put(labelPointer(key), node.labels().get(key)));
        var patch = NodePatchFactory.patchOf(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels");
            set.forEach(labels::put);
            remove.ifPresent(labels::putNull);
        });
        return PlanStepWithUndo.temporaryStep(patch, text);
    }

    private static String labelPointer(String label) {
        return "/metadata/labels/" + JsonPointers.escape(label);
    }

    private PlanStepWithUndo awaitStep(PlanTargetNode node) {
        var told = node.labels().getOrDefault(MigNodeLabels.CONFIG, "");
        var configurations = repairInput.configsByNode().get(node.name());
        var config = configurations == null ? null : configurations.configs().get(told);
        ExpectedClusterState expected = config != null && PredictedMigResources.of(node, config,
                products) instanceof PredictedMigResources.PossibleMigResources(var devices, var labels)
                        ? new MigConfigurationExpectation(told, devices, labels)
                        : new MigConfigurationExpectation(told, Map.of(), Map.of());
        var wait = new PlanStep.AwaitClusterStateStep(ObjectRef.node(node.name()), expected, intent.limit());
        return PlanStepWithUndo.temporaryStep(wait, MESSAGES.text("step.await", expected.conditionText(wait.object())));
    }
}
