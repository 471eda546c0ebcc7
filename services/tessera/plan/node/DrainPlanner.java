package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import tessera.plan.draft.Effects;
import tessera.plan.draft.Plan;
import tessera.plan.draft.PlannedStep;
import tessera.plan.intent.NodeIntent.Drain;
import tessera.plan.survey.Survey;

/**
 * Plans how nodes are emptied: all are cordoned first, so that no pod moves from one to the next; then the pods are
 * evicted, those that came meanwhile first and those that a budget keeps last; then they are waited for.
 */
final class DrainPlanner {

    private DrainPlanner() {}

    static Plan plan(Drain intent, Survey survey) {
        var nodes = Targeting.found(survey);
        var pods = new DrainEffects(survey).of(nodes, _ -> true);
        var evictions = new Evictions(intent.terms(), survey, pods);
        var steps = new ArrayList<PlannedStep>();
        nodes.stream().filter(node -> !node.unschedulable()).map(CordonPlanner::cordon).forEach(steps::add);
        nodes.forEach(node -> evictions.latecomers(node, false).ifPresent(steps::add));
        steps.addAll(evictions.steps(_ -> true));
        nodes.stream().flatMap(node -> evictions.emptied(node).stream()).forEach(steps::add);
        var warnings = new ArrayList<>(Closing.warnings(survey, nodes));
        warnings.addAll(evictions.warnings());
        return new Plan(intent, steps, List.of(command(intent)), new Effects(pods, List.of()), warnings,
                evictions.refusals(nodes), intent.nodes().words());
    }

    private static String command(Drain intent) {
        var terms = intent.terms();
        var grace = terms.grace();
        return "kubectl drain " + intent.nodes().arguments() + " --ignore-daemonsets"
                + (terms.loseLocalData() ? " --delete-emptydir-data" : "") + (terms.loseUnmanaged() ? " --force" : "")
                + (grace == null ? "" : " --grace-period=" + grace.toSeconds())
                + " --timeout=" + terms.patience().toSeconds() + "s";
    }
}
