package tessera.scheduling;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.scheduling.spec.PodAffinityTerm;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Filters nodes by required pod affinity and anti-affinity in both directions; topology domains are computed once. */
final class PodAffinityFilter {

    private final PodSchedulingSpec spec;
    private final SchedulingSnapshot schedulingSnapshot;
    private final AssignedPod self;
    private final Set<AffinityDomain> shared = new HashSet<>();
    /** With one of the pods for whose sake. */
    private final Map<AffinityDomain, AssignedPod> avoided = new HashMap<>();
    private final Map<AffinityDomain, AssignedPod> forbidden = new LinkedHashMap<>();
    private final boolean first;
    private final boolean met;

    private record AffinityDomain(String key, String value) {}

    PodAffinityFilter(SchedulingSnapshot schedulingSnapshot, PodSchedulingSpec spec) {
        this.schedulingSnapshot = schedulingSnapshot;
        this.spec = spec;
        boolean selective = !spec.affinity().isEmpty() || !spec.antiAffinity().isEmpty();
        self = AssignedPod.fromSpec(spec, spec.uid());
        boolean near = false;
        for (var schedulerNode : schedulingSnapshot.nodes()) {
            for (var other : schedulerNode.antiAffinityPods()) {
                other.antiAffinity().stream().filter(term -> matchesPod(term, self))
                        .forEach(term -> domainOf(term, schedulerNode)
                                .ifPresent(domain -> forbidden.putIfAbsent(domain, other)));
            }
            if (selective) {
                for (var other : schedulerNode.pods()) {
                    spec.antiAffinity().stream().filter(term -> matchesPod(term, other))
                            .forEach(term -> domainOf(term, schedulerNode)
                                    .ifPresent(domain -> avoided.putIfAbsent(domain, other)));
                    if (matchAll(spec.affinity(), other)) {
                        near = true;
                        spec.affinity().forEach(term -> domainOf(term, schedulerNode).ifPresent(shared::add));
                    }
                }
            }
        }
        met = near;
        first = shared.isEmpty() && matchAll(spec.affinity(), self);
    }

    private static Optional<AffinityDomain> domainOf(PodAffinityTerm term, SchedulerNode schedulerNode) {
        return Optional.ofNullable(schedulerNode.nodeSummary().labels().get(term.topologyKey()))
                .map(value -> new AffinityDomain(term.topologyKey(), value));
    }

    private boolean matchesPod(PodAffinityTerm term, AssignedPod other) {
        return term.matchesPod(other.namespace(), other.labels(), schedulingSnapshot.inputs().namespaces());
    }

    private boolean matchAll(List<PodAffinityTerm> terms, AssignedPod other) {
        return terms.stream().allMatch(term -> matchesPod(term, other));
    }

    /** Returns whether one of the two pods has anti-affinity to the other. */
    boolean repels(AssignedPod other) {
        return spec.antiAffinity().stream().anyMatch(term -> matchesPod(term, other))
                || other.antiAffinity().stream().anyMatch(term -> matchesPod(term, self));
    }

    /** Returns whether it requires affinity to pods that no node has. */
    boolean lacksAffinityTarget() {
        return !spec.affinity().isEmpty() && !met && !first;
    }

    Optional<SchedulerFilterFailure> failureOn(SchedulerNode schedulerNode) {
        for (var term : spec.affinity()) {
            var place = domainOf(term, schedulerNode);
            // The first of pods that want to be together finds no company anywhere and may go where it likes.
            if (place.isEmpty() || (!first && !shared.contains(place.get()))) {
                return Optional.of(SchedulerFilterFailure.causedByPods(SchedulerFilterKind.COMPANY,
                        "node(s) didn't match pod affinity rules",
                        "no company that it wants",
                        place.isPresent() ? "lacks " + term.termText() : "has no label " + term.topologyKey(), false));
            }
        }
        for (var term : spec.antiAffinity()) {
            var there = domainOf(term, schedulerNode).map(avoided::get);
            if (there.isPresent()) {
                return Optional
                        .of(SchedulerFilterFailure.causedByPods(SchedulerFilterKind.COMPANY,
                                "node(s) didn't match pod anti-affinity rules",
                                "runs pods it keeps away from",
                                "it keeps away from %s, such as %s".formatted(term.termText(), there.get().podKey()),
                                true));
            }
        }
        for (var entry : forbidden.entrySet()) {
            var domain = entry.getKey();
            if (domain.value().equals(schedulerNode.nodeSummary().labels().get(domain.key()))) {
                return Optional.of(SchedulerFilterFailure.causedByPods(SchedulerFilterKind.COMPANY,
                        "node(s) didn't satisfy existing pods anti-affinity rules",
                        "runs pods that keep it away",
                        "%s in the same %s keeps it away".formatted(entry.getValue().podKey(), domain.key()), true));
            }
        }
        return Optional.empty();
    }
}
