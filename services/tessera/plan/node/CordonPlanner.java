package tessera.plan.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tessera.model.JsonPointers;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.NodeIntent;
import tessera.plan.intent.NodeTargets;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;

/** Plans how nodes are cordoned and uncordoned. */
final class CordonPlanner {

    private CordonPlanner() {}

    static ChangePlan plan(NodeIntent.Cordon intent, PlanSurvey survey) {
        var steps = NodeTargeting.foundNodes(survey).stream().filter(node -> !node.unschedulable())
                .map(CordonPlanner::cordonStep)
                .toList();
        return createPlan(intent, steps, RemainingCapacity.warnings(survey, NodeTargeting.foundNodes(survey)), "");
    }

    static ChangePlan plan(NodeIntent.UncordonNodes intent, PlanSurvey survey) {
        var steps = NodeTargeting.foundNodes(survey).stream().filter(NodeObject::unschedulable)
                .map(CordonPlanner::uncordonStep)
                .toList();
        var warnings = CordonGuard.warnings(survey, NodeTargeting.foundNodes(survey));
        return createPlan(intent, steps, warnings, warnings.isEmpty() ? "" : intent.nodes().nodesText())
                .withWarnings(CordonGuard.cordonWriters(NodeTargeting.foundNodes(survey)));
    }

    private static ChangePlan createPlan(NodeIntent intent, List<PlannedStep> steps, List<String> warnings,
            String confirm) {
        return new ChangePlan(intent, steps, List.of("kubectl " + intent.verb() + " " + intent.nodes().arguments()),
                PlanEffects.NONE, warnings, List.of(), confirm);
    }

    static PlannedStep cordonStep(NodeObject node) {
        return cordonStep(node, preconditionsOf(node));
    }

    /** Returns a cordon for a later label change; if someone else changed the label, the node is left as it is. */
    static PlannedStep cordonStep(NodeObject node, String label) {
        var relied = preconditionsOf(node);
        relied.put("/metadata/labels/" + JsonPointers.escape(label), node.labels().get(label));
        return cordonStep(node, relied);
    }

    private static PlannedStep cordonStep(NodeObject node, Map<String, @Nullable Object> relied) {
        var patch = NodePatch.patchOf(node, relied,
                body -> body.putObject("spec").put("unschedulable", true));
        return new PlannedStep(patch, "Cordon " + node.name(), node.name() + " is cordoned",
                Optional.of(new NodeIntent.UncordonNodes(NodeTargets.of(node.name()))));
    }

    private static PlannedStep uncordonStep(NodeObject node) {
        var patch = NodePatch.patchOf(node, preconditionsOf(node),
                body -> body.putObject("spec").putNull("unschedulable"));
        return new PlannedStep(patch, "Uncordon " + node.name(), node.name() + " takes pods again",
                Optional.of(new NodeIntent.Cordon(NodeTargets.of(node.name()))));
    }

    /** Returns the step that uncordons a node which an earlier step of the plan cordons. */
    static PlannedStep reopenStep(NodeObject node) {
        // While the plan is made it is still open, so that this cannot rely on its being closed.
        var patch = NodePatch.patchOf(node, Map.of("/metadata/uid", node.uid()),
                body -> body.putObject("spec").putNull("unschedulable"));
        return new PlannedStep(patch, "Uncordon " + node.name(), "", Optional.empty(),
                cordonStep(node).lastingEffect());
    }

    private static Map<String, @Nullable Object> preconditionsOf(NodeObject node) {
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/spec/unschedulable", node.unschedulable() ? true : null);
        return relied;
    }
}
