package tessera.fit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.fit.wish.PodWish;
import tessera.insight.Fleet;
import tessera.insight.Repartitions;
import tessera.insight.Repartitions.Candidate;
import tessera.mig.LayoutText;
import tessera.mig.MigProducts;
import tessera.model.Amounts;
import tessera.model.PodFacts;
import tessera.model.Taint;
import tessera.model.WordList;

/**
 * What would help a pod that no node takes: what helps at once first, and of that the least harmful; then what others have to
 * do, or what takes its time.
 */
final class Advice {

    static final int EACH = 3;
    private static final int TRIED = 50;

    private final PodWish wish;
    private final Optional<PodFacts> pod;
    private final Scene scene;
    private final List<NodeFit> nodes;
    private final List<Suggestion> found = new ArrayList<>();

    Advice(PodWish wish, Optional<PodFacts> pod, Scene scene, List<NodeFit> nodes) {
        this.wish = wish;
        this.pod = pod;
        this.scene = scene;
        this.nodes = nodes;
    }

    List<Suggestion> of(Fleet fleet, MigProducts products, Fit.Outcome outcome) {
        var scaling = scene.around().scaling().filter(each -> each.coming(scene.now()));
        if (outcome == Fit.Outcome.NEVER && scaling.isPresent()) {
            // Beside a node that is on its way, what else could be done is another story.
            return scaling.get().advice(scene.now());
        }
        return of(fleet, products);
    }

    List<Suggestion> of(Fleet fleet, MigProducts products) {
        var divisions = divisions(fleet, products);
        var exits = exits(fleet.snapshot().allocationComplete());
        uncordon();
        tolerate();
        exits.stream().filter(Exit::ending).map(exit -> exit.advice(overdue(exit, fleet))).forEach(found::add);
        scene.around().devices().map(claims -> new LeakedClaims(claims, nodes).advice(fleet.snapshot()))
                .ifPresent(found::addAll);
        divisions.stream().filter(each -> each.pods() == 0).map(this::division).forEach(found::add);
        var ill = new IllNodes(nodes, fleet);
        found.addAll(ill.enough());
        exits.stream().filter(each -> !each.ending()).map(exit -> exit.advice(Duration.ZERO)).forEach(found::add);
        divisions.stream().filter(each -> each.pods() > 0).map(this::division).forEach(found::add);
        if (divisions.isEmpty()) {
            cut();
        }
        raiseLimit();
        displace(fleet.snapshot().allocationComplete());
        found.addAll(new NeighbourAdvice(wish, nodes).all());
        scene.around().devices().map(claims -> claims.unbinding(nodes)).ifPresent(found::addAll);
        otherwise();
        new Openings(nodes).widest(found).ifPresent(found::add);
        // More nodes take minutes where there are to be any; whoever is patient reads on.
        scene.around().scaling().map(each -> each.advice(scene.now())).ifPresent(found::addAll);
        found.addAll(ill.held());
        return found.isEmpty() ? new Openings(nodes).first() : List.copyOf(found);
    }

    /** @param complete whether all pods are seen: others may stand where none is seen */
    private void displace(boolean complete) {
        var barred = Preemption.barred(scene, wish, nodes);
        if (complete && !barred.isEmpty()) {
            found.add(scene.around().priorities().advice(wish.priority(), barred));
        }
    }

    /** Where the pod, or what nodes are said to be, has to become another. */
    private void otherwise() {
        if (nodes.stream().anyMatch(NodeFit::refused)) {
            found.addAll(found.isEmpty() ? new Openings(nodes).first() : List.of());
            NodeFit.beside(nodes)
                    .ifPresent(each -> found.add(new Suggestion("Ask for at most %s a pod, and for more pods"
                            .formatted(Amounts.of(each.resource(), each.allocatable())), "", new Remedy.Ask())));
            found.add(new Suggestion("Ask for 1 share in each container, or for whole GPUs where nodes do not share "
                    + "them: several shares in one container are no more of a GPU", "", new Remedy.Ask()));
        } else if (nodes.stream().allMatch(NodeFit::never)) {
            var demands = new Impossible(wish, scene.rooms(), nodes).demands();
            demands.stream().map(Impossible.Demand::advice).filter(words -> !words.isEmpty())
                    .forEach(words -> found.add(new Suggestion(words, "", new Remedy.Ask())));
            if (demands.isEmpty()) {
                found.addAll(new Clearance(wish, scene.around()).ofPlaces(nodes));
            }
            label();
        }
    }

