package tessera.scheduling;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.NodeBlockers;
import tessera.insight.PreFilterMessages;
import tessera.insight.SchedulerMessages;
import tessera.insight.node.CordonOwner;
import tessera.insight.node.CordonOwners;
import tessera.model.Condition;
import tessera.model.DurationText;
import tessera.model.ListText;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.ResourceText;
import tessera.model.SentenceText;
import tessera.scheduling.NodeFit.NodeFitStatus;
import tessera.scheduling.PodFit.FitOutcome;
import tessera.scheduling.spec.PodAffinityTerm;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * The answer in one sentence.
 *
 * @param all whether every pod is seen
 */
record FitHeadline(PodSchedulingSpec wish, SchedulingSnapshot scene, List<NodeFit> nodes, boolean all) {

    private static final int LISTED = 3;
    private static final Duration SILENCE = Duration.ofMinutes(5);

    String of(FitOutcome outcome, Optional<PodFacts> pod, String refusal) {
        return switch (outcome) {
            case ENDED -> TerminatedPod.of(pod).map(TerminatedPod::sentence).orElse("");
            case BOUND -> bound(pod);
            case GATED -> gated();
            case ELSEWHERE -> elsewhere(pod);
            case REFUSED -> refused(refusal);
            case UNKNOWN -> "Which node could take it is not known here, as not all nodes are seen"
                    + (pod.isPresent() ? "; the scheduler has said nothing of it yet" : "");
            case FITS -> fits(pod.isPresent());
            case NOT_NOW -> starting(notNow()) + overhead() + preemption() + scaling();
            case CLOSED -> closed() + TolerationMismatch.words(nodes, wish.tolerations()) + overhead() + scaling();
            case NEVER -> AutoscalerStatus.coming(scene).orElseGet(() -> starting(never()) + overhead() + scaling());
        };
    }

    private String bound(Optional<PodFacts> pod) {
        var reason = pod.map(PodFacts::reason).orElse("");
        var message = SentenceText.bare(pod.map(PodFacts::message).orElse("").strip());
        if (!scene.rooms().isEmpty() && scene.room(wish.node()).isEmpty()) {
            return "It is bound to %s, and there is no such node: nobody starts it there, and it is placed nowhere else"
                    .formatted(wish.node());
        }
        var lost = lost(scene, wish.node());
        if (lost.isPresent() && !lost.get().status().equals("False")) {
            return "It has a node: %s, whose kubelet has reported nothing%s: whether it runs there is not known"
                    .formatted(wish.node(), Optional.ofNullable(lost.get().since()).map(since -> " for "
                            + DurationText.words(Duration.between(since, scene.now()))).orElse(""));
        }
        return "It has a node: " + wish.node() + lost.map(ready -> ", which is not ready (%s)".formatted(
                ready.message().isEmpty() ? ready.reason() : SentenceText.bare(ready.message()))).orElse("")
                + (reason.isEmpty() ? runs(pod) : "; there it is " + reason)
                + pod.map(each -> kubelet(each, message)).orElse("");
    }

    /** What is said of a node that is not ready. */
    static Optional<Condition> lost(SchedulingSnapshot scene, String node) {
        return scene.room(node).flatMap(room -> room.facts().condition("Ready")).filter(ready -> !ready.isTrue());
    }

    private static String runs(Optional<PodFacts> pod) {
        return pod.filter(each -> each.phase() == PodPhase.RUNNING).map(each -> each.deleting() != null
                ? ", and is to end there"
                : ", and %s there%s".formatted(each.ready() == each.total() ? "runs" : "is not ready",
                        each.restarts() == 0 ? ""
                                : "; its containers were started again %s".formatted(
                                        each.restarts() == 1 ? "once" : each.restarts() + " times")))
                .orElse("");
    }

    /** What keeps it from running there, as far as that is known. */
    private String kubelet(PodFacts pod, String message) {
        return PodStartup.begins(pod) ? scene.around().start().map(start -> start.words(pod, scene.now())).orElse("")
                : KubeletMessages.of(pod).map(KubeletMessages.KubeletMessage::words)
                        .or(() -> Optional.of(message)).filter(words -> !words.isEmpty()).map(": "::concat).orElse("");
    }

