package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.mig.MigProducts;
import tessera.model.DeployGates;
import tessera.model.JsonPointers;
import tessera.model.MigLabels;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.Problem;
import tessera.plan.context.MigOffer;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.MendMig;
import tessera.plan.intent.MendMig.MigRepair;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;
import tessera.plan.step.PlanStep;
import tessera.plan.step.StepExpectation;
import tessera.plan.step.StepExpectation.GpusDivided;

/**
 * Plans how a change of MIG is brought to an end that hangs, failed or left something behind: the label that tells how far
 * it is goes, so that an old word is not taken for a new one, and then who has to act starts anew.
 */
final class MendPlanner {

    private static final List<String> PLUGIN = List.of("nvidia-device-plugin-daemonset", "gpu-feature-discovery");

    private final MendMig intent;
    private final PlanSurvey survey;
    private final MendInput known;
    private final MigProducts products;
    private final List<Problem> refusals = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /**
     * What is known besides the survey.
     *
     * @param offers     what nodes can be told, by node
     * @param hindrances what keeps their MIG managers from doing again what failed, by node
     */
    record MendInput(Map<String, MigOffer> offers, Map<String, Problem> hindrances) {}

    private MendPlanner(MendMig intent, PlanSurvey survey, MendInput known, MigProducts products) {
        this.intent = intent;
        this.survey = survey;
        this.known = known;
        this.products = products;
    }

    static ChangePlan plan(MendMig intent, PlanSurvey survey, MendInput known, MigProducts products) {
        return new MendPlanner(intent, survey, known, products).plan();
    }

    private ChangePlan plan() {
        var nodes = NodeTargeting.found(survey);
        nodes.forEach(this::refuse);
        nodes.forEach(this::healthy);
        boolean empties = intent.way() == MigRepair.RESTART_MANAGER;
        var pods = new DrainEffects(survey).ofGpuUsers(empties ? nodes : List.of());
        var evictions = new EvictionPlanner(intent.terms(), survey, pods);
        var steps = new ArrayList<PlannedStep>();
        if (empties) {
            nodes.stream().filter(node -> !node.unschedulable()).map(CordonPlanner::cordon).forEach(steps::add);
            nodes.forEach(node -> evictions.latecomers(node, true).ifPresent(steps::add));
            warnings.addAll(evictions.warnings());
            refusals.addAll(evictions.refusals(nodes));
        }
        for (var node : nodes) {
            steps.addAll(evictions.steps(pod -> pod.pod().node().equals(node.name())));
            evictions.emptied(node).ifPresent(steps::add);
            steps.addAll(switch (intent.way()) {
                case RESTART_MANAGER -> restart(node, pod -> is(pod, MigLabels.MANAGER_APP), "the MIG manager");
                case RESTART_PLUGIN -> restart(node, pod -> PLUGIN.stream().anyMatch(app -> is(pod, app)),
                        "the device plugin");
                case END_PAUSE -> endPause(node);
            });
            if (intent.open() ? node.unschedulable() || empties : empties && !node.unschedulable()) {
                steps.add(CordonPlanner.reopen(node));
            }
        }
        var guarded = intent.open() ? CordonGuard.warnings(survey, nodes) : List.<String>of();
        warnings.addAll(guarded);
        var effects = new PlanEffects(pods, List.of());
        return new ChangePlan(intent, steps, steps.stream().map(step -> step.step().command()).toList(), effects,
                warnings,
                refusals, effects.leaving().isEmpty() && guarded.isEmpty() ? "" : intent.nodes().words());
    }

    private static boolean is(PodFacts pod, String app) {
        return app.equals(pod.labels().get("app"));
    }

    private void refuse(NodeObject node) {
        if (!node.labels().containsKey(MigLabels.CONFIG)) {
            refuse(node.name() + " was told no MIG configuration", "There is nothing to mend.");
        } else if (intent.way() == MigRepair.RESTART_PLUGIN
                && !"success".equals(node.labels().get(MigLabels.STATE))) {
            refuse("The MIG manager of %s does not say that it succeeded".formatted(node.name()),
                    "Restart the MIG manager instead.");
        }
        Optional.ofNullable(known.hindrances().get(node.name())).ifPresent(refusals::add);
    }

