package tessera.scheduling;

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
import tessera.insight.GpuFleet;
import tessera.insight.MigRepartitioning;
import tessera.insight.MigRepartitioning.RepartitionCandidate;
import tessera.mig.LayoutText;
import tessera.mig.MigProducts;
import tessera.model.ListText;
import tessera.model.PodFacts;
import tessera.model.ResourceText;
import tessera.model.ShellWord;
import tessera.model.Taint;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * What would help a pod that no node takes: what helps at once first, and of that the least harmful; then what others have to
 * do, or what takes its time.
 */
final class PodAdvice {

    static final int EACH = 3;
    private static final int TRIED = 50;

    private final PodSchedulingSpec wish;
    private final Optional<PodFacts> pod;
    private final SchedulingSnapshot scene;
    private final List<NodeFit> nodes;
    private final List<RemedySuggestion> found = new ArrayList<>();

    PodAdvice(PodSchedulingSpec wish, Optional<PodFacts> pod, SchedulingSnapshot scene, List<NodeFit> nodes) {
        this.wish = wish;
        this.pod = pod;
        this.scene = scene;
        this.nodes = nodes;
    }

    List<RemedySuggestion> of(GpuFleet fleet, MigProducts products, PodFit.FitOutcome outcome) {
        var scaling = scene.around().scaling().filter(each -> each.coming(scene.now()));
        if (outcome == PodFit.FitOutcome.NEVER && scaling.isPresent()) {
            // Beside a node that is on its way, what else could be done is another story.
            return scaling.get().advice(scene.now());
        }
        return of(fleet, products);
    }

    List<RemedySuggestion> of(GpuFleet fleet, MigProducts products) {
        var divisions = divisions(fleet, products);
        var exits = exits(fleet.snapshot().allocationComplete());
        uncordon();
        tolerate();
        exits.stream().filter(PreemptionCandidate::ending).map(exit -> exit.advice(overdue(exit, fleet)))
                .forEach(found::add);
        scene.around().devices().map(claims -> new LeakedClaims(claims, nodes).advice(fleet.snapshot()))
                .ifPresent(found::addAll);
        divisions.stream().filter(each -> each.pods() == 0).map(this::division).forEach(found::add);
        var ill = new UnhealthyNodes(nodes, fleet);
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
        new UnblockAdvice(nodes).widest(found).ifPresent(found::add);
        // More nodes take minutes where there are to be any; whoever is patient reads on.
        scene.around().scaling().map(each -> each.advice(scene.now())).ifPresent(found::addAll);
        found.addAll(ill.held());
        return found.isEmpty() ? new UnblockAdvice(nodes).first() : List.copyOf(found);
    }

    /** @param complete whether all pods are seen: others may stand where none is seen */
    private void displace(boolean complete) {
        var barred = PreemptionCheck.barred(scene, wish, nodes);
        if (complete && !barred.isEmpty()) {
            found.add(scene.around().priorities().advice(wish.priority(), barred));
        }
    }

    /** Where the pod, or what nodes are said to be, has to become another. */
    private void otherwise() {
        if (nodes.stream().anyMatch(NodeFit::refused)) {
            found.addAll(found.isEmpty() ? new UnblockAdvice(nodes).first() : List.of());
            NodeFit.beside(nodes)
                    .ifPresent(each -> found.add(new RemedySuggestion("Ask for at most %s a pod, and for more pods"
                            .formatted(ResourceText.of(each.resource(), each.allocatable())), "",
                            new PodRemedy.ChangeRequest())));
            found.add(new RemedySuggestion(
                    "Ask for 1 share in each container, or for whole GPUs where nodes do not share "
                            + "them: several shares in one container are no more of a GPU",
                    "", new PodRemedy.ChangeRequest()));
        } else if (nodes.stream().allMatch(NodeFit::never)) {
            var demands = new UnsatisfiableRequests(wish, scene.rooms(), nodes).demands();
            demands.stream().map(UnsatisfiableRequests.UnmetDemand::advice).filter(words -> !words.isEmpty())
                    .forEach(words -> found.add(new RemedySuggestion(words, "", new PodRemedy.ChangeRequest())));
            if (demands.isEmpty()) {
                found.addAll(new GateAdvice(wish, scene.around()).ofPlaces(nodes));
            }
            label();
        }
    }

