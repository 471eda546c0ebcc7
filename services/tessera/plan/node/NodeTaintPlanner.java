package tessera.plan.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.Taint;
import tessera.model.Problem;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlanTargetNode.NodeTaint;
import tessera.plan.intent.NodeChangeIntent.ChangeTaintsIntent;
import tessera.plan.intent.TaintKey;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect.PodFate;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Plans changes of node taints. */
final class NodeTaintPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeTaintPlanner.class);

    private NodeTaintPlanner() {}

    static ChangePlan plan(ChangeTaintsIntent intent, NodeAndPodPlannerInput input) {
        var refusals = refusals(intent);
        if (!refusals.isEmpty()) {
            return new ChangePlan(intent, List.of(), List.of(), PlanEffects.NONE, List.of(), refusals, "");
        }
        var steps = new ArrayList<PlanStepWithUndo>();
        var added = new LinkedHashMap<PlanTargetNode, List<Taint>>();
        for (var node : NodeTargetResolver.foundNodes(input)) {
            var then = taintsAfter(intent, node);
            if (!toTaints(then).equals(toTaints(node.taints()))) {
                steps.add(taintStep(intent, node, then));
                added.put(node,
                        toTaints(then).stream().filter(taint -> !toTaints(node.taints()).contains(taint)).toList());
            }
        }
        var effects = new TaintPodEffectCalculator(input).effectsOf(added);
        var guarded = NodeTargetResolver.foundNodes(input).stream().flatMap(node -> taintRemovalWarnings(node, intent))
                .toList();
        var warnings = Stream.<Reason>concat(guarded.stream(), warnings(intent, input, added, effects).stream());
        return new ChangePlan(intent, steps,
                List.of("kubectl %s nodes %s %s --overwrite".formatted(intent.verb(), intent.nodes().arguments(),
                        intent.arguments())),
                effects, warnings.toList(), List.of(),
                guarded.isEmpty() ? confirmationText(intent, input, effects) : intent.nodes().nodesText());
    }

    private static Stream<CordonWarning> taintRemovalWarnings(PlanTargetNode node, ChangeTaintsIntent intent) {
        return UncordonWarningFinder.removalWarnings(node.name(),
                toTaints(node.taints()).stream().filter(taint -> !toTaints(taintsAfter(intent, node)).contains(taint)));
    }

    private static List<Taint> toTaints(List<NodeTaint> held) {
        return held.stream().map(NodeTaint::taint).toList();
    }

    /** Returns the resulting taints; those that stay keep their values and order. */
    private static List<NodeTaint> taintsAfter(ChangeTaintsIntent intent, PlanTargetNode node) {
        var then = new ArrayList<NodeTaint>();
        for (var held : node.taints()) {
            var replaced = intent.set().stream().filter(taint -> TaintKey.of(taint).equals(TaintKey.of(held.taint())))
                    .findFirst();
            if (replaced.isPresent()) {
                then.add(replaced.get().equals(held.taint()) ? held : new NodeTaint(replaced.get(), ""));
            } else if (intent.remove().stream().noneMatch(key -> key.matches(held.taint()))) {
                then.add(held);
            }
        }
        intent.set().stream()
                .filter(taint -> toTaints(then).stream().map(TaintKey::of).noneMatch(TaintKey.of(taint)::equals))
                .forEach(taint -> then.add(new NodeTaint(taint, "")));
        return then;
    }

    private static PlanStepWithUndo taintStep(ChangeTaintsIntent intent, PlanTargetNode node, List<NodeTaint> then) {
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/spec/taints", node.taints().isEmpty() ? null : NodePatchFactory.taintsJson(node.taints()));
        var patch = NodePatchFactory.patchOf(node, relied,
                body -> body.putObject("spec").set("taints", NodePatchFactory.taintsJson(then)));
        return new PlanStepWithUndo(patch, MESSAGES.text("step.taint", node.name()),
                MESSAGES.text("step.taint.effect", node.name(), intent.arguments()),
                Optional.of(undoIntent(node, then)));
    }

    private static ChangeTaintsIntent undoIntent(PlanTargetNode node, List<NodeTaint> then) {
        var before = toTaints(node.taints());
        var lost = before.stream().filter(taint -> !toTaints(then).contains(taint)).toList();
        var fresh = toTaints(then).stream().map(TaintKey::of)
                .filter(key -> before.stream().map(TaintKey::of).noneMatch(key::equals)).toList();
        return new ChangeTaintsIntent(TargetNodeSelection.of(node.name()), lost, fresh);
    }

    private static List<NodeTaintWarning> warnings(ChangeTaintsIntent intent, NodeAndPodPlannerInput input,
            Map<PlanTargetNode, List<Taint>> added, PlanEffects effects) {
        var warnings = new ArrayList<NodeTaintWarning>();
        int stopped = effects.podsWithFate(PodFate.STOPPED).size();
        if (stopped > 0) {
            warnings.add(new NodeTaintWarning.NoExecutePodLoss(stopped));
        }
        intent.set().stream().map(Taint::key).filter(key -> key.startsWith("node.kubernetes.io/")).distinct()
                .forEach(key -> warnings.add(new NodeTaintWarning.ControlPlaneTaint(key, false)));
        intent.remove().stream().map(TaintKey::key).filter(key -> key.startsWith("node.kubernetes.io/")).distinct()
                .forEach(key -> warnings.add(new NodeTaintWarning.ControlPlaneTaint(key, true)));
        if (!added.isEmpty() && (input.podGap().isPresent() || !input.snapshot().isAllocationComplete())) {
            warnings.add(new NodeTaintWarning.InvisibleTaintedPods(input.podGap().map(Problem::problemText)));
        }
        return warnings;
    }

    private static List<Problem> refusals(ChangeTaintsIntent intent) {
        var refusals = new ArrayList<Problem>();
        if (intent.set().isEmpty() && intent.remove().isEmpty()) {
            refusals.add(NodeTargetResolver.refusal(new NodeChangeRefusal.MissingTaint()));
        }
        intent.set().forEach(taint -> LabelAndTaintValidator.taintProblem(taint).ifPresent(refusals::add));
        intent.remove().forEach(key -> LabelAndTaintValidator.keyProblem(key.key()).ifPresent(refusals::add));
        intent.set().stream().filter(taint -> isRemoved(taint, intent)).forEach(taint -> refusals
                .add(NodeTargetResolver.refusal(new NodeChangeRefusal.ContradictoryChange(taint.toString()))));
        if (intent.set().stream().map(TaintKey::of).distinct().count() < intent.set().size()) {
            refusals.add(NodeTargetResolver.refusal(new NodeChangeRefusal.DuplicateTaint()));
        }
        return refusals;
    }

    private static boolean isRemoved(Taint taint, ChangeTaintsIntent intent) {
        return intent.remove().stream().anyMatch(key -> key.matches(taint));
    }

    /** Returns the text to type; required also if not all pods are visible, as some may stop. */
    private static String confirmationText(ChangeTaintsIntent intent, NodeAndPodPlannerInput input,
            PlanEffects effects) {
        boolean blind = (input.podGap().isPresent() || !input.snapshot().isAllocationComplete())
                && intent.set().stream().anyMatch(taint -> taint.effect().equals("NoExecute"));
        return effects.podsWithFate(PodFate.STOPPED).isEmpty() && !blind ? "" : intent.nodes().nodesText();
    }
}
