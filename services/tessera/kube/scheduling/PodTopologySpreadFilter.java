package tessera.kube.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.kube.scheduling.FilterResult.NodePass;
import tessera.kube.scheduling.FilterResult.NodeRejection;
import tessera.kube.scheduling.FilterResult.RejectionDetail;

/** The filter {@code PodTopologySpread} for one pending pod; the matching pods of each domain are counted once. */
public final class PodTopologySpreadFilter {

    private final PodPlacementConstraints rules;
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
            int minimum) implements RejectionDetail {}

    public PodTopologySpreadFilter(Collection<? extends SchedulableNode> nodes, PodPlacementConstraints rules) {
        this.rules = rules;
        for (var constraint : rules.spreadConstraints()) {
            var podsByDomain = new HashMap<String, Integer>();
            for (var node : nodes) {
                addPods(node, constraint, podsByDomain, 1);
            }
            addCounts(constraint, podsByDomain);
        }
    }

    private PodTopologySpreadFilter(PodTopologySpreadFilter usual, SchedulableNode node, SchedulableNode other) {
        rules = usual.rules;
        for (var each : usual.counts) {
            var podsByDomain = new HashMap<>(each.podsByDomain());
            addPods(node, each.constraint(), podsByDomain, -1);
            addPods(other, each.constraint(), podsByDomain, 1);
            addCounts(each.constraint(), podsByDomain);
        }
    }

    /** Returns the filter of a cluster in which a node has other pods. */
    PodTopologySpreadFilter withNode(SchedulableNode node, SchedulableNode other) {
        return new PodTopologySpreadFilter(this, node, other);
    }

    private void addPods(SchedulableNode node, TopologySpreadConstraint constraint, Map<String, Integer> podsByDomain,
            int sign) {
        var domain = node.labels().get(constraint.topologyKey());
        if (domain != null && isEligible(node, rules, constraint)) {
            podsByDomain.merge(domain, sign * countMatchingPods(node, rules, constraint), Integer::sum);
        }
    }

    private void addCounts(TopologySpreadConstraint constraint, Map<String, Integer> podsByDomain) {
        int minimum = podsByDomain.size() < constraint.minDomains() ? 0
                : podsByDomain.values().stream().mapToInt(Integer::intValue).min().orElse(0);
        counts.add(new DomainPodCounts(constraint, podsByDomain, minimum,
                constraint.podSelector().matches(rules.labels()) ? 1 : 0));
    }

    /** Returns whether a node takes part: it has the labels of all constraints and is not excluded by a policy. */
    private static boolean isEligible(SchedulableNode node, PodPlacementConstraints rules,
            TopologySpreadConstraint constraint) {
        for (var each : rules.spreadConstraints()) {
            if (!node.labels().containsKey(each.topologyKey())) {
                return false;
            }
        }
        return (!constraint.honoursNodeAffinity() || rules.nodeAffinity().matches(node.name(), node.labels()))
                && (!constraint.honoursTaints()
                        || Toleration.firstUntolerated(node.taints(), rules.tolerations()).isEmpty());
    }

    private static int countMatchingPods(SchedulableNode node, PodPlacementConstraints rules,
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

    /** Returns the rejection of a node by the first constraint that it does not satisfy. */
    FilterResult filterNode(SchedulableNode node) {
        return violationOn(node).<FilterResult>map(
                violation -> NodeRejection.of(violation.domain().isPresent() ? NodeRejectionReason.TOPOLOGY_SKEW
                        : NodeRejectionReason.TOPOLOGY_LABEL_MISSING, violation))
                .orElse(NodePass.PASSED);
    }

    private Optional<SpreadViolation> violationOn(SchedulableNode node) {
        for (var each : counts) {
            var domain = node.labels().get(each.constraint().topologyKey());
            int pods = domain == null ? 0 : each.podsByDomain().getOrDefault(domain, 0);
            if (domain == null || pods + each.selfMatch() - each.minimum() > each.constraint().maxSkew()) {
                return Optional
                        .of(new SpreadViolation(each.constraint(), Optional.ofNullable(domain), pods, each.minimum()));
            }
        }
        return Optional.empty();
    }
}