    private void uncordon() {
        var closed = nodes.stream().filter(node -> node.only(Hold.CLOSED)
                && node.objections().stream().allMatch(each -> each.check() == Check.CORDON)).toList();
        closed.stream().limit(EACH).forEach(node -> found.add(Openings.guarded(node).orElseGet(() -> new Suggestion(
                "Open %s again: it would take the pod as it is".formatted(node.name()),
                "tessera plan uncordon " + node.name(), new Remedy.Uncordon(node.name())))));
    }

    private void raiseLimit() {
        nodes.stream().filter(node -> node.only(Hold.OTHERS)
                && node.objections().stream().allMatch(each -> each.surplus() > 0)).findFirst()
                .ifPresent(node -> found.add(new Suggestion(
                        "%s how many pods %s may run (maxPods of its kubelet): it has room for this one otherwise"
                                .formatted(found.isEmpty() ? "Raise" : "Or raise", node.name()),
                        "", new Remedy.Wait())));
    }

    /** The nodes that would take the pod if it put up with their taints, by these taints. */
    private Map<List<Taint>, List<NodeFit>> tainted() {
        return nodes.stream().filter(node -> node.only(Hold.CLOSED)
                && node.objections().stream().allMatch(each -> each.taint().isPresent()))
                .collect(Collectors.groupingBy(node -> node.objections().stream()
                        .flatMap(each -> each.taint().stream()).toList(),
                        () -> new TreeMap<>(
                                Comparator.comparing(Object::toString)),
                        Collectors.toList()));
    }

    private void tolerate() {
        tainted().entrySet().stream().sorted(Comparator.comparingInt(
                (Map.Entry<List<Taint>, List<NodeFit>> each) -> each.getKey().size())
                .thenComparing(each -> each.getValue().size(), Comparator.reverseOrder())).limit(EACH)
                .forEach(each -> tolerate(each.getKey(), each.getValue()));
    }

    private void tolerate(List<Taint> taints, List<NodeFit> those) {
        if (taints.stream().anyMatch(Openings::forbidding)) {
            Openings.guarded(taints, those.getFirst().name()).ifPresent(found::add);
            return;
        }
        var words = taints.stream().map(Taint::toString).collect(Collectors.joining(" and "));
        found.add(new Suggestion("Let the pod tolerate %s: then %s it now".formatted(words,
                names(those) + (those.size() == 1 ? " takes" : " take")), "", new Remedy.Tolerate(taints)));
        if (taints.size() == 1) {
            var node = those.getFirst().name();
            var taint = taints.getFirst();
            found.add(new Suggestion("Or take %s from %s, for all pods".formatted(taint, node),
                    "tessera plan taint %s %s:%s-".formatted(node, taint.key(), taint.effect()),
                    new Remedy.Untaint(node, taint)));
        }
    }

    private List<Candidate> divisions(Fleet fleet, MigProducts products) {
        var able = nodes.stream().filter(Advice::lacksInstancesOnly).map(NodeFit::name).toList();
        return able.isEmpty() ? List.of()
                : Repartitions.of(fleet, Repartitions.wanted(wish.requests()), products)
                        .stream().filter(each -> able.contains(each.node().name())).limit(2).toList();
    }

    /** Nodes whose GPUs others hold, or of which it is not known who holds them, can be cut once these are gone. */
    private void cut() {
        var able = nodes.stream().filter(node -> node.only(Hold.LAYOUT)).toList();
        if (!able.isEmpty()) {
            found.add(
                    new Suggestion("Change the MIG layout of %s, once the pods that use its GPUs have ended".formatted(
                            WordList.some(able.stream().map(NodeFit::name).toList(), EACH)), "", new Remedy.Wait()));
        }
    }

