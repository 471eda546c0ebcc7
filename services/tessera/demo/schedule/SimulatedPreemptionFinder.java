package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import tessera.kube.scheduling.SchedulerFailureMessages;

/** A search for the pods of lower priority to evict for a pending pod, on the node where that costs least. */
final class SimulatedPreemptionFinder {

    private static final SimulatedNodeFilterResult NOT_HELPFUL = SimulatedNodeFilterResult
            .ofUnresolvable(SchedulerFailureMessages.PREEMPTION_NOT_HELPFUL);
    private static final SimulatedNodeFilterResult NO_VICTIMS = SimulatedNodeFilterResult
            .ofUnresolvable(SchedulerFailureMessages.NO_VICTIMS);

    /** Higher priority first, then who has run longer. */
    private static final Comparator<SimulatedSchedulerPod> IMPORTANCE = Comparator
            .comparingInt(SimulatedSchedulerPod::priority)
            .reversed()
            .thenComparing(SimulatedSchedulerPod::startedAt);

    private final SimulatedSchedulerCache view;
    private final SimulatedPendingPod pod;
    private final SimulatedSchedulerFilters filters;

    /**
     * The outcome of a preemption attempt.
     *
     * @param text       why it fails; empty when it succeeds
     * @param preemption what to do; empty when it fails
     */
    record PreemptionOutcome(String text, Optional<SimulatedSchedulingDecision.PreemptionDecision> preemption) {}

    /** @param violations how many victims a disruption budget would protect */
    private record PreemptionVictims(SimulatedSchedulerNodeState node, List<SimulatedSchedulerPod> victims,
            int violations) {

        /** What decides between nodes, most decisive first; the least wins. */
        static final Comparator<PreemptionVictims> COST = Comparator.comparingInt(PreemptionVictims::violations)
                .thenComparingInt(each -> each.victims.getFirst().priority())
                .thenComparingLong(each -> each.victims.stream().mapToLong(SimulatedSchedulerPod::priority).sum())
                .thenComparingInt(each -> each.victims.size())
                .thenComparing(PreemptionVictims::earliestStartTime, Comparator.reverseOrder());

        String earliestStartTime() {
            int highest = victims.getFirst().priority();
            return victims.stream().filter(victim -> victim.priority() == highest).map(SimulatedSchedulerPod::startedAt)
                    .min(Comparator.naturalOrder()).orElse("");
        }
    }

    SimulatedPreemptionFinder(SimulatedSchedulerCache view, SimulatedPendingPod pod,
            SimulatedSchedulerFilters filters) {
        this.view = view;
        this.pod = pod;
        this.filters = filters;
    }

    PreemptionOutcome findPreemption(SimulatedNodeRejections refusals) {
        if (!pod.mayPreempt()) {
            return failedOutcome(SchedulerFailureMessages.PREEMPTION_NEVER);
        }
        if (waitsForVictims(refusals)) {
            return failedOutcome(SchedulerFailureMessages.VICTIMS_TERMINATING);
        }
        var answers = new ArrayList<SimulatedNodeFilterResult>();
        var candidates = new ArrayList<PreemptionVictims>();
        refusals.forEach((node, refusal) -> answers.add(tryNode(node, refusal, candidates)));
        if (candidates.isEmpty()) {
            return failedOutcome(SchedulerFailureMessages.countedReasonsMessage(view.nodes().size(),
                    answers.stream().map(SimulatedNodeFilterResult::reasons).toList()));
        }
        var cheapest = Collections.min(candidates, PreemptionVictims.COST);
        var victims = cheapest.victims.stream()
                .map(victim -> new SimulatedSchedulingDecision.PreemptionVictim(victim.namespace(), victim.name(),
                        victim.uid()))
                .toList();
        return new PreemptionOutcome("",
                Optional.of(new SimulatedSchedulingDecision.PreemptionDecision(cheapest.node.name(), victims)));
    }

    /** Returns the verdict on a node without its pods of lower priority, and adds a candidate if the pod would fit. */
    private SimulatedNodeFilterResult tryNode(SimulatedSchedulerNodeState node, SimulatedNodeFilterResult refusal,
            List<PreemptionVictims> candidates) {
        if (!refusal.isResolvable()) {
            return NOT_HELPFUL;
        }
        var lesser = node.pods().stream().filter(other -> other.priority() < pod.self().priority()).sorted(IMPORTANCE)
                .toList();
        if (lesser.isEmpty()) {
            return NO_VICTIMS;
        }
        try {
            lesser.forEach(other -> node.removePod(other.uid()));
            filters.recountPods();
            var filterResult = filters.verdict(node);
            if (filterResult.isFit()) {
                candidates.add(reprieveVictims(node, lesser));
            }
            return filterResult;
        } finally {
            lesser.forEach(node::addPod);
            filters.recountPods();
        }
    }

    private static PreemptionOutcome failedOutcome(String text) {
        return new PreemptionOutcome(text, Optional.empty());
    }

    /** Returns whether victims of an earlier preemption are still terminating: then nobody else is evicted. */
    private boolean waitsForVictims(SimulatedNodeRejections refusals) {
        var nominated = view.findNode(pod.nominated());
        if (nominated == null) {
            return false;
        }
        var filterResult = refusals.verdictOf(nominated);
        return filterResult != null && filterResult.isResolvable() && nominated.pods().stream()
                .anyMatch(other -> other.terminating() && other.priority() < pod.self().priority());
    }

    /** Reprieves all pods that can stay, those protected by a disruption budget first. */
    private PreemptionVictims reprieveVictims(SimulatedSchedulerNodeState node, List<SimulatedSchedulerPod> lesser) {
        var protectedPods = findBudgetViolations(lesser);
        var order = new ArrayList<>(protectedPods);
        lesser.stream().filter(other -> !protectedPods.contains(other)).forEach(order::add);
        var victims = new ArrayList<SimulatedSchedulerPod>();
        int violations = 0;
        for (var other : order) {
            node.addPod(other);
            filters.recountPods();
            if (!filters.verdict(node).isFit()) {
                node.removePod(other.uid());
                filters.recountPods();
                victims.add(other);
                violations += protectedPods.contains(other) ? 1 : 0;
            }
        }
        victims.sort(IMPORTANCE);
        return new PreemptionVictims(node, List.copyOf(victims), violations);
    }

    /** Returns the pods whose eviction a budget no longer allows once those before them are gone. */
    private List<SimulatedSchedulerPod> findBudgetViolations(List<SimulatedSchedulerPod> lesser) {
        var left = new HashMap<SimulatedSchedulerCache.SchedulerDisruptionBudget, Integer>();
        var beyond = new ArrayList<SimulatedSchedulerPod>();
        for (var other : lesser) {
            boolean violates = false;
            for (var budget : view.disruptionBudgets()) {
                if (budget.namespace().equals(other.namespace()) && budget.pods().matches(other.labels())) {
                    violates |= left.merge(budget, budget.allowed() - 1, (before, _) -> before - 1) < 0;
                }
            }
            if (violates) {
                beyond.add(other);
            }
        }
        return beyond;
    }
}
