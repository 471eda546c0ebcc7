package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.NodeObject;
import tessera.plan.context.PlanSurvey;
import tessera.plan.model.ChangePlan;

/** The nodes that a plan is about. */
final class NodeTargeting {

    private NodeTargeting() {}

    /** Those that were found, in the order in which they were named. */
    static List<NodeObject> found(PlanSurvey survey) {
        return survey.targets().stream().map(survey.nodes()::get).filter(Objects::nonNull).toList();
    }

    /** A plan that is refused where it is about no node, or about one that does not exist. */
    static ChangePlan checked(ChangePlan plan, PlanSurvey survey) {
        var refusals = new ArrayList<>(survey.missing());
        if (survey.targets().isEmpty()) {
            refusals.add(Problem.of(ProblemKind.NOT_FOUND, "No node matches")
                    .withRemedy("Look at the labels of the nodes."));
        }
        refusals.addAll(plan.refusals());
        return new ChangePlan(plan.intent(), refusals.isEmpty() ? plan.steps() : List.of(), plan.commands(),
                plan.effects(),
                plan.warnings(), refusals, plan.confirm());
    }

    static Problem invalid(String headline, String remedy) {
        return new Problem(ProblemKind.INVALID, headline, "", remedy);
    }
}
