package tessera.fit;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.fit.wish.CompanyTerm;
import tessera.fit.wish.PodWish;

/** Whom a pod must be near, whom it must not be near, and who does not want it near; the places found once. */
final class CompanyCheck {

    private final PodWish wish;
    private final Scene scene;
    private final Set<Place> shared = new HashSet<>();
    private final Set<Place> avoided = new HashSet<>();
    private final Set<Place> forbidden = new HashSet<>();
    private final boolean first;

    private record Place(String key, String value) {}

    CompanyCheck(Scene scene, PodWish wish) {
        this.scene = scene;
        this.wish = wish;
        boolean selective = !wish.affinity().isEmpty() || !wish.aversion().isEmpty();
        var self = Occupant.of(wish, wish.uid());
        for (var room : scene.rooms()) {
            room.jealous().forEach(other -> collect(other.aversion(), self, room, forbidden));
            if (selective) {
                for (var other : room.occupants()) {
                    collect(wish.aversion(), other, room, avoided);
                    if (speaksOf(wish.affinity(), other)) {
                        collect(wish.affinity(), other, room, shared);
                    }
                }
            }
        }
        first = shared.isEmpty() && speaksOf(wish.affinity(), self);
    }

    private void collect(List<CompanyTerm> terms, Occupant other, NodeRoom room, Set<Place> places) {
        for (var term : terms) {
            var value = room.facts().labels().get(term.topologyKey());
            if (value != null && speaksOf(term, other)) {
                places.add(new Place(term.topologyKey(), value));
            }
        }
    }

    private boolean speaksOf(CompanyTerm term, Occupant other) {
        return term.speaksOf(other.namespace(), other.labels(), scene.around().namespaces());
    }

    private boolean speaksOf(List<CompanyTerm> terms, Occupant other) {
        return terms.stream().allMatch(term -> speaksOf(term, other));
    }

    Optional<Objection> objection(NodeRoom room) {
        for (var term : wish.affinity()) {
            boolean labelled = room.facts().labels().containsKey(term.topologyKey());
            // The first of pods that want to be together finds no company anywhere and may go where it likes.
            if (!labelled || (!first && !contains(shared, term, room))) {
                return Optional.of(Objection.others(Check.COMPANY, "node(s) didn't match pod affinity rules",
                        "no company that it wants",
                        labelled ? "lacks " + term.words() : "has no label " + term.topologyKey(), false));
            }
        }
        for (var term : wish.aversion()) {
            if (contains(avoided, term, room)) {
                return Optional.of(Objection.others(Check.COMPANY, "node(s) didn't match pod anti-affinity rules",
                        "runs pods it keeps away from",
                        "it keeps away from " + term.words(), true));
            }
        }
        for (var place : forbidden) {
            if (place.value().equals(room.facts().labels().get(place.key()))) {
                return Optional.of(Objection.others(Check.COMPANY,
                        "node(s) didn't satisfy existing pods anti-affinity rules",
                        "runs pods that keep it away",
                        "a pod in the same %s keeps it away".formatted(place.key()), true));
            }
        }
        return Optional.empty();
    }

    private static boolean contains(Set<Place> places, CompanyTerm term, NodeRoom room) {
        var value = room.facts().labels().get(term.topologyKey());
        return value != null && places.contains(new Place(term.topologyKey(), value));
    }
}
