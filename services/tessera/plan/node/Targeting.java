package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tessera.model.Problem;
import tessera.model.Problem.Kind;
import tessera.plan.draft.Plan;
import tessera.plan.survey.NodeObject;
import tessera.plan.survey.Survey;

/** The nodes that a plan is about. */
final class Targeting {

    private Targeting() {}

    /** Those that were found, in the order in which they were named. */
    static List<NodeObject> found(Survey survey) {
        return survey.targets().stream().map(survey.nodes()::get).filter(Objects::nonNull).toList();
    }

    /** A plan that is refused where it is about no node, or about one that does not exist. */
    static Plan checked(Plan plan, Survey survey) {
        var refusals = new ArrayList<>(survey.missing());
        if (survey.targets().isEmpty()) {
            refusals.add(Problem.of(Kind.NOT_FOUND, "No node matches").withRemedy("Look at the labels of the nodes."));
        }
        refusals.addAll(plan.refusals());
        return new Plan(plan.intent(), refusals.isEmpty() ? plan.steps() : List.of(), plan.commands(), plan.effects(),
                plan.warnings(), refusals, plan.confirm());
    }

    static Problem invalid(String headline, String remedy) {
        return new Problem(Kind.INVALID, headline, "", remedy);
    }
}