    private String gated() {
        return "Held back by %s; no node is looked at until a queue or controller takes that away%s".formatted(
                "the scheduling gate%s %s".formatted(wish.gates().size() == 1 ? "" : "s",
                        String.join(", ", wish.gates())),
                scene.around().queue().map(queue -> ". Its queue says: " + queue.words()).orElse(""));
    }

    /** A scheduler that is there says something sooner or later. */
    private String elsewhere(Optional<PodFacts> pod) {
        var silent = pod.filter(each -> each.message().isEmpty() && each.reason().isEmpty())
                .flatMap(each -> Optional.ofNullable(each.created()))
                .map(created -> Duration.between(created, scene.now())).filter(age -> age.compareTo(SILENCE) > 0);
        return silent.map(
                age -> "It waits for the scheduler %s, which has said nothing in %s: there may be none of that name"
                        .formatted(wish.scheduler(), DurationText.words(age)))
                .orElseGet(() -> pod.filter(each -> !each.message().isEmpty()).map(each -> SchedulerMessages
                        .sentence(wish.scheduler(), each.message(), each.labels()))
                        .orElse("It is placed by %s, not by the usual scheduler; by which rules is not known here%s"
                                .formatted(wish.scheduler(),
                                        pod.isPresent() ? ". It has said nothing of it yet" : "")));
    }

    /** Who looks at the containers that run does not find so much. */
    private String starting(String sentence) {
        return sentence + nodes.stream().flatMap(node -> node.objections().stream())
                .flatMap(each -> each.shortage().stream()).map(ResourceShortfall::resource)
                .filter(name -> wish.starters().containsKey(name) && sentence.contains(ResourceText.name(name)))
                .findFirst()
                .map(name -> ". It is the init container %s that wants so much %s".formatted(wish.starters().get(name),
                        ResourceText.name(name)))
                .orElse("");
    }

    /** Nor does who looks at containers find what a RuntimeClass adds. */
    private String overhead() {
        return nodes.stream().flatMap(node -> node.objections().stream()).flatMap(each -> each.shortage().stream())
                .map(ResourceShortfall::resource).filter(name -> wish.overhead().get(name) > 0).findFirst()
                .map(name -> ". Of the %s that it wants, its RuntimeClass adds %s (overhead)".formatted(
                        ResourceText.name(name), ResourceText.words(name, wish.overhead().get(name))))
                .orElse("");
    }

    private String preemption() {
        var sentence = PreemptionCheck.sentence(scene, wish, nodes);
        return sentence.isEmpty() || !all ? "" : ". " + sentence;
    }

    private String scaling() {
        return scene.around().scaling().map(scaling -> ". " + scaling.sentence(scene)).orElse("");
    }

    private String refused(String refusal) {
        return switch (refusal) {
            case "pod affinity terms conflict" -> "Its affinity names nodes that exclude each other";
            case "pod has unbound immediate PersistentVolumeClaims" -> scene.around().claims().stream()
                    .flatMap(claim -> claim.lack().stream()).findFirst().orElse(refusal);
            default -> PreFilterMessages.words(refusal).orElse("It cannot be placed anywhere: " + refusal);
        };
    }

    private String fits(boolean waits) {
        var fitting = nodes.stream().filter(node -> node.standing() == NodeFitStatus.FITS).toList();
        var names = names(fitting);
        var seen = all ? "" : ", as far as pods are seen";
        var shares = new ShareCheck(wish, scene.around().shares());
        var doubt = fitting.stream().allMatch(shares::unclear)
                ? ", where the kubelet may refuse it: it asks for several shares in one container"
                : "";
        boolean blind = !wish.deviceClaims().isEmpty() && scene.around().devices().isEmpty();
        if (waits) {
            return blind ? "%s may take it%s%s: whether it has the devices that the pod claims is not known"
                    .formatted(names, seen, doubt)
                    : "%s would take it now%s%s; the scheduler has not tried since, or knows more than is seen here"
                            .formatted(names, seen, doubt);
        }
        return "Fits now on %d of %s%s: %s%s%s".formatted(fitting.size(), count(nodes.size()), seen, names, doubt,
                blind ? ", if its claims are met there" : "");
    }

