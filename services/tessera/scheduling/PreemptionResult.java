package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tessera.kube.scheduling.SchedulerFailureMessages;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The scheduler's preemption result for a pending pod: its message and the candidate nodes.
 *
 * @param message why not, in the scheduler's words; empty where they could
 * @param candidateNodes where they could
 */
record PreemptionResult(String message, List<String> candidateNodes) {

    private static final List<String> NOT_HELPFUL = List.of(SchedulerFailureMessages.PREEMPTION_NOT_HELPFUL);
    private static final List<String> NO_VICTIMS = List.of(SchedulerFailureMessages.NO_VICTIMS);

    static PreemptionResult check(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec,
            List<NodeFitResult> nodes) {
        if (!spec.preempts()) {
            return new PreemptionResult(SchedulerFailureMessages.PREEMPTION_NEVER, List.of());
        }
        var nominated = schedulingSnapshot.findNode(spec.nominatedNode());
        if (nominated.isPresent() && waitsForVictims(nominated.get(), spec, nodes)) {
            return new PreemptionResult(SchedulerFailureMessages.VICTIMS_TERMINATING, List.of());
        }
        var answers = new ArrayList<List<String>>();
        var candidates = findCandidates(schedulingSnapshot, spec, nodes, answers::add);
        return candidates.isEmpty()
                ? new PreemptionResult(SchedulerFailureMessages.countedReasonsMessage(nodes.size(), answers),
                        List.of())
                : new PreemptionResult("", candidates);
    }

    /** Returns the effect of pods with lower priority on the pod; empty where their eviction would not make room. */
    static String preemptionText(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec,
            List<NodeFitResult> nodes) {
        var kept = schedulingSnapshot.findNode(spec.nominatedNode());
        if (kept.isPresent()) {
            return "The scheduler keeps %s for it%s".formatted(spec.nominatedNode(),
                    waitsForVictims(kept.get(), spec, nodes)
                            ? ", where pods of lower priority are being ended"
                            : "");
        }
        var places = findCandidates(schedulingSnapshot, spec, nodes, _ -> {});
        if (places.isEmpty()) {
            return "";
        }
        var where = places.getFirst() + (places.size() == 1 ? "" : " and %d more".formatted(places.size() - 1));
        return spec.preempts() ? "The scheduler may evict pods of lower priority for it, on " + where
                : "Pods of lower priority are in its way on %s; it may not displace them (preemptionPolicy is Never)"
                        .formatted(where);
    }

    /** Returns the nodes where preemption would help a pod that may not preempt; empty for one that may. */
    static List<String> forbiddenCandidates(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec,
            List<NodeFitResult> nodes) {
        return spec.preempts() ? List.of() : findCandidates(schedulingSnapshot, spec, nodes, _ -> {});
    }

    /** @param answers hears what is still against each node; nothing where that could make room */
    private static List<String> findCandidates(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec,
            List<NodeFitResult> nodes,
            Consumer<List<String>> answers) {
        var candidates = new ArrayList<String>();
        for (var node : nodes) {
            var answer = schedulingSnapshot.findNode(node.name())
                    .map(schedulerNode -> preemptionFailures(schedulingSnapshot, spec, node, schedulerNode))
                    .orElse(NOT_HELPFUL);
            answers.accept(answer);
            if (answer.isEmpty()) {
                candidates.add(node.name());
            }
        }
        return candidates;
    }

    /** Returns the failures that remain on a node without its pods of lower priority; empty where eviction makes room. */
    private static List<String> preemptionFailures(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec,
            NodeFitResult node,
            SchedulerNode schedulerNode) {
        if (!node.mayPreemptionHelp()) {
            return NOT_HELPFUL;
        }
        if (schedulerNode.pods().stream().noneMatch(other -> other.priority() < spec.priority())) {
            return NO_VICTIMS;
        }
        var cleared = schedulerNode.withoutPods(other -> other.priority() < spec.priority());
        var left = new SchedulerNodeFilters(schedulingSnapshot.withNode(cleared), spec).failuresOn(cleared);
        return PredictedNodeFilterFailure
                .reasonsOf(new NodeFitResult(schedulerNode.nodeSummary(), left, List.of()).schedulerFailures());
    }

    /** Returns whether victims are already terminating on the nominated node, so that no others are preempted. */
    private static boolean waitsForVictims(SchedulerNode nominated, PodSchedulingSpec spec, List<NodeFitResult> nodes) {
        Optional<NodeFitResult> there = nodes.stream().filter(node -> node.name().equals(nominated.name())).findFirst();
        return there.filter(NodeFitResult::mayPreemptionHelp).isPresent() && nominated.pods().stream()
                .anyMatch(other -> other.terminating() && other.priority() < spec.priority());
    }
}
