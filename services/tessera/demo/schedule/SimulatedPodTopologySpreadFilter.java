package tessera.demo.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The topology spread filter, with the pods counted once for one pending pod. */
final class SimulatedPodTopologySpreadFilter {

    private static final SimulatedNodeFilterResult NO_LABEL = SimulatedNodeFilterResult
            .ofUnresolvable("node(s) didn't match pod topology spread constraints (missing required label)");
    private static final SimulatedNodeFilterResult SKEWED = SimulatedNodeFilterResult
            .ofResolvable("node(s) didn't match pod topology spread constraints");

    private final List<DomainPodCounts> tallies = new ArrayList<>();

    /** The matching pods of each topology domain. */
    private record DomainPodCounts(SimulatedSpreadConstraint constraint, Map<String, Integer> counts, int minimum,
            int selfMatchCount) {}

    SimulatedPodTopologySpreadFilter(SimulatedSchedulerCache view, SimulatedPendingPod pod) {
        for (var constraint : pod.spreadConstraints()) {
            var counts = new HashMap<String, Integer>();
            for (var node : view.nodes()) {
                var place = node.labels().get(constraint.topologyKey());
                if (place != null && countsNode(node, pod, constraint)) {
                    counts.merge(place, countMatching(node, pod, constraint), Integer::sum);
                }
            }
            int minimum = counts.size() < constraint.minDomains() || counts.isEmpty()
                    ? 0
                    : counts.values().stream().mapToInt(Integer::intValue).min().getAsInt();
            tallies.add(new DomainPodCounts(constraint, counts, minimum,
                    constraint.pods().matches(pod.self().labels()) ? 1 : 0));
        }
    }

    /** Returns whether a node takes part: it has the labels of all constraints and is not excluded by a policy. */
    private static boolean countsNode(SimulatedSchedulerNodeState node, SimulatedPendingPod pod,
            SimulatedSpreadConstraint constraint) {
        return pod.spreadConstraints().stream().allMatch(each -> node.labels().containsKey(each.topologyKey()))
                && (!constraint.honoursNodeAffinity() || pod.nodeRule().matches(node))
                && (!constraint.honoursTaints() || SimulatedSchedulerFilters.findUntolerated(node, pod) == null);
    }

    private static int countMatching(SimulatedSchedulerNodeState node, SimulatedPendingPod pod,
            SimulatedSpreadConstraint constraint) {
        int count = 0;
        for (var other : node.pods()) {
            if (!other.isTerminating() && other.namespace().equals(pod.self().namespace())
                    && constraint.pods().matches(other.labels())) {
                count++;
            }
        }
        return count;
    }

    SimulatedNodeFilterResult verdict(SimulatedSchedulerNodeState node) {
        for (var domainCounts : tallies) {
            var place = node.labels().get(domainCounts.constraint().topologyKey());
            if (place == null) {
                return NO_LABEL;
            }
            int skew = domainCounts.counts().getOrDefault(place, 0) + domainCounts.selfMatchCount()
                    - domainCounts.minimum();
            if (skew > domainCounts.constraint().maxSkew()) {
                return SKEWED;
            }
        }
        return SimulatedNodeFilterResult.FITS;
    }
}
