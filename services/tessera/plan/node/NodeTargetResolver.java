package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.model.ChangePlan;
import tessera.text.Reason;

/** The nodes of a plan, with refusals for those that do not exist. */
final class NodeTargetResolver {

    private NodeTargetResolver() {}

    /** Returns the nodes that were found, in the order in which they were named. */
    static List<PlanTargetNode> foundNodes(NodeAndPodPlannerInput input) {
        return input.targets().stream().map(input.nodes()::get).filter(Objects::nonNull).toList();
    }

    /** Returns the plan, refused if it names no node, or one that does not exist. */
    static ChangePlan requireNodes(ChangePlan plan, NodeAndPodPlannerInput input) {
        var refusals = new ArrayList<>(input.missing());
        if (input.targets().isEmpty()) {
            refusals.add(Problem.of(OperationProblemKind.NOT_FOUND, new NodeChangeRefusal.UnmatchedNodeSelection()));
        }
        refusals.addAll(plan.refusals());
        return new ChangePlan(plan.intent(), refusals.isEmpty() ? plan.steps() : List.of(), plan.commands(),
                plan.effects(), plan.warnings(), refusals, plan.confirmationText());
    }

    static Problem refusal(Reason reason) {
        return Problem.of(OperationProblemKind.INVALID, reason);
    }
}
