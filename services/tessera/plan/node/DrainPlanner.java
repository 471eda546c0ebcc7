package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import tessera.plan.context.PlanSurvey;
import tessera.plan.intent.NodeIntent.Drain;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlannedStep;

/**
 * Plans how nodes are emptied: all are cordoned first, so that no pod moves from one to the next; then the pods are
 * evicted, those that came meanwhile first and those that a budget keeps last; then they are waited for.
 */
final class DrainPlanner {

    private DrainPlanner() {}

    static ChangePlan plan(Drain intent, PlanSurvey survey) {
        var nodes = NodeTargeting.found(survey);
        var pods = new DrainEffects(survey).of(nodes, _ -> true);
        var evictions = new EvictionPlanner(intent.terms(), survey, pods);
        var steps = new ArrayList<PlannedStep>();
        nodes.stream().filter(node -> !node.unschedulable()).map(CordonPlanner::cordon).forEach(steps::add);
        nodes.forEach(node -> evictions.latecomers(node, false).ifPresent(steps::add));
        steps.addAll(evictions.steps(_ -> true));
        nodes.stream().flatMap(node -> evictions.emptied(node).stream()).forEach(steps::add);
        var warnings = new ArrayList<>(RemainingCapacity.warnings(survey, nodes));
        warnings.addAll(evictions.warnings());
        return new ChangePlan(intent, steps, List.of(command(intent)), new PlanEffects(pods, List.of()), warnings,
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
