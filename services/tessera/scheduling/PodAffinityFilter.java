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

/** Whom a pod must be near, whom it must not be near, and who does not want it near; the places found once. */
final class PodAffinityFilter {

    private final PodSchedulingSpec wish;
    private final SchedulingSnapshot scene;
    private final AssignedPod self;
    private final Set<AffinityDomain> shared = new HashSet<>();
    /** With one of the pods for whose sake. */
    private final Map<AffinityDomain, AssignedPod> avoided = new HashMap<>();
    private final Map<AffinityDomain, AssignedPod> forbidden = new LinkedHashMap<>();
    private final boolean first;
    private final boolean met;

    private record AffinityDomain(String key, String value) {}

    PodAffinityFilter(SchedulingSnapshot scene, PodSchedulingSpec wish) {
        this.scene = scene;
        this.wish = wish;
        boolean selective = !wish.affinity().isEmpty() || !wish.aversion().isEmpty();
        self = AssignedPod.of(wish, wish.uid());
        boolean near = false;
        for (var room : scene.rooms()) {
            for (var other : room.jealous()) {
                other.aversion().stream().filter(term -> speaksOf(term, self))
                        .forEach(term -> place(term, room).ifPresent(place -> forbidden.putIfAbsent(place, other)));
            }
            if (selective) {
                for (var other : room.occupants()) {
                    wish.aversion().stream().filter(term -> speaksOf(term, other))
                            .forEach(term -> place(term, room).ifPresent(place -> avoided.putIfAbsent(place, other)));
                    if (speaksOf(wish.affinity(), other)) {
                        near = true;
                        wish.affinity().forEach(term -> place(term, room).ifPresent(shared::add));
                    }
                }
            }
        }
        met = near;
        first = shared.isEmpty() && speaksOf(wish.affinity(), self);
    }

    private static Optional<AffinityDomain> place(PodAffinityTerm term, SchedulerNode room) {
        return Optional.ofNullable(room.facts().labels().get(term.topologyKey()))
                .map(value -> new AffinityDomain(term.topologyKey(), value));
    }

    private boolean speaksOf(PodAffinityTerm term, AssignedPod other) {
        return term.speaksOf(other.namespace(), other.labels(), scene.around().namespaces());
    }

    private boolean speaksOf(List<PodAffinityTerm> terms, AssignedPod other) {
        return terms.stream().allMatch(term -> speaksOf(term, other));
    }

    /** Whether one of the two does not want to be where the other is. */
    boolean apart(AssignedPod other) {
        return wish.aversion().stream().anyMatch(term -> speaksOf(term, other))
                || other.aversion().stream().anyMatch(term -> speaksOf(term, self));
    }

    /** Whether it wants to be near pods of which no node has any. */
    boolean alone() {
        return !wish.affinity().isEmpty() && !met && !first;
    }

    Optional<FilterFailure> objection(SchedulerNode room) {
        for (var term : wish.affinity()) {
            var place = place(term, room);
            // The first of pods that want to be together finds no company anywhere and may go where it likes.
            if (place.isEmpty() || (!first && !shared.contains(place.get()))) {
                return Optional.of(FilterFailure.others(FilterCheck.COMPANY, "node(s) didn't match pod affinity rules",
                        "no company that it wants",
                        place.isPresent() ? "lacks " + term.words() : "has no label " + term.topologyKey(), false));
            }
        }
        for (var term : wish.aversion()) {
            var there = place(term, room).map(avoided::get);
            if (there.isPresent()) {
                return Optional
                        .of(FilterFailure.others(FilterCheck.COMPANY, "node(s) didn't match pod anti-affinity rules",
                                "runs pods it keeps away from",
                                "it keeps away from %s, such as %s".formatted(term.words(), there.get().key()), true));
            }
        }
        for (var entry : forbidden.entrySet()) {
            var place = entry.getKey();
            if (place.value().equals(room.facts().labels().get(place.key()))) {
                return Optional.of(FilterFailure.others(FilterCheck.COMPANY,
                        "node(s) didn't satisfy existing pods anti-affinity rules",
                        "runs pods that keep it away",
                        "%s in the same %s keeps it away".formatted(entry.getValue().key(), place.key()), true));
            }
        }
        return Optional.empty();
    }
}
