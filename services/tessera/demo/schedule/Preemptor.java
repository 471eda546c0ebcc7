package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** Finds the pods of lower priority that would have to go for a pending pod, on the node where that costs least. */
final class Preemptor {

    private static final Verdict NOT_HELPFUL = Verdict.closed("Preemption is not helpful for scheduling");
    private static final Verdict NO_VICTIMS = Verdict.closed("No preemption victims found for incoming pod");

    /** Higher priority first, then who has run longer. */
    private static final Comparator<Occupant> IMPORTANCE = Comparator.comparingInt(Occupant::priority).reversed()
            .thenComparing(Occupant::startedAt);

    private final ClusterView view;
    private final PendingPod pod;
    private final Filters filters;

    /**
     * What comes of the attempt.
     *
     * @param text       why it fails; empty when it succeeds
     * @param preemption what to do; empty when it fails
     */
    record Outcome(String text, Optional<Decision.Preemption> preemption) {}

    /** @param violations how many victims a disruption budget would protect */
    private record Candidate(NodeState node, List<Occupant> victims, int violations) {

        /** What decides between nodes, most decisive first; the least wins. */
        static final Comparator<Candidate> COST = Comparator.comparingInt(Candidate::violations)
                .thenComparingInt(each -> each.victims.getFirst().priority())
                .thenComparingLong(each -> each.victims.stream().mapToLong(Occupant::priority).sum())
                .thenComparingInt(each -> each.victims.size())
                .thenComparing(Candidate::earliestStart, Comparator.reverseOrder());

        String earliestStart() {
            int highest = victims.getFirst().priority();
            return victims.stream().filter(victim -> victim.priority() == highest).map(Occupant::startedAt)
                    .min(Comparator.naturalOrder()).orElse("");
        }
    }

    Preemptor(ClusterView view, PendingPod pod, Filters filters) {
        this.view = view;
        this.pod = pod;
        this.filters = filters;
    }

    Outcome attempt(Refusals refusals) {
        if (!pod.preempts()) {
            return fails("not eligible due to preemptionPolicy=Never.");
        }
        if (waitsForVictims(refusals)) {
            return fails("not eligible due to a terminating pod on the nominated node.");
        }
        var answers = new ArrayList<Verdict>();
        var candidates = new ArrayList<Candidate>();
        refusals.forEach((node, refusal) -> answers.add(ask(node, refusal, candidates)));
        if (candidates.isEmpty()) {
            return fails(FailureText.counted(view.nodes().size(), answers));
        }
        var cheapest = Collections.min(candidates, Candidate.COST);
        var victims = cheapest.victims.stream()
                .map(victim -> new Decision.Victim(victim.namespace(), victim.name(), victim.uid())).toList();
        return new Outcome("", Optional.of(new Decision.Preemption(cheapest.node.name(), victims)));
    }

    /** What eviction would bring on one node. */
    private Verdict ask(NodeState node, Verdict refusal, List<Candidate> candidates) {
        if (!refusal.resolvable()) {
            return NOT_HELPFUL;
        }
        var lesser = node.pods().stream().filter(other -> other.priority() < pod.self().priority()).sorted(IMPORTANCE)
                .toList();
        if (lesser.isEmpty()) {
            return NO_VICTIMS;
        }
        try {
            lesser.forEach(other -> node.remove(other.uid()));
            filters.recount();
            var verdict = filters.verdict(node);
            if (verdict.fits()) {
                candidates.add(spare(node, lesser));
            }
            return verdict;
        } finally {
            lesser.forEach(node::add);
            filters.recount();
        }
    }

    private static Outcome fails(String text) {
        return new Outcome(text, Optional.empty());
    }

    /** Whether room is being made already: then nobody else is evicted. */
    private boolean waitsForVictims(Refusals refusals) {
        var nominated = view.node(pod.nominated());
        if (nominated == null) {
            return false;
        }
        var verdict = refusals.of(nominated);
        return verdict != null && verdict.resolvable() && nominated.pods().stream()
                .anyMatch(other -> other.terminating() && other.priority() < pod.self().priority());
    }

    /** Lets stay whoever can stay, those protected by a disruption budget first. */
    private Candidate spare(NodeState node, List<Occupant> lesser) {
        var protectedPods = overBudget(lesser);
        var order = new ArrayList<>(protectedPods);
        lesser.stream().filter(other -> !protectedPods.contains(other)).forEach(order::add);
        var victims = new ArrayList<Occupant>();
        int violations = 0;
        for (var other : order) {
            node.add(other);
            filters.recount();
            if (!filters.verdict(node).fits()) {
                node.remove(other.uid());
                filters.recount();
                victims.add(other);
                violations += protectedPods.contains(other) ? 1 : 0;
            }
        }
        victims.sort(IMPORTANCE);
        return new Candidate(node, List.copyOf(victims), violations);
    }

    /** The pods whose eviction a budget no longer allows once those before them are gone. */
    private List<Occupant> overBudget(List<Occupant> lesser) {
        var left = new HashMap<ClusterView.Budget, Integer>();
        var beyond = new ArrayList<Occupant>();
        for (var other : lesser) {
            boolean violates = false;
            for (var budget : view.budgets()) {
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
