package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigProducts;
import tessera.model.JsonPointers;
import tessera.model.MigLabels;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.model.OperandDeployLabels;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.plan.context.MigOffer;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.RepairMig;
import tessera.plan.intent.RepairMig.MigRepair;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;
import tessera.plan.step.StepExpectation.GpusDivided;

/**
 * Plans how a stuck or failed MIG change is finished: removes the state label, lest stale state is read, then restarts the responsible pod.
 */
final class MigRepairPlanner {

    private static final List<String> PLUGIN = List.of("nvidia-device-plugin-daemonset", "gpu-feature-discovery");

    private final RepairMig intent;
    private final PlanSurvey survey;
    private final MigRepairInput known;
    private final MigProducts products;
    private final List<Problem> refusals = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /**
     * The input of a MIG repair besides the survey.
     *
     * @param offers     what nodes can be told, by node
     * @param retryProblems what keeps their MIG managers from doing again what failed, by node
     */
    record MigRepairInput(Map<String, MigOffer> offers, Map<String, Problem> retryProblems) {}

    private MigRepairPlanner(RepairMig intent, PlanSurvey survey, MigRepairInput known, MigProducts products) {
        this.intent = intent;
        this.survey = survey;
        this.known = known;
        this.products = products;
    }

    static ChangePlan plan(RepairMig intent, PlanSurvey survey, MigRepairInput known, MigProducts products) {
        return new MigRepairPlanner(intent, survey, known, products).createPlan();
    }