    /** It can be meant all the same: a manager that starts anew reads an edited layout, which nothing else has it do. */
    private void healthy(NodeObject node) {
        var told = node.labels().getOrDefault(MigLabels.CONFIG, "");
        boolean well = survey.snapshot().node(node.name())
                .filter(info -> MigTrouble.of(node.labels(), info.facts().allocatable()).isEmpty()).isPresent();
        if (well && !told.isEmpty() && intent.way() != MigRepair.END_PAUSE) {
            warnings.add("Nothing is known to be wrong with MIG on %s: it was told %s, its state is %s".formatted(
                    node.name(), told, node.labels().getOrDefault(MigLabels.STATE, "not told")));
        }
    }

    private void refuse(String headline, String remedy) {
        refusals.add(NodeTargeting.invalid(headline, remedy));
    }

    private List<PlannedStep> restart(NodeObject node, Predicate<PodFacts> which, String whose) {
        var steps = new ArrayList<PlannedStep>();
        if (intent.way() == MigRepair.RESTART_MANAGER && node.labels().containsKey(MigLabels.STATE)) {
            steps.add(relabel(node, Map.of(), "Forget what the MIG manager of %s said last".formatted(node.name()),
                    Optional.of(MigLabels.STATE)));
        }
        var pods = survey.snapshot().node(node.name()).map(NodeInfo::pods).orElse(List.of()).stream().filter(which)
                .toList();
        if (pods.isEmpty()) {
            refuse("No pod of %s is seen on %s".formatted(whose, node.name()), intent.way() == MigRepair.RESTART_PLUGIN
                    && !MigLabels.paused(node.labels()).isEmpty()
                            ? "It is paused for a change of MIG: let it run again first (on the command line --by end-pause)."
                            : "Look at its DaemonSet, and at the labels nvidia.com/gpu.deploy.* of the node.");
        }
        pods.forEach(pod -> steps.add(PlannedStep.passing(
                new PlanStep.Delete(ObjectRef.pod(pod.namespace(), pod.name()), pod.uid()),
                "Delete %s, so that its DaemonSet starts it anew".formatted(pod.key()))));
        steps.add(awaited(node));
        return steps;
    }

    private List<PlannedStep> endPause(NodeObject node) {
        var paused = MigLabels.paused(node.labels());
        if (paused.isEmpty()) {
            return List.of();
        }
        var labels = new HashMap<String, String>();
        paused.forEach(operand -> labels.put(DeployGates.PREFIX + operand, "true"));
        var state = node.labels().getOrDefault(MigLabels.STATE, "");
        boolean hangs = state.equals("pending") || state.equals("rebooting");
        var steps = new ArrayList<PlannedStep>();
        steps.add(relabel(node, labels, "Let %s run again on %s".formatted(String.join(", ", paused), node.name()),
                hangs ? Optional.of(MigLabels.STATE) : Optional.empty()));
        if (state.equals("success")) {
            steps.add(awaited(node));
        } else {
            warnings.add("How the GPUs of %s are divided now is not known: it may be as before, or as %s"
                    .formatted(node.name(), node.labels().getOrDefault(MigLabels.CONFIG, "")));
        }
        return steps;
    }

    private static PlannedStep relabel(NodeObject node, Map<String, String> set, String words,
            Optional<String> remove) {
        var relied = new HashMap<String, @Nullable Object>();
        set.keySet().forEach(key -> relied.put(pointer(key), node.labels().get(key)));
        remove.ifPresent(key -> relied.put(pointer(key), node.labels().get(key)));
        var patch = NodePatch.of(node, relied, body -> {
            var labels = body.withObject("metadata").putObject("labels");
            set.forEach(labels::put);
            remove.ifPresent(labels::putNull);
        });
        return PlannedStep.passing(patch, words);
    }

    private static String pointer(String label) {
        return "/metadata/labels/" + JsonPointers.escaped(label);
    }

    private PlannedStep awaited(NodeObject node) {
        var told = node.labels().getOrDefault(MigLabels.CONFIG, "");
        var offer = known.offers().get(node.name());
        var config = offer == null ? null : offer.configs().get(told);
        StepExpectation expected = config != null
                && MigTarget.of(node, config, products) instanceof MigTarget.Offers(var devices, var labels)
                        ? new GpusDivided(told, devices, labels)
                        : new GpusDivided(told, Map.of(), Map.of());
        var wait = new PlanStep.Await(ObjectRef.node(node.name()), expected, intent.limit());
        return PlannedStep.passing(wait, "Wait until " + expected.words(wait.object()));
    }
}