    private Suggestion division(Candidate candidate) {
        var gpus = candidate.changed().stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
        var harm = candidate.pods() == 0 ? "no pod is in the way"
                : candidate.pods() + (candidate.pods() == 1 ? " pod is evicted" : " pods are evicted");
        return new Suggestion("Cut GPU %s of %s anew: then it has %s; %s".formatted(gpus, candidate.node().name(),
                Repartitions.wanted(wish.requests()), harm),
                "tessera plan mig %s --layout '%s'".formatted(candidate.node().name(),
                        LayoutText.write(candidate.layout().entries())),
                new Remedy.Divide(candidate));
    }

    private static boolean lacksInstancesOnly(NodeFit node) {
        return !node.objections().isEmpty() && node.objections().stream().allMatch(MigRoom::cuttable);
    }

    /** @param all whether every pod is seen: else it is not known who holds what is missing */
    private List<Exit> exits(boolean all) {
        if (!all) {
            return List.of();
        }
        var displacement = new Displacement(scene, wish);
        var hindered = nodes.stream().filter(Displacement::concerns).limit(TRIED)
                .flatMap(node -> scene.room(node.name())
                        .flatMap(room -> displacement.of(room, this::sibling))
                        .map(pods -> new Exit(node.name(), pods)).stream());
        var full = nodes.stream().flatMap(node -> scene.room(node.name())
                .flatMap(room -> leavers(node, room.without(this::sibling)))
                .map(pods -> new Exit(node.name(), pods)).stream());
        return Stream.concat(hindered, full)
                .sorted(Comparator.comparing(Exit::ending).reversed().thenComparingInt(exit -> exit.pods().size())
                        .thenComparingInt(exit -> exit.pods().stream().mapToInt(Occupant::priority).max().orElse(0))
                        .thenComparingLong(Exit::devices).thenComparing(Exit::node))
                .limit(EACH).toList();
    }

    /** How long ago the last of its pods should have been gone. */
    private Duration overdue(Exit exit, Fleet fleet) {
        return exit.pods().stream().flatMap(pod -> fleet.snapshot().pod(pod.namespace(), pod.name()).stream())
                .map(PodFacts::deleting).filter(Objects::nonNull).map(at -> Duration.between(at, scene.now()))
                .max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    private Optional<List<Occupant>> leavers(NodeFit node, NodeRoom room) {
        boolean devices = node.only(Hold.OTHERS)
                && node.objections().stream().allMatch(each -> each.check() == Check.DEVICES);
        if (!devices) {
            return Leavers.of(node, room);
        }
        var able = room.occupants().stream().filter(each -> !each.stays())
                .collect(Collectors.toMap(Occupant::key, Function.identity()));
        return scene.around().devices().map(claims -> claims.leavers(node.facts(), able::containsKey).stream()
                .flatMap(key -> Optional.ofNullable(able.get(key)).stream()).toList())
                .filter(pods -> !pods.isEmpty());
    }

    /** Whether one controller makes it and the pod: it would be made anew, and would wait instead. */
    private boolean sibling(Occupant other) {
        return !other.ending() && pod.filter(other::sibling).isPresent();
    }

    /** Labels that somebody set by hand can be set on another node, too. */
    private void label() {
        var needs = wish.nodeRule().needed().stream().filter(need -> !need.only().isEmpty()).toList();
        for (var node : nodes) {
            var lacked = needs.stream().filter(need -> !need.holds(node.facts().labels())).toList();
            boolean only = node.objections().stream().allMatch(each -> each.check() == Check.LABELS);
            if (only && lacked.size() == 1 && !discovered(lacked.getFirst().key())) {
                var need = lacked.getFirst();
                found.add(new Suggestion("Label %s, if it is one of those meant: it would take the pod then"
                        .formatted(node.name()),
                        "tessera plan label %s %s=%s".formatted(node.name(), need.key(), need.only()),
                        new Remedy.Label(node.name(), need.key(), need.only())));
                return;
            }
        }
    }

    private static boolean discovered(String key) {
        return key.matches("(?s).*(nvidia\\.com|kubernetes\\.io|k8s\\.io|amd\\.com)/.*");
    }

    private static String names(List<NodeFit> those) {
        return those.size() <= EACH ? those.stream().map(NodeFit::name).collect(Collectors.joining(", "))
                : those.size() + " nodes";
    }
}