    private ChangePlan createPlan() {
        var nodes = NodeTargeting.foundNodes(survey);
        nodes.forEach(this::refuseNode);
        nodes.forEach(this::warnIfHealthy);
        boolean empties = intent.repair() == MigRepair.RESTART_MANAGER;
        var pods = new DrainEffects(survey).effectsOnGpuUsers(empties ? nodes : List.of());
        var evictions = new EvictionPlanner(intent.terms(), survey, pods);
        var steps = new ArrayList<PlannedStep>();
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
                case RESTART_MANAGER ->
                    restartSteps(node, pod -> hasAppLabel(pod, MigLabels.MANAGER_APP), "the MIG manager");
                case RESTART_PLUGIN -> restartSteps(node, pod -> PLUGIN.stream().anyMatch(app -> hasAppLabel(pod, app)),
                        "the device plugin");
                case END_PAUSE -> endPauseSteps(node);
            });
            if (intent.uncordon() ? node.unschedulable() || empties : empties && !node.unschedulable()) {
                steps.add(CordonPlanner.reopenStep(node));
            }
        }
        var guarded = intent.uncordon() ? CordonGuard.warnings(survey, nodes) : List.<String>of();
        warnings.addAll(guarded);
        var effects = new PlanEffects(pods, List.of());
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().commandLine()).toList(), effects,
                warnings,
                refusals, effects.leavingPods().isEmpty() && guarded.isEmpty() ? "" : intent.nodes().nodesText());
    }

    private static boolean hasAppLabel(PodFacts pod, String app) {
        return app.equals(pod.labels().get("app"));
    }

    private void refuseNode(NodeObject node) {
        if (!node.labels().containsKey(MigLabels.CONFIG)) {
            addRefusal(node.name() + " was told no MIG configuration", "There is nothing to mend.");
        } else if (intent.repair() == MigRepair.RESTART_PLUGIN
                && !"success".equals(node.labels().get(MigLabels.STATE))) {
            addRefusal("The MIG manager of %s does not say that it succeeded".formatted(node.name()),
                    "Restart the MIG manager instead.");
        }
        Optional.ofNullable(known.retryProblems().get(node.name())).ifPresent(refusals::add);
    }

    /** Warns if nothing is wrong; a restart can still be intended, as only a new MIG manager reads an edited layout. */
    private void warnIfHealthy(NodeObject node) {
        var told = node.labels().getOrDefault(MigLabels.CONFIG, "");
        boolean well = survey.snapshot().findNode(node.name())
                .filter(info -> MigTrouble.of(node.labels(), info.facts().allocatable()).isEmpty()).isPresent();
        if (well && !told.isEmpty() && intent.repair() != MigRepair.END_PAUSE) {
            warnings.add("Nothing is known to be wrong with MIG on %s: it was told %s, its state is %s".formatted(
                    node.name(), told, node.labels().getOrDefault(MigLabels.STATE, "not told")));
        }
    }

    private void addRefusal(String headline, String remedy) {
        refusals.add(NodeTargeting.invalidInput(headline, remedy));
    }

    private List<PlannedStep> restartSteps(NodeObject node, Predicate<PodFacts> which, String whose) {
        var steps = new ArrayList<PlannedStep>();
        if (intent.repair() == MigRepair.RESTART_MANAGER && node.labels().containsKey(MigLabels.STATE)) {
            steps.add(relabelStep(node, Map.of(), "Forget what the MIG manager of %s said last".formatted(node.name()),
                    Optional.of(MigLabels.STATE)));
        }
        var pods = survey.snapshot().findNode(node.name()).map(NodeInfo::pods).orElse(List.of()).stream().filter(which)
                .toList();
        if (pods.isEmpty()) {
            addRefusal("No pod of %s is seen on %s".formatted(whose, node.name()), intent
                    .repair() == MigRepair.RESTART_PLUGIN
                    && !MigLabels.pausedOperands(node.labels()).isEmpty()
                            ? "It is paused for a change of MIG: let it run again first (on the command line --by end-pause)."
                            : "Look at its DaemonSet, and at the labels nvidia.com/gpu.deploy.* of the node.");
        }
        pods.forEach(pod -> steps.add(PlannedStep.temporaryStep(
                new PlanStep.Delete(ObjectRef.pod(pod.namespace(), pod.name()), pod.uid()),
                "Delete %s, so that its DaemonSet starts it anew".formatted(pod.key()))));
        steps.add(awaitStep(node));
        return steps;
    }

    private List<PlannedStep> endPauseSteps(NodeObject node) {
        var paused = MigLabels.pausedOperands(node.labels());
        if (paused.isEmpty()) {
            return List.of();
        }
        var labels = new HashMap<String, String>();
        paused.forEach(operand -> labels.put(OperandDeployLabels.PREFIX + operand, "true"));
        var state = node.labels().getOrDefault(MigLabels.STATE, "");
        boolean hangs = state.equals("pending") || state.equals("rebooting");
        var steps = new ArrayList<PlannedStep>();
        steps.add(relabelStep(node, labels, "Let %s run again on %s".formatted(String.join(", ", paused), node.name()),
                hangs ? Optional.of(MigLabels.STATE) : Optional.empty()));
        if (state.equals("success")) {
            steps.add(awaitStep(node));
        } else {
            warnings.add("How the GPUs of %s are divided now is not known: it may be as before, or as %s"
                    .formatted(node.name(), node.labels().getOrDefault(MigLabels.CONFIG, "")));
        }
        return steps;
    }

    private static PlannedStep relabelStep(NodeObject node, Map<String, String> set, String text,
            Optional<String> remove) {
        var relied = new HashMap<String, @Nullable Object>();
        set.keySet().forEach(key -> relied.put(labelPointer(key), node.labels().get(key)));
        remove.ifPresent(key -> relied.put(labelPointer(key), node.labels().get(key)));
        var patch = NodePatch.patchOf(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels");
            set.forEach(labels::put);
            remove.ifPresent(labels::putNull);
        });
        return PlannedStep.temporaryStep(patch, text);
    }

    private static String labelPointer(String label) {
        return "/metadata/labels/" + JsonPointers.escape(label);
    }

    private PlannedStep awaitStep(NodeObject node) {
        var told = node.labels().getOrDefault(MigLabels.CONFIG, "");
        var offer = known.offers().get(node.name());
        var config = offer == null ? null : offer.configs().get(told);
        StepExpectation expected = config != null
                && MigTarget.of(node, config, products) instanceof MigTarget.AdvertisedTarget(var devices, var labels)
                        ? new GpusDivided(told, devices, labels)
                        : new GpusDivided(told, Map.of(), Map.of());
        var wait = new PlanStep.Await(ObjectRef.node(node.name()), expected, intent.limit());
        return PlannedStep.temporaryStep(wait, "Wait until " + expected.conditionText(wait.object()));
    }
}
