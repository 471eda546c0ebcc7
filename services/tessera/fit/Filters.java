package tessera.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.fit.wish.PodWish;
import tessera.insight.Latent;
import tessera.insight.MigPotential;
import tessera.mig.MigProducts;
import tessera.model.NodeRule.Lack;
import tessera.model.Resources;
import tessera.model.Taint;
import tessera.model.Toleration;

/** All that the nodes of a scene object to a pod: every check that fails, not only the first. */
final class Filters {

    /** The scheduler names these first, then the others by name. */
    private static final List<String> FIRST = List.of(Resources.CPU, Resources.MEMORY, "ephemeral-storage");

    private final Scene scene;
    private final PodWish wish;
    private final Optional<Set<String>> pinned;
    private final List<String> resources;
    private final SpreadCheck spread;
    private final CompanyCheck company;
    private final ShareCheck shares;
    private final MigPotential potential;

    Filters(Scene scene, PodWish wish) {
        this.scene = scene;
        this.wish = wish;
        pinned = wish.nodeRule().pinned();
        var names = new ArrayList<>(FIRST);
        wish.requests().names().stream().filter(name -> !FIRST.contains(name)).forEach(names::add);
        names.removeIf(name -> wish.requests().get(name) <= 0);
        resources = List.copyOf(names);
        spread = new SpreadCheck(scene, wish);
        company = new CompanyCheck(scene, wish);
        shares = new ShareCheck(wish, scene.around().shares());
        potential = new MigPotential(wish.requests(), MigProducts.bundled());
    }

    /** Why no node at all can be had, in the scheduler's words; empty where nodes are looked at. */
    Optional<String> refusal() {
        return pinned.filter(Set::isEmpty).map(_ -> "pod affinity terms conflict")
                .or(() -> scene.around().claims().stream().flatMap(claim -> claim.refusal().stream()).findFirst())
                .or(() -> scene.around().devices().flatMap(DeviceClaims::refusal));
    }

    /** What a node objects, with room kept for pods that were promised it and are not less important. */
    List<Objection> objections(NodeRoom room) {
        var promised = scene.before(room.name(), wish.priority());
        if (!promised.isEmpty()) {
            var crowded = room.with(promised);
            var then = new Filters(scene.with(crowded), wish).plain(crowded);
            if (!then.isEmpty()) {
                return then;
            }
        }
        return plain(room);
    }

    private List<Objection> plain(NodeRoom room) {
        var found = new ArrayList<Objection>();
        own(room, found);
        ports(room).ifPresent(found::add);
        room(room, found);
        scene.around().claims().forEach(claim -> claim.objection(room.facts()).ifPresent(found::add));
        scene.around().devices().flatMap(claims -> claims.objection(room.facts())).ifPresent(found::add);
        spread.objection(room).ifPresent(found::add);
        company.objection(room).ifPresent(found::add);
        found.addAll(shares.objections(room));
        return found;
    }

    /** What the node itself says: name, cordon, taints, labels. */
    private void own(NodeRoom room, List<Objection> found) {
        var facts = room.facts();
        if (pinned.isPresent() && !pinned.get().contains(room.name())) {
            found.add(Objection.lasting(Check.PINNED, "node(s) didn't satisfy plugin(s) [NodeAffinity]",
                    "it is meant for " + pinned.get().stream().sorted().collect(Collectors.joining(", "))));
        }
        if (facts.unschedulable() && !Toleration.any(wish.tolerations(), Taint.UNSCHEDULABLE)) {
            found.add(Objection.cordon());
        }
        if (!wish.node().isEmpty() && !wish.node().equals(room.name())) {
            found.add(Objection.lasting(Check.NAME, "node(s) didn't match the requested node name",
                    "it is meant for " + wish.node()));
        }
        boolean cordoned = facts.unschedulable();
        room.repelling().stream().filter(taint -> !Toleration.any(wish.tolerations(), taint))
                .filter(taint -> !(cordoned && taint.key().equals(Taint.UNSCHEDULABLE.key())))
                .map(Objection::taint).forEach(found::add);
        boolean elsewhere = pinned.isPresent() && !pinned.get().contains(room.name());
        var lacks = elsewhere ? List.<Lack>of() : wish.nodeRule().lacking(room.name(), facts.labels());
        if (!lacks.isEmpty()) {
            found.add(Objection.lasting(Check.LABELS, "node(s) didn't match Pod's node affinity/selector",
                    lacks.stream().map(Lack::brief).collect(Collectors.joining(", ")),
                    lacks.stream().map(Lack::words).collect(Collectors.joining("; "))));
        }
    }

    private Optional<Objection> ports(NodeRoom room) {
        for (var port : wish.ports()) {
            for (var other : room.occupants()) {
                if (other.ports().stream().anyMatch(port::conflicts)) {
                    return Optional.of(Objection.others(Check.PORTS,
                            "node(s) didn't have free ports for the requested pod ports", "its port is taken",
                            "port %s is taken by %s".formatted(port.words(), other.key()), true));
                }
            }
        }
        return Optional.empty();
    }

    private void room(NodeRoom room, List<Objection> found) {
        long limit = room.allocatable(Resources.PODS);
        if (room.occupants().size() + 1 > limit) {
            found.add(Objection.tooManyPods(room.occupants().size(), limit));
        }
        for (var resource : resources) {
            var need = need(room, resource);
            if (need.missing() > 0 && !claimed(room, resource)) {
                found.add(Objection.shortage(need, hold(room, need)));
            }
        }
    }

    private Hold hold(NodeRoom room, Shortage need) {
        if (Latent.lacks(room.facts(), need.resource(), need.wanted())) {
            return Hold.CLOSED;
        }
        if (!need.lasting()) {
            return Hold.OTHERS;
        }
        return potential.gives(room.facts(), need.resource()) ? Hold.LAYOUT : Hold.LASTING;
    }

    private boolean claimed(NodeRoom room, String resource) {
        return scene.around().devices().filter(claims -> claims.backs(room.facts(), resource)).isPresent();
    }

    /** What the pod wants of a resource, and what there is of it. */
    private Shortage need(NodeRoom room, String resource) {
        return new Shortage(resource, wish.requests().get(resource), room.taken().get(resource),
                room.allocatable(resource));
    }

    /** All that the pod wants, short or not, in the scheduler's order. */
    List<Shortage> needs(NodeRoom room) {
        return resources.stream().filter(resource -> !claimed(room, resource))
                .map(resource -> need(room, resource)).toList();
    }
}
