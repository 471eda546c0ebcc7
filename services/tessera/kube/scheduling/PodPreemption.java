package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import tessera.kube.disruption.PodDisruptionBudget;

/** The preemption for a pending pod that no node takes: on which nodes evictions would let it in, and of whom. */
public final class PodPreemption {

    private static final List<String> NOT_HELPFUL = List.of(SchedulerFailureMessages.PREEMPTION_NOT_HELPFUL);
    private static final List<String> NO_VICTIMS = List.of(SchedulerFailureMessages.NO_VICTIMS);

    private final PodPlacementConstraints pod;
    private final SchedulerFilters filters;
    private final List<NodeFilterOutcome> outcomes;

    /** @param outcomes of the filters on the nodes that were looked at */
    public PodPreemption(PodPlacementConstraints pod, SchedulerFilters filters, List<NodeFilterOutcome> outcomes) {
        this.pod = pod;
        this.filters = filters;
        this.outcomes = outcomes;
    }

    /**
     * The result of trying nodes without their pods of lower priority.
     *
     * @param message    why nobody is evicted, in the scheduler's words; empty where somebody could be
     * @param candidates the nodes on which that would make room
     */
    public record PreemptionDryRun(String message, List<SchedulableNode> candidates) {

        public PreemptionDryRun {
            candidates = List.copyOf(candidates);
        }
    }

    /** Tries all nodes, unless the pod is not eligible for preemption. */
    public PreemptionDryRun dryRun() {
        if (!pod.preempts()) {
            return new PreemptionDryRun(SchedulerFailureMessages.PREEMPTION_NEVER, List.of());
        }
        if (waitsForVictims()) {
            return new PreemptionDryRun(SchedulerFailureMessages.VICTIMS_TERMINATING, List.of());
        }
        var answers = new ArrayList<List<String>>(outcomes.size());
        var candidates = new ArrayList<SchedulableNode>();
        for (var outcome : outcomes) {
            var answer = reasonsWithoutVictims(outcome);
            answers.add(answer);
            if (answer.isEmpty()) {
                candidates.add(outcome.node());
            }
        }
        return new PreemptionDryRun(
                candidates.isEmpty() ? SchedulerFailureMessages.countedReasonsMessage(outcomes.size(), answers) : "",
                candidates);
    }

    /** Returns the nodes on which evictions would make room, whether or not the pod is eligible for preemption. */
    public List<SchedulableNode> candidates() {
        var candidates = new ArrayList<SchedulableNode>();
        for (var outcome : outcomes) {
            if (reasonsWithoutVictims(outcome).isEmpty()) {
                candidates.add(outcome.node());
            }
        }
        return candidates;
    }

    /** Returns the reasons against a node without its pods of lower priority; none where that makes room. */
    private List<String> reasonsWithoutVictims(NodeFilterOutcome outcome) {
        if (!outcome.result().mayEvictionHelp()) {
            return NOT_HELPFUL;
        }
        if (hasLesserPods(outcome.node())) {
            return filters.filterWithPods(outcome.node(),
                    outcome.node().pods().stream().filter(other -> !isLesser(other)).toList()).reasons();
        }
        return NO_VICTIMS;
    }

    private boolean hasLesserPods(SchedulableNode node) {
        for (var other : node.pods()) {
            if (isLesser(other)) {
                return true;
            }
        }
        return false;
    }

    private boolean isLesser(PodOnNode other) {
        return other.priority() < pod.priority();
    }

    /** Returns whether victims of an earlier preemption have not ended yet: then nobody else is evicted. */
    public boolean waitsForVictims() {
        for (var outcome : outcomes) {
            if (outcome.node().name().equals(pod.nominatedNode())) {
                return outcome.result().mayEvictionHelp()
                        && outcome.node().pods().stream().anyMatch(other -> other.preempted() && isLesser(other));
            }
        }
        return false;
    }

    /** Returns whether the scheduler evicts a pod that is being deleted, as its first condition of a disruption tells. */
    public static boolean isPreempted(JsonNode pod) {
        if (!pod.path("metadata").hasNonNull("deletionTimestamp")) {
            return false;
        }
        for (var condition : pod.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("DisruptionTarget")) {
                return condition.path("status").asText().equals("True")
                        && condition.path("reason").asText().equals("PreemptionByScheduler");
            }
        }
        return false;
    }

    /** Returns the victims on the candidate where evictions cost least; empty where there is no candidate. */
    public Optional<PreemptionVictims> leastVictims(List<SchedulableNode> candidates,
            Collection<PodDisruptionBudget> budgets) {
        return candidates.stream().map(node -> reprieveVictims(node, budgets)).min(PreemptionVictims.COST);
    }

    /** Reprieves all pods that can stay, those protected by a disruption budget first. */
    private PreemptionVictims reprieveVictims(SchedulableNode node, Collection<PodDisruptionBudget> budgets) {
        var lesser = node.pods().stream().<PodOnNode>map(other -> other).filter(this::isLesser)
                .sorted(PreemptionVictims.IMPORTANCE).toList();
        var protectedPods = findBudgetViolations(lesser, budgets);
        var order = new ArrayList<>(protectedPods);
        lesser.stream().filter(other -> !protectedPods.contains(other)).forEach(order::add);
        var keeping = new ArrayList<PodOnNode>(node.pods());
        keeping.removeIf(this::isLesser);
        var victims = new ArrayList<PodOnNode>();
        for (var other : order) {
            keeping.add(other);
            if (!filters.filterWithPods(node, keeping).passed()) {
                keeping.removeLast();
                victims.add(other);
            }
        }
        int violations = (int) victims.stream().filter(protectedPods::contains).count();
        victims.sort(PreemptionVictims.IMPORTANCE);
        return new PreemptionVictims(node, victims, violations);
    }

    /** Returns the pods whose eviction a budget no longer allows once those before them are gone. */
    private static List<PodOnNode> findBudgetViolations(List<PodOnNode> lesser,
            Collection<PodDisruptionBudget> budgets) {
        var left = new IdentityHashMap<PodDisruptionBudget, Integer>();
        var beyond = new ArrayList<PodOnNode>();
        for (var other : lesser) {
            boolean violates = false;
            for (var budget : budgets) {
                if (budget.coversVictim(other.namespace(), other.name(), other.labels())) {
                    violates |= left.merge(budget, budget.status().disruptionsAllowed() - 1,
                            (before, _) -> before - 1) < 0;
                }
            }
            if (violates) {
                beyond.add(other);
            }
        }
        return beyond;
    }
}