    private void uncordon() {
        var closed = nodes.stream().filter(node -> node.only(BlockerKind.CLOSED)
                && node.objections().stream().allMatch(each -> each.check() == FilterCheck.CORDON)).toList();
        closed.stream().limit(EACH)
                .forEach(node -> found.add(UnblockAdvice.guarded(node).orElseGet(() -> new RemedySuggestion(
                        "Open %s again: it would take the pod as it is".formatted(node.name()),
                        "tessera plan uncordon " + node.name(), new PodRemedy.UncordonNode(node.name())))));
    }

    private void raiseLimit() {
        nodes.stream().filter(node -> node.only(BlockerKind.OTHERS)
                && node.objections().stream().allMatch(each -> each.surplus() > 0)).findFirst()
                .ifPresent(node -> found.add(new RemedySuggestion(
                        "%s how many pods %s may run (maxPods of its kubelet): it has room for this one otherwise"
                                .formatted(found.isEmpty() ? "Raise" : "Or raise", node.name()),
                        "", new PodRemedy.WaitOnly())));
    }

    /** The nodes that would take the pod if it put up with their taints, by these taints. */
    private Map<List<Taint>, List<NodeFit>> tainted() {
        return nodes.stream().filter(node -> node.only(BlockerKind.CLOSED)
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
        if (taints.stream().anyMatch(UnblockAdvice::forbidding)) {
            UnblockAdvice.guarded(taints, those.getFirst().name()).ifPresent(found::add);
            return;
        }
        var words = taints.stream().map(Taint::toString).collect(Collectors.joining(" and "));
        found.add(new RemedySuggestion("Let the pod tolerate %s: then %s it now".formatted(words,
                names(those) + (those.size() == 1 ? " takes" : " take")), "", new PodRemedy.Tolerate(taints)));
        if (taints.size() == 1) {
            var node = those.getFirst().name();
            var taint = taints.getFirst();
            found.add(new RemedySuggestion("Or take %s from %s, for all pods".formatted(taint, node),
                    "tessera plan taint %s %s-".formatted(node, ShellWord.quoted(taint.key() + ":" + taint.effect())),
                    new PodRemedy.Untaint(node, taint)));
        }
    }

    private List<RepartitionCandidate> divisions(GpuFleet fleet, MigProducts products) {
        var able = nodes.stream().filter(PodAdvice::lacksInstancesOnly).map(NodeFit::name).toList();
        return able.isEmpty() ? List.of()
                : MigRepartitioning.of(fleet, MigRepartitioning.wanted(wish.requests()), products)
                        .stream().filter(each -> able.contains(each.node().name())).limit(2).toList();
    }

    /** Nodes whose GPUs others hold, or of which it is not known who holds them, can be cut once these are gone. */
    private void cut() {
        var able = nodes.stream().filter(node -> node.only(BlockerKind.LAYOUT)).toList();
        if (!able.isEmpty()) {
            found.add(
                    new RemedySuggestion(
                            "Change the MIG layout of %s, once the pods that use its GPUs have ended".formatted(
                                    ListText.some(able.stream().map(NodeFit::name).toList(), EACH)),
                            "", new PodRemedy.WaitOnly()));
        }
    }

    private RemedySuggestion division(RepartitionCandidate candidate) {
        var gpus = candidate.changed().stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
        var harm = candidate.pods() == 0 ? "no pod is in the way"
                : candidate.pods() + (candidate.pods() == 1 ? " pod is evicted" : " pods are evicted");
        return new RemedySuggestion("Cut GPU %s of %s anew: then it has %s; %s".formatted(gpus, candidate.node().name(),
                MigRepartitioning.wanted(wish.requests()), harm),
                "tessera plan mig %s --layout '%s'".formatted(candidate.node().name(),
                        LayoutText.write(candidate.layout().entries())),
                new PodRemedy.RepartitionNode(candidate));
    }

    private static boolean lacksInstancesOnly(NodeFit node) {
        return !node.objections().isEmpty() && node.objections().stream().allMatch(MigRoom::cuttable);
    }

    /** @param all whether every pod is seen: else it is not known who holds what is missing */
    private List<PreemptionCandidate> exits(boolean all) {
        if (!all) {
            return List.of();
        }
        var displacement = new ConflictingPods(scene, wish);
        var hindered = nodes.stream().filter(ConflictingPods::concerns).limit(TRIED)
                .flatMap(node -> scene.room(node.name())
                        .flatMap(room -> displacement.of(room, this::sibling))
                        .map(pods -> new PreemptionCandidate(node.name(), pods)).stream());
        var full = nodes.stream().flatMap(node -> scene.room(node.name())
                .flatMap(room -> leavers(node, room.without(this::sibling)))
                .map(pods -> new PreemptionCandidate(node.name(), pods)).stream());
        return Stream.concat(hindered, full)
                .sorted(Comparator.comparing(PreemptionCandidate::ending).reversed()
                        .thenComparingInt(exit -> exit.pods().size())
                        .thenComparingInt(exit -> exit.pods().stream().mapToInt(AssignedPod::priority).max().orElse(0))
                        .thenComparingLong(PreemptionCandidate::devices).thenComparing(PreemptionCandidate::node))
                .limit(EACH).toList();
    }

    /** How long ago the last of its pods should have been gone. */
    private Duration overdue(PreemptionCandidate exit, GpuFleet fleet) {
        return exit.pods().stream().flatMap(pod -> fleet.snapshot().pod(pod.namespace(), pod.name()).stream())
                .map(PodFacts::deleting).filter(Objects::nonNull).map(at -> Duration.between(at, scene.now()))
                .max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }

    private Optional<List<AssignedPod>> leavers(NodeFit node, SchedulerNode room) {
        boolean devices = node.only(BlockerKind.OTHERS)
                && node.objections().stream().allMatch(each -> each.check() == FilterCheck.DEVICES);
        if (!devices) {
            return PreemptionCandidates.of(node, room);
        }
        var able = room.occupants().stream().filter(each -> !each.stays())
                .collect(Collectors.toMap(AssignedPod::key, Function.identity()));
        return scene.around().devices().map(claims -> claims.leavers(node.facts(), able::containsKey).stream()
                .flatMap(key -> Optional.ofNullable(able.get(key)).stream()).toList())
                .filter(pods -> !pods.isEmpty());
    }

    /** Whether one controller makes it and the pod: it would be made anew, and would wait instead. */
    private boolean sibling(AssignedPod other) {
        return !other.ending() && pod.filter(other::sibling).isPresent();
    }

    /** Labels that somebody set by hand can be set on another node, too. */
    private void label() {
        var needs = wish.nodeRule().needed().stream().filter(need -> !need.only().isEmpty()).toList();
        for (var node : nodes) {
            var lacked = needs.stream().filter(need -> !need.holds(node.facts().labels())).toList();
            boolean only = node.objections().stream().allMatch(each -> each.check() == FilterCheck.LABELS);
            if (only && lacked.size() == 1 && !discovered(lacked.getFirst().key())) {
                var need = lacked.getFirst();
                found.add(new RemedySuggestion("Label %s, if it is one of those meant: it would take the pod then"
                        .formatted(node.name()),
                        "tessera plan label %s %s".formatted(node.name(),
                                ShellWord.quoted(need.key() + "=" + need.only())),
                        new PodRemedy.Label(node.name(), need.key(), need.only())));
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
