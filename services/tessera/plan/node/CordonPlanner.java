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

/** Plans how nodes are closed to further pods, and opened again. */
final class CordonPlanner {

    private CordonPlanner() {}

    static ChangePlan plan(NodeIntent.Cordon intent, PlanSurvey survey) {
        var steps = NodeTargeting.found(survey).stream().filter(node -> !node.unschedulable())
                .map(CordonPlanner::cordon)
                .toList();
        return plan(intent, steps, RemainingCapacity.warnings(survey, NodeTargeting.found(survey)), "");
    }

    static ChangePlan plan(NodeIntent.UncordonNodes intent, PlanSurvey survey) {
        var steps = NodeTargeting.found(survey).stream().filter(NodeObject::unschedulable).map(CordonPlanner::uncordon)
                .toList();
        var warnings = CordonGuard.warnings(survey, NodeTargeting.found(survey));
        return plan(intent, steps, warnings, warnings.isEmpty() ? "" : intent.nodes().words())
                .and(CordonGuard.writers(NodeTargeting.found(survey)));
    }

    private static ChangePlan plan(NodeIntent intent, List<PlannedStep> steps, List<String> warnings, String confirm) {
        return new ChangePlan(intent, steps, List.of("kubectl " + intent.verb() + " " + intent.nodes().arguments()),
                PlanEffects.NONE, warnings, List.of(), confirm);
    }

    static PlannedStep cordon(NodeObject node) {
        return cordon(node, relied(node));
    }

    /** For the sake of a label that is to change: once somebody else has changed it, the node is left as it is. */
    static PlannedStep cordon(NodeObject node, String label) {
        var relied = relied(node);
        relied.put("/metadata/labels/" + JsonPointers.escaped(label), node.labels().get(label));
        return cordon(node, relied);
    }

    private static PlannedStep cordon(NodeObject node, Map<String, @Nullable Object> relied) {
        var patch = NodePatch.of(node, relied,
                body -> body.putObject("spec").put("unschedulable", true));
        return new PlannedStep(patch, "Cordon " + node.name(), node.name() + " is cordoned",
                Optional.of(new NodeIntent.UncordonNodes(NodeTargets.of(node.name()))));
    }

    private static PlannedStep uncordon(NodeObject node) {
        var patch = NodePatch.of(node, relied(node), body -> body.putObject("spec").putNull("unschedulable"));
        return new PlannedStep(patch, "Uncordon " + node.name(), node.name() + " takes pods again",
                Optional.of(new NodeIntent.Cordon(NodeTargets.of(node.name()))));
    }

    /** Opens a node again that an earlier step of the same plan closes. */
    static PlannedStep reopen(NodeObject node) {
        // While the plan is made it is still open, so that this cannot rely on its being closed.
        var patch = NodePatch.of(node, Map.of("/metadata/uid", node.uid()),
                body -> body.putObject("spec").putNull("unschedulable"));
        return new PlannedStep(patch, "Uncordon " + node.name(), "", Optional.empty(), cordon(node).leaves());
    }

    private static Map<String, @Nullable Object> relied(NodeObject node) {
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/spec/unschedulable", node.unschedulable() ? true : null);
        return relied;
    }
}
