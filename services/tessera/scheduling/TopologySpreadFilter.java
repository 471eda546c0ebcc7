package tessera.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.model.Toleration;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.scheduling.spec.TopologySpreadConstraint;

/** Filters nodes by the topology spread constraints of a pod; matching pods are counted once. */
final class TopologySpreadFilter {

    private static final String REASON = "node(s) didn't match pod topology spread constraints";

    private final List<TopologyDomainCounts> tallies = new ArrayList<>();

    /**
     * The counts of matching pods by topology domain.
     *
     * @param minimum of any place
     * @param selfMatch   1 where the pod itself counts
     */
    private record TopologyDomainCounts(TopologySpreadConstraint constraint, Map<String, Integer> podsByDomain,
            int minimum,
            int selfMatch) {}

    TopologySpreadFilter(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec) {
        for (var rule : spec.spreadConstraints()) {
            var counts = new HashMap<String, Integer>();
            for (var schedulerNode : schedulingSnapshot.nodes()) {
                var place = schedulerNode.nodeSummary().labels().get(rule.topologyKey());
                if (place != null && isEligible(schedulerNode, spec, rule)) {
                    counts.merge(place, countMatchingPods(schedulerNode, spec, rule), Integer::sum);
                }
            }
            int minimum = counts.isEmpty() || counts.size() < rule.minDomains() ? 0
                    : counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
            tallies.add(
                    new TopologyDomainCounts(rule, counts, minimum, rule.podSelector().matches(spec.labels()) ? 1 : 0));
        }
    }

    private static boolean isEligible(SchedulerNode schedulerNode, PodSchedulingSpec spec,
            TopologySpreadConstraint rule) {
        return spec.spreadConstraints().stream()
                .allMatch(constraint -> schedulerNode.nodeSummary().labels().containsKey(constraint.topologyKey()))
                && (!rule.honoursNodeRule()
                        || spec.nodeRule().matches(schedulerNode.name(), schedulerNode.nodeSummary().labels()))
                && (!rule.honoursTaints()
                        || schedulerNode.schedulingTaints().stream()
                                .allMatch(taint -> Toleration.anyTolerates(spec.tolerations(), taint)));
    }

    private static int countMatchingPods(SchedulerNode schedulerNode, PodSchedulingSpec spec,
            TopologySpreadConstraint rule) {
        return (int) schedulerNode.pods().stream().filter(other -> !other.terminating()
                && other.namespace().equals(spec.namespace()) && rule.podSelector().matches(other.labels())).count();
    }

    Optional<SchedulerFilterFailure> failureOn(SchedulerNode schedulerNode) {
        for (var domainCounts : tallies) {
            var key = domainCounts.constraint().topologyKey();
            var place = schedulerNode.nodeSummary().labels().get(key);
            if (place == null) {
                return Optional.of(SchedulerFilterFailure.permanent(SchedulerFilterKind.SPREAD,
                        REASON + " (missing required label)",
                        "no label " + key + ", over which its pods are to be spread"));
            }
            int there = domainCounts.podsByDomain().getOrDefault(place, 0);
            if (there + domainCounts.selfMatch() - domainCounts.minimum() > domainCounts.constraint().maxSkew()) {
                return Optional.of(SchedulerFilterFailure.causedByPods(SchedulerFilterKind.SPREAD, REASON,
                        "its pods would be spread too unevenly",
                        "%s=%s has %d such pods already, another place %d: they may differ by %d".formatted(key, place,
                                there, domainCounts.minimum(), domainCounts.constraint().maxSkew()),
                        true));
            }
        }
        return Optional.empty();
    }
}
