package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.insight.MigPotential;
import tessera.insight.UnadvertisedDevices;
import tessera.mig.MigProducts;
import tessera.model.NodeRule.Lack;
import tessera.model.ResourceAmounts;
import tessera.model.Taint;
import tessera.model.Toleration;
import tessera.scheduling.spec.PodSchedulingSpec;

/** All that the nodes of a scene object to a pod: every check that fails, not only the first. */
final class NodeFilters {

    /** The scheduler names these first, then the others by name. */
    private static final List<String> FIRST = List.of(ResourceAmounts.CPU, ResourceAmounts.MEMORY, "ephemeral-storage");

    private final SchedulingSnapshot scene;
    private final PodSchedulingSpec wish;
    private final Optional<Set<String>> pinned;
    private final List<String> resources;
    private final TopologySpreadFilter spread;
    private final PodAffinityFilter company;
    private final ShareCheck shares;
    private final MigPotential potential;

    NodeFilters(SchedulingSnapshot scene, PodSchedulingSpec wish) {
        this.scene = scene;
        this.wish = wish;
        pinned = wish.nodeRule().pinned();
        var names = new ArrayList<>(FIRST);
        wish.requests().names().stream().filter(name -> !FIRST.contains(name)).forEach(names::add);
        names.removeIf(name -> wish.requests().get(name) <= 0);
        resources = List.copyOf(names);
        spread = new TopologySpreadFilter(scene, wish);
        company = new PodAffinityFilter(scene, wish);
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
    List<FilterFailure> objections(SchedulerNode room) {
        var promised = scene.before(room.name(), wish.priority());
        if (!promised.isEmpty()) {
            var crowded = room.with(promised);
            var then = new NodeFilters(scene.with(crowded), wish).plain(crowded);
            if (!then.isEmpty()) {
                return then;
            }
        }
        return plain(room);
    }

    private List<FilterFailure> plain(SchedulerNode room) {
        var found = new ArrayList<FilterFailure>();
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
    private void own(SchedulerNode room, List<FilterFailure> found) {
        var facts = room.facts();
        if (pinned.isPresent() && !pinned.get().contains(room.name())) {
            found.add(FilterFailure.lasting(FilterCheck.PINNED, "node(s) didn't satisfy plugin(s) [NodeAffinity]",
                    "it is meant for " + pinned.get().stream().sorted().collect(Collectors.joining(", "))));
        }
        if (facts.unschedulable() && !Toleration.any(wish.tolerations(), Taint.UNSCHEDULABLE)) {
            found.add(FilterFailure.cordon());
        }
        if (!wish.node().isEmpty() && !wish.node().equals(room.name())) {
            found.add(FilterFailure.lasting(FilterCheck.NAME, "node(s) didn't match the requested node name",
                    "it is meant for " + wish.node()));
        }
        boolean cordoned = facts.unschedulable();
        room.repelling().stream().filter(taint -> !Toleration.any(wish.tolerations(), taint))
                .filter(taint -> !(cordoned && taint.key().equals(Taint.UNSCHEDULABLE.key())))
                .map(FilterFailure::taint).forEach(found::add);
        boolean elsewhere = pinned.isPresent() && !pinned.get().contains(room.name());
        var lacks = elsewhere ? List.<Lack>of() : wish.nodeRule().lacking(room.name(), facts.labels());
        if (!lacks.isEmpty()) {
            found.add(FilterFailure.lasting(FilterCheck.LABELS, "node(s) didn't match Pod's node affinity/selector",
                    lacks.stream().map(Lack::brief).collect(Collectors.joining(", ")),
                    lacks.stream().map(Lack::words).collect(Collectors.joining("; "))));
        }
    }

    private Optional<FilterFailure> ports(SchedulerNode room) {
        for (var port : wish.ports()) {
            for (var other : room.occupants()) {
                if (other.ports().stream().anyMatch(port::conflicts)) {
                    return Optional.of(FilterFailure.others(FilterCheck.PORTS,
                            "node(s) didn't have free ports for the requested pod ports", "its port is taken",
                            "port %s is taken by %s".formatted(port.words(), other.key()), true));
                }
            }
        }
        return Optional.empty();
    }

    private void room(SchedulerNode room, List<FilterFailure> found) {
        long limit = room.allocatable(ResourceAmounts.PODS);
        if (room.occupants().size() + 1 > limit) {
            found.add(FilterFailure.tooManyPods(room.occupants().size(), limit));
        }
        for (var resource : resources) {
            var need = need(room, resource);
            if (need.missing() > 0 && !claimed(room, resource)) {
                found.add(FilterFailure.shortage(need, hold(room, need)));
            }
        }
    }

    private BlockerKind hold(SchedulerNode room, ResourceShortfall need) {
        if (UnadvertisedDevices.lacks(room.facts(), need.resource(), need.wanted())) {
            return BlockerKind.CLOSED;
        }
        if (!need.lasting()) {
            return BlockerKind.OTHERS;
        }
        return potential.gives(room.facts(), need.resource()) ? BlockerKind.LAYOUT : BlockerKind.LASTING;
    }

    private boolean claimed(SchedulerNode room, String resource) {
        return scene.around().devices().filter(claims -> claims.backs(room.facts(), resource)).isPresent();
    }

    /** What the pod wants of a resource, and what there is of it. */
    private ResourceShortfall need(SchedulerNode room, String resource) {
        return new ResourceShortfall(resource, wish.requests().get(resource), room.taken().get(resource),
                room.allocatable(resource));
    }

    /** All that the pod wants, short or not, in the scheduler's order. */
    List<ResourceShortfall> needs(SchedulerNode room) {
        return resources.stream().filter(resource -> !claimed(room, resource))
                .map(resource -> need(room, resource)).toList();
    }
}