    private String notNow() {
        if (all && new PodAffinityFilter(scene, wish).alone()) {
            return "Not now: it wants to be near %s, and no node has any".formatted(wish.affinity().stream()
                    .map(PodAffinityTerm::words).collect(Collectors.joining(" and ")));
        }
        var full = nodes.stream().filter(node -> node.standing() == NodeFitStatus.FULL).toList();
        var nearest = full.stream().filter(node -> node.objections().size() == 1).min(
                Comparator.comparingDouble(this::lack)).or(() -> full.stream().findFirst());
        var detail = nearest.map(node -> " (%s)".formatted(
                node.objections().stream().map(FilterFailure::words).collect(Collectors.joining("; ")))).orElse("");
        var name = nearest.map(NodeFit::name).orElse("");
        return "Not now: " + (full.size() == 1 ? "only %s could take it%s".formatted(name, detail)
                : "%s could take it; %s is nearest%s".formatted(count(full.size()), name, detail));
    }

    /** The share of what is wanted that is missing, or of devices to claim; what is not a matter of amounts comes last. */
    private double lack(NodeFit node) {
        var objection = node.objections().getFirst();
        return objection.shortage().map(each -> (double) each.missing() / each.wanted())
                .or(() -> objection.check() == FilterCheck.DEVICES
                        ? scene.around().devices().flatMap(claims -> claims.taken(node.facts()))
                        : Optional.empty())
                .orElse(2.0);
    }

    private String closed() {
        return nodes.stream().anyMatch(node -> node.standing() == NodeFitStatus.CLOSED) ? shut() : otherLayout();
    }

    /** What no node offers as its GPUs are cut now, and how many could. */
    private String otherLayout() {
        var cut = nodes.stream().filter(node -> node.standing() == NodeFitStatus.OTHER_LAYOUT).toList();
        var alone = cut.stream().filter(node -> node.only(BlockerKind.LAYOUT)).toList();
        var able = alone.isEmpty() ? cut : alone;
        var demands = new UnsatisfiableRequests(wish, scene.rooms(), nodes).demands().stream()
                .map(UnsatisfiableRequests.UnmetDemand::words).toList();
        return "%s. %s could with another MIG layout: %s%s".formatted(demands.isEmpty() ? "No node offers what it wants"
                : String.join(". ", demands), count(able.size()), names(able), able.getFirst().beside());
    }

    private String shut() {
        return NodeBlockers.sentence(nodes.stream().filter(node -> node.standing() == NodeFitStatus.CLOSED)
                .map(node -> new NodeBlockers(
                        node.objections().stream().anyMatch(each -> each.check() == FilterCheck.CORDON),
                        CordonOwners.standard().of(node.facts()).map(CordonOwner::name).orElse(""),
                        node.objections().stream().anyMatch(each -> each.shortage().isPresent()
                                && each.hold() == BlockerKind.CLOSED),
                        node.objections().stream().flatMap(each -> each.taint().stream()).toList()))
                .toList());
    }

    private String never() {
        if (nodes.isEmpty()) {
            return "The cluster has no nodes";
        }
        var refusing = nodes.stream().filter(NodeFit::refused).toList();
        var open = refusing.stream().filter(node -> node.objections().stream()
                .noneMatch(each -> each.hold() == BlockerKind.CLOSED)).toList();
        if (!refusing.isEmpty()) {
            return refusing(open.isEmpty() ? refusing : open) + NodeFit.beside(nodes).map(
                    each -> ". Of whole ones no node has more than "
                            + ResourceText.words(each.resource(), each.allocatable()))
                    .orElse("");
        }
        var demands = new UnsatisfiableRequests(wish, scene.rooms(), nodes).demands();
        if (!demands.isEmpty()) {
            return demands.stream().map(UnsatisfiableRequests.UnmetDemand::words).collect(Collectors.joining(". "));
        }
        return scene.around().devices().filter(_ -> lastingly(FilterCheck.DEVICES)).flatMap(DeviceClaims::scarce)
                .or(() -> Optional.of(FilterCheck.VOLUMES).filter(this::lastingly).flatMap(_ -> outOfReach()))
                .orElseGet(() -> "No node could take it, not even empty: " + hindrances());
    }

