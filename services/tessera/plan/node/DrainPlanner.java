package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.intent.NodeChangeIntent.DrainNodesIntent;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.text.Reason;

/**
 * Plans a drain: cordons all nodes, evicts their pods, latecomers first and budget-blocked ones last, then waits for them.
 */
final class DrainPlanner {

    private DrainPlanner() {}

    static ChangePlan plan(DrainNodesIntent intent, NodeAndPodPlannerInput input) {
        var nodes = NodeTargetResolver.foundNodes(input);
        var pods = new DrainPodEffectCalculator(input).effectsOn(nodes, _ -> true);
        var evictions = new EvictionPlanner(intent.drainSettings(), input, pods);
        var steps = new ArrayList<PlanStepWithUndo>();
        nodes.stream().filter(node -> !node.unschedulable()).map(CordonPlanner::cordonStep).forEach(steps::add);
        nodes.forEach(node -> evictions.latecomerStep(node, false).ifPresent(steps::add));
        steps.addAll(evictions.evictionSteps(_ -> true));
        nodes.stream().flatMap(node -> evictions.awaitEmptyStep(node).stream()).forEach(steps::add);
        var warnings = Stream.<Reason>concat(CordonRemainingCapacityCheck.warnings(input, nodes).stream(),
                evictions.warnings().stream());
        return new ChangePlan(intent, steps, List.of(kubectlCommand(intent)), new PlanEffects(pods, List.of()),
                warnings.toList(),
                evictions.refusals(nodes), intent.nodes().nodesText());
    }

    private static String kubectlCommand(DrainNodesIntent intent) {
        var drainSettings = intent.drainSettings();
        var grace = drainSettings.gracePeriod();
        return "kubectl drain " + intent.nodes().arguments() + " --ignore-daemonsets"
                + (drainSettings.loseLocalData() ? " --delete-emptydir-data" : "")
                + (drainSettings.loseUnmanaged() ? " --force" : "")
                + (grace == null ? "" : " --grace-period=" + grace.toSeconds())
                + " --timeout=" + drainSettings.timeout().toSeconds() + "s";
    }
}
