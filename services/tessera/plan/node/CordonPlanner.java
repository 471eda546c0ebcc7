package tessera.plan.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.model.JsonPointers;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.intent.NodeChangeIntent;
import tessera.plan.intent.TargetNodeSelection;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.text.MessageCatalog;

/** Plans how nodes are cordoned and uncordoned. */
final class CordonPlanner {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CordonPlanner.class);

    private CordonPlanner() {}

    static ChangePlan plan(NodeChangeIntent.CordonNodesIntent intent, NodeAndPodPlannerInput input) {
        var steps = NodeTargetResolver.foundNodes(input).stream().filter(node -> !node.unschedulable())
                .map(CordonPlanner::cordonStep).toList();
        return createPlan(intent, steps,
                CordonRemainingCapacityCheck.warnings(input, NodeTargetResolver.foundNodes(input)), "");
    }

    static ChangePlan plan(NodeChangeIntent.UncordonNodesIntent intent, NodeAndPodPlannerInput input) {
        var steps = NodeTargetResolver.foundNodes(input).stream().filter(PlanTargetNode::unschedulable)
                .map(CordonPlanner::uncordonStep).toList();
        var nodes = NodeTargetResolver.foundNodes(input);
        var warnings = UncordonWarningFinder.warnings(input, nodes);
        return createPlan(intent, steps,
                Stream.concat(warnings.stream(), UncordonWarningFinder.cordonAuthors(nodes)).toList(),
                warnings.isEmpty() ? "" : intent.nodes().nodesText());
    }

    private static ChangePlan createPlan(NodeChangeIntent intent, List<PlanStepWithUndo> steps,
            List<CordonWarning> warnings, String confirm) {
        return new ChangePlan(intent, steps, List.of("kubectl " + intent.verb() + " " + intent.nodes().arguments()),
                PlanEffects.NONE, warnings, List.of(), confirm);
    }

    static PlanStepWithUndo cordonStep(PlanTargetNode node) {
        return cordonStep(node, preconditionsOf(node));
    }

    /** Returns a cordon for a later label change; if someone else changed the label, the node is left as it is. */
    static PlanStepWithUndo cordonStep(PlanTargetNode node, String label) {
        var relied = preconditionsOf(node);
        relied.put("/metadata/labels/" + JsonPointers.escape(label), node.labels().get(label));
        return cordonStep(node, relied);
    }

    private static PlanStepWithUndo cordonStep(PlanTargetNode node, Map<String, @Nullable Object> relied) {
        var patch = NodePatchFactory.patchOf(node, relied, body -> body.putObject("spec").put("unschedulable", true));
        return new PlanStepWithUndo(patch, MESSAGES.text("step.cordon", node.name()),
                MESSAGES.text("step.cordon.effect", node.name()),
                Optional.of(new NodeChangeIntent.UncordonNodesIntent(TargetNodeSelection.of(node.name()))));
    }

    private static PlanStepWithUndo uncordonStep(PlanTargetNode node) {
        var patch = NodePatchFactory.patchOf(node, preconditionsOf(node),
                body -> body.putObject("spec").putNull("unschedulable"));
        return new PlanStepWithUndo(patch, MESSAGES.text("step.uncordon", node.name()),
                MESSAGES.text("step.uncordon.effect", node.name()),
                Optional.of(new NodeChangeIntent.CordonNodesIntent(TargetNodeSelection.of(node.name()))));
    }

    /** Returns the step that uncordons a node which an earlier step of the plan cordons. */
    static PlanStepWithUndo reopenStep(PlanTargetNode node) {
        // While the plan is made it is still open, so that this cannot rely on its being closed.
        var patch = NodePatchFactory.patchOf(node, Map.of("/metadata/uid", node.uid()),
                body -> body.putObject("spec").putNull("unschedulable"));
        return new PlanStepWithUndo(patch, MESSAGES.text("step.uncordon", node.name()), "", Optional.empty(),
                cordonStep(node).lastingEffect());
    }

    private static Map<String, @Nullable Object> preconditionsOf(PlanTargetNode node) {
        var relied = new HashMap<String, @Nullable Object>();
        relied.put("/spec/unschedulable", node.unschedulable() ? true : null);
        return relied;
    }
}