    /** Where the volume is that no node reaches on which the pod could run, and why not there. */
    private Optional<String> outOfReach() {
        var bound = scene.around().claims().stream().filter(claim -> claim.state() == VolumeClaim.VolumeClaimState.BOUND
                && nodes.stream().anyMatch(node -> claim.objection(node.facts()).isPresent())).findFirst();
        return bound.map(claim -> {
            var reached = nodes.stream().filter(node -> claim.objection(node.facts()).isEmpty()).toList();
            return reached.isEmpty() ? "No node reaches the volume of its claim " + claim.name()
                    : "Only %s %s the volume of its claim %s, and there %s".formatted(names(reached),
                            reached.size() == 1 ? "reaches" : "reach", claim.name(), briefs(reached));
        });
    }

    private static String names(List<NodeFit> nodes) {
        return ListText.some(nodes.stream().map(NodeFit::name).toList(), LISTED);
    }

    /** What is for good against each of some nodes. */
    private static String briefs(List<NodeFit> nodes) {
        return nodes.stream()
                .flatMap(node -> node.objections().stream().filter(each -> each.hold() == BlockerKind.LASTING)
                        .map(FilterFailure::brief).limit(1))
                .distinct().limit(LISTED).collect(Collectors.joining(", or "));
    }

    /** Whether that is for good against every node that is otherwise as it should be. */
    private boolean lastingly(FilterCheck check) {
        return near().allMatch(node -> node.objections().stream().anyMatch(
                each -> each.hold() == BlockerKind.LASTING && each.check() == check));
    }

    /** The nodes that it selects and that are large enough; all of them where there are none of these. */
    private Stream<NodeFit> near() {
        var near = nodes.stream().filter(node -> node.objections().stream().noneMatch(
                each -> each.hold() == BlockerKind.LASTING && each.check().compareTo(FilterCheck.VOLUMES) < 0))
                .toList();
        return near.isEmpty() ? nodes.stream() : near.stream();
    }

    private String hindrances() {
        var counts = near().map(node -> node.objections().stream().filter(each -> each.hold() == BlockerKind.LASTING)
                .map(FilterFailure::brief).findFirst().orElse(""))
                .collect(Collectors.groupingBy(words -> words, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(LISTED)
                .map(each -> "%s (%s)".formatted(each.getKey(), count(each.getValue())))
                .collect(Collectors.joining(", "));
    }

    /** Where the scheduler would place it all the same, to no good. */
    private static String refusing(List<NodeFit> nodes) {
        var why = nodes.stream().flatMap(node -> node.objections().stream())
                .filter(each -> each.check() == FilterCheck.KUBELET).map(FilterFailure::brief).findFirst().orElse("");
        var taints = nodes.stream().flatMap(node -> node.objections().stream())
                .filter(each -> each.hold() == BlockerKind.CLOSED).map(FilterFailure::brief).findFirst();
        var names = names(nodes);
        return taints.isEmpty()
                ? "Only %s could take it, but there %s: the pod would be placed and fail (UnexpectedAdmissionError)"
                        .formatted(names, why)
                : "Only %s %s closed to it (%s); there, too, %s".formatted(names,
                        nodes.size() == 1 ? "offers what it wants, and is" : "offer what it wants, and are",
                        taints.get(), why);
    }

    private static String count(long nodes) {
        return nodes == 1 ? "1 node" : nodes + " nodes";
    }
}
