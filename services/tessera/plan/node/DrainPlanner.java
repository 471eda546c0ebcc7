package tessera.plan.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.ShellWordQuoter;
import tessera.plan.context.NodeAndPodPlannerInput;
import tessera.plan.intent.GracePeriodOption;
import tessera.plan.intent.NodeChangeIntent.DrainNodesIntent;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.model.ChangePlan;
import tessera.plan.model.PlanEffects;
import tessera.plan.model.PlanStepWithUndo;
import tessera.plan.model.PodEffect;
import tessera.plan.model.PodEffect.PodFate;
import tessera.text.OptionalText;
import tessera.text.Reason;

/**
 * Plans a drain: cordons all nodes, evicts their pods, latecomers first and budget-blocked ones last, then waits for them.
 */
final class DrainPlanner {

    private DrainPlanner() {}

    static ChangePlan plan(DrainNodesIntent intent, NodeAndPodPlannerInput input) {
        var nodes = NodeTargetResolver.foundNodes(input);
        var pods = new DrainPodEffectCalculator(input).drainEffects(nodes);
        var evictions = new EvictionPlanner(intent.drainSettings(), input, pods);
        var steps = new ArrayList<PlanStepWithUndo>();
        nodes.stream().filter(node -> !node.unschedulable()).map(CordonPlanner::cordonStep).forEach(steps::add);
        nodes.forEach(node -> evictions.latecomerStep(node, false).ifPresent(steps::add));
        steps.addAll(evictions.evictionSteps(_ -> true));
        nodes.stream().flatMap(node -> evictions.awaitEmptyStep(node).stream()).forEach(steps::add);
        var warnings = Stream.<Reason>concat(CordonRemainingCapacityCheck.warnings(input, nodes).stream(),
                evictions.warnings().stream());
        return new ChangePlan(intent, steps, KubectlDrain.of(intent, evictions).commandLines(),
                new PlanEffects(pods, List.of()), warnings.toList(), evictions.refusals(nodes),
                intent.nodes().nodesText());
    }

    /**
     * The kubectl commands that evict the pods of the plan, with the flags without which they would evict none.
     *
     * @param keptApps values of the app label of reservations that KAI ends: without one, KAI would delete the pods that
     *     share its GPU, whatever protects them
     */
    private record KubectlDrain(DrainNodesIntent intent, EvictionPlanner evictions, Set<String> keptApps) {

        private static final String APP = "app";

        static KubectlDrain of(DrainNodesIntent intent, EvictionPlanner evictions) {
            return new KubectlDrain(intent, evictions, evictions.pods().stream()
                    .filter(effect -> effect.fate() == PodFate.ENDED && effect.pod().labels().containsKey(APP))
                    .map(effect -> effect.pod().labels().get(APP)).collect(Collectors.toCollection(TreeSet::new)));
        }

        /** Returns the drain, and the evictions of pods that its selector leaves out. */
        List<String> commandLines() {
            var commands = new ArrayList<>(List.of(drainCommand()));
            evictions.evictionSteps(effect -> !isSelected(effect))
                    .forEach(step -> commands.add(step.step().commandLine()));
            return commands;
        }

        private String drainCommand() {
            var drainSettings = intent.drainSettings();
            return "kubectl drain " + intent.nodes().arguments() + " --ignore-daemonsets"
                    + (drainSettings.loseLocalData() || drainsRunning(this::hasLocalData) ? " --delete-emptydir-data"
                            : "")
                    + (drainSettings.loseUnmanaged() || drainsRunning(this::isUnmanaged) ? " --force" : "")
                    + podSelector() + OptionalText.prefixed(" ",
                            GracePeriodOption.optionText(drainSettings.gracePeriod()))
                    // kubectl takes none for the longest time there is.
                    + " --timeout=" + Math.max(1, drainSettings.timeout().toSeconds()) + "s";
        }

        /** Returns whether kubectl would evict such a pod; it evicts finished ones without leave. */
        private boolean drainsRunning(Predicate<PodEffect> such) {
            return evictions.pods().stream().filter(effect -> effect.fate() != PodFate.STAYS && isSelected(effect)
                    && !effect.pod().phase().isTerminal()).anyMatch(such);
        }

        private boolean hasLocalData(PodEffect effect) {
            return evictions.input().detailOf(effect.pod()).filter(detail -> !detail.emptyDirs().isEmpty()).isPresent();
        }

        /** Returns whether kubectl asks for leave to evict such a pod: it has no controller, or a DaemonSet that is not found in apps/v1. */
        private boolean isUnmanaged(PodEffect effect) {
            var owner = effect.pod().owner();
            return !owner.exists() || owner.kind().equals(WorkloadKind.DAEMON_SET.kind());
        }

        private boolean isSelected(PodEffect effect) {
            return !keptApps.contains(effect.pod().labels().getOrDefault(APP, ""));
        }

        private String podSelector() {
            if (keptApps.isEmpty()) {
                return "";
            }
            return " --pod-selector=" + ShellWordQuoter
                    .quote(keptApps.stream().map(app -> APP + "!=" + app).collect(Collectors.joining(",")));
        }
    }
}
