package tessera.kube.scheduling;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.kube.scheduling.FilterResult.NodePass;
import tessera.kube.scheduling.FilterResult.NodeRejection;
import tessera.kube.scheduling.FilterResult.RejectionDetail;

/** The filter {@code InterPodAffinity} for one pending pod; the domains to share and to avoid are found once. */
public final class InterPodAffinityFilter {

    private final PodPlacementConstraints rules;
    private final Map<String, Map<String, String>> namespaces;
    private final Set<TopologyDomain> shared = new HashSet<>();
    /** With one of the pods that are there. */
    private final Map<TopologyDomain, PodOnNode> avoided = new HashMap<>();
    /** By topology key and domain. */
    private final Map<String, Map<String, PodOnNode>> forbidden = new LinkedHashMap<>();
    private boolean hasTarget;
    private final boolean firstOfGroup;

    private record TopologyDomain(String key, String value) {}

    /** A rule between pods that a node does not satisfy. */
    public sealed interface AffinityViolation extends RejectionDetail {

        /** Returns the scheduler's reason. */
        default NodeRejectionReason reason() {
            return switch (this) {
                case MissingAffinity _ -> NodeRejectionReason.POD_AFFINITY;
                case AntiAffinity _ -> NodeRejectionReason.POD_ANTI_AFFINITY;
                case ExistingAntiAffinity _ -> NodeRejectionReason.EXISTING_POD_ANTI_AFFINITY;
            };
        }

        /** No pod that the term wants is in the node's domain, or the node has no such label and so no domain. */
        record MissingAffinity(PodAffinityTerm term, boolean hasDomain) implements AffinityViolation {}

        /** A pod that the term repels is in the node's domain. */
        record AntiAffinity(PodAffinityTerm term, PodOnNode pod) implements AffinityViolation {}

        /** A pod in the node's domain repels the pending one. */
        record ExistingAntiAffinity(String topologyKey, PodOnNode pod) implements AffinityViolation {}
    }

    /**
     * Finds the domains.
     *
     * @param namespaces labels of namespaces, by name
     */
    public InterPodAffinityFilter(Collection<? extends SchedulableNode> nodes, PodPlacementConstraints rules,
            Map<String, Map<String, String>> namespaces) {
        this.rules = rules;
        this.namespaces = namespaces;
        boolean selective = !rules.affinity().isEmpty() || !rules.antiAffinity().isEmpty();
        for (var node : nodes) {
            for (var other : node.antiAffinityPods()) {
                collectForbidden(other, node);
            }
            if (selective) {
                for (var other : node.pods()) {
                    collectDomains(rules.antiAffinity(), other, node, other, avoided);
                    collectShared(other, node);
                }
            }
        }
        firstOfGroup = shared.isEmpty() && rules.affinity().stream().allMatch(this::matchesSelf);
    }

    private void collectForbidden(PodOnNode other, SchedulableNode node) {
        for (var term : other.antiAffinity()) {
            var value = node.labels().get(term.topologyKey());
            if (value != null && matchesSelf(term)) {
                forbidden.computeIfAbsent(term.topologyKey(), _ -> new HashMap<>()).putIfAbsent(value, other);
            }
        }
    }

    private void collectDomains(List<PodAffinityTerm> terms, PodOnNode matched, SchedulableNode node, PodOnNode witness,
            Map<TopologyDomain, PodOnNode> domains) {
        for (var term : terms) {
            var value = node.labels().get(term.topologyKey());
            if (value != null && matches(term, matched)) {
                domains.putIfAbsent(new TopologyDomain(term.topologyKey(), value), witness);
            }
        }
    }

    private void collectShared(PodOnNode other, SchedulableNode node) {
        if (!allMatch(rules.affinity(), other)) {
            return;
        }
        hasTarget = true;
        for (var term : rules.affinity()) {
            var value = node.labels().get(term.topologyKey());
            if (value != null) {
                shared.add(new TopologyDomain(term.topologyKey(), value));
            }
        }
    }

    private boolean matchesSelf(PodAffinityTerm term) {
        return term.matchesPod(rules.namespace(), rules.labels(), namespaces);
    }

    private boolean matches(PodAffinityTerm term, PodOnNode other) {
        return term.matchesPod(other.namespace(), other.labels(), namespaces);
    }

    private boolean allMatch(List<PodAffinityTerm> terms, PodOnNode other) {
        for (var term : terms) {
            if (!matches(term, other)) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether one of the two pods has anti-affinity to the other. */
    public boolean repels(PodOnNode other) {
        return rules.antiAffinity().stream().anyMatch(term -> matches(term, other))
                || other.antiAffinity().stream().anyMatch(term -> matchesSelf(term));
    }

    /** Returns whether it requires affinity to pods that are on no node. */
    public boolean lacksAffinityTarget() {
        return !rules.affinity().isEmpty() && !hasTarget && !firstOfGroup;
    }

    /** Returns the rejection of a node by the first rule that it does not satisfy. */
    FilterResult filterNode(SchedulableNode node) {
        return violationOn(node).<FilterResult>map(violation -> NodeRejection.of(violation.reason(), violation))
                .orElse(NodePass.PASSED);
    }

    private Optional<AffinityViolation> violationOn(SchedulableNode node) {
        for (var term : rules.affinity()) {
            var value = node.labels().get(term.topologyKey());
            // The first of pods that want to be together finds no company anywhere and may go where it likes.
            if (value == null || (!firstOfGroup && !shared.contains(new TopologyDomain(term.topologyKey(), value)))) {
                return Optional.of(new AffinityViolation.MissingAffinity(term, value != null));
            }
        }
        for (var term : rules.antiAffinity()) {
            var value = node.labels().get(term.topologyKey());
            var there = value == null ? null : avoided.get(new TopologyDomain(term.topologyKey(), value));
            if (there != null) {
                return Optional.of(new AffinityViolation.AntiAffinity(term, there));
            }
        }
        for (var entry : forbidden.entrySet()) {
            var value = node.labels().get(entry.getKey());
            var there = value == null ? null : entry.getValue().get(value);
            if (there != null) {
                return Optional.of(new AffinityViolation.ExistingAntiAffinity(entry.getKey(), there));
            }
        }
        return Optional.empty();
    }
}
