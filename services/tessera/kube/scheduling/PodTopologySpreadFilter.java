package tessera.kube.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The filter {@code PodTopologySpread} for one pending pod; the matching pods of each domain are counted once. */
public final class PodTopologySpreadFilter {

    private final List<DomainPodCounts> counts = new ArrayList<>();

    /**
     * The matching pods of each topology domain.
     *
     * @param minimum   the fewest in a domain; 0 where there are fewer domains than the constraint demands
     * @param selfMatch 1 where the pod itself matches
     */
    private record DomainPodCounts(TopologySpreadConstraint constraint, Map<String, Integer> podsByDomain, int minimum,
            int selfMatch) {}

    /**
     * A constraint that a node does not satisfy.
     *
     * @param constraint which one
     * @param domain  the node's domain; empty where it lacks the label
     * @param pods    the matching pods there
     * @param minimum the fewest in another domain
     */
    public record SpreadViolation(TopologySpreadConstraint constraint, Optional<String> domain, int pods,
            int minimum) {}

    public PodTopologySpreadFilter(Collection<? extends SchedulableNode<?>> nodes, PodPlacementConstraints rules) {
        for (var constraint : rules.spreadConstraints()) {
            var podsByDomain = new HashMap<String, Integer>();
            for (var node : nodes) {
                var domain = node.labels().get(constraint.topologyKey());
                if (domain != null && isEligible(node, rules, constraint)) {
                    podsByDomain.merge(domain, countMatchingPods(node, rules, constraint), Integer::sum);
                }
            }
            int minimum = podsByDomain.size() < constraint.minDomains() ? 0
                    : podsByDomain.values().stream().mapToInt(Integer::intValue).min().orElse(0);
            counts.add(new DomainPodCounts(constraint, podsByDomain, minimum,
                    constraint.podSelector().matches(rules.labels()) ? 1 : 0));
        }
    }

    /** Returns whether a node takes part: it has the labels of all constraints and is not excluded by a policy. */
    private static boolean isEligible(SchedulableNode<?> node, PodPlacementConstraints rules,
            TopologySpreadConstraint constraint) {
        for (var each : rules.spreadConstraints()) {
            if (!node.labels().containsKey(each.topologyKey())) {
                return false;
            }
        }
        return (!constraint.honoursNodeAffinity() || rules.nodeAffinity().matches(node.name(), node.labels()))
                && (!constraint.honoursTaints()
                        || Taint.firstUntolerated(node.taints(), rules.tolerations()).isEmpty());
    }

    private static int countMatchingPods(SchedulableNode<?> node, PodPlacementConstraints rules,
            TopologySpreadConstraint constraint) {
        int count = 0;
        // The scheduler lets an empty selector count nobody, though it selects every pod elsewhere.
        if (constraint.podSelector().requirements().isEmpty()) {
            return 0;
        }
        for (var other : node.pods()) {
            if (!other.terminating() && other.namespace().equals(rules.namespace())
                    && constraint.podSelector().matches(other.labels())) {
                count++;
            }
        }
        return count;
    }

    /** Returns the first constraint that a node does not satisfy; empty where it satisfies all. */
    public Optional<SpreadViolation> violationOn(SchedulableNode<?> node) {
        for (var each : counts) {
            var domain = node.labels().get(each.constraint().topologyKey());
            int pods = domain == null ? 0 : each.podsByDomain().getOrDefault(domain, 0);
            if (domain == null || pods + each.selfMatch() - each.minimum() > each.constraint().maxSkew()) {
                return Optional.of(new SpreadViolation(each.constraint(), Optional.ofNullable(domain), pods,
                        each.minimum()));
            }
        }
        return Optional.empty();
    }
}
