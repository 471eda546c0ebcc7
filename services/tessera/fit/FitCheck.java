package tessera.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.claim.Misread;
import tessera.fit.Fit.Outcome;
import tessera.fit.NodeFit.Standing;
import tessera.fit.wish.PodWish;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.SchedulerMessages;
import tessera.insight.WaitingReason;
import tessera.mig.MigProducts;
import tessera.model.NearNames;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.PodSight;
import tessera.model.Requirement;
import tessera.model.Sentences;
import tessera.model.SourceHealth;

/** Works out which nodes take a pod, by the scheduler's rules, and what would help where none does. Pure. */
public final class FitCheck {

    /** What begins a sentence that nobody but the scheduler answers for. */
    public static final String TOLD = "As the scheduler tells it: ";
    /** How the answer begins where an autoscaler adds a node. */
    public static final String COMING = "A node is on its way for it";

    private final MigProducts products;

    public FitCheck(MigProducts products) {
        this.products = products;
    }

    /**
     * How it stands with a pod.
     *
     * @param pod the same as it is in the snapshot; empty for one that is not created yet
     */
    public Fit of(Fleet fleet, PodWish said, Optional<PodFacts> pod, Surroundings around) {
        var wish = claiming(fleet, said, around);
        var scene = Scene.of(fleet.snapshot(), around, wish.uid());
        var filters = new Filters(scene, wish);
        var ended = Ended.of(pod);
        // Where it has a node, or will never have one, what nodes say is no matter any more.
        var rooms = ended.isEmpty() && (wish.node().isEmpty() || pod.isEmpty()) ? scene.rooms() : List.<NodeRoom>of();
        var nodes = judged(wish, rooms.stream()
                .map(room -> new NodeFit(room.facts(), filters.objections(room), filters.needs(room))).toList());
        var misread = misread(around, nodes);
        // Where no device would do anyway, that is told.
        var refusal = filters.refusal().or(() -> misread.map(Misread::words).filter(_ -> outcome(wish, pod, nodes,
                Optional.empty()) != Outcome.NEVER));
        boolean hidden = !fleet.snapshot().nodesSeen();
        var outcome = ended.isPresent() ? Outcome.ENDED : seen(hidden, outcome(wish, pod, nodes, refusal));
        var summary = outcome == Outcome.NEVER && misread.isPresent() ? SchedulerWords.broken(misread.get().words())
                : summary(new Case(scene, wish, nodes, hidden), outcome, refusal);
        var comparison = compared(outcome, summary, pod.map(PodFacts::message).orElse(""), around);
        var headline = outcome == Outcome.UNKNOWN && pod.filter(each -> !each.message().isEmpty()).isPresent()
                ? told(fleet, wish, pod.get())
                : new Headline(wish, scene, nodes, fleet.snapshot().podSight() == PodSight.ALL).of(outcome, pod,
                        refusal.orElse(""));
        var advice = switch (outcome) {
            case NOT_NOW, CLOSED, NEVER -> new Advice(wish, pod, scene, nodes).of(fleet, products, outcome);
            case GATED, REFUSED -> cleared(new Clearance(wish, around).of(outcome),
                    misread.filter(each -> refusal.filter(each.words()::equals).isPresent()));
            case ENDED -> ended.map(Ended::advice).orElse(List.of());
            case BOUND -> pod.map(each -> started(each, scene)).orElse(List.of());
            case ELSEWHERE -> pod.map(each -> explained(wish, each.message())).orElse(List.of());
            case UNKNOWN, FITS -> List.<Suggestion>of();
        };
        var unknown = ended.isPresent() ? new ArrayList<String>() : unknown(fleet, around);
        unknown.addAll(new ShareCheck(wish, around.shares())
                .unknown(nodes.stream().filter(node -> node.standing() == Standing.FITS).toList()));
        var kubelet = outcome == Outcome.BOUND ? pod.map(each -> kubelet(each, scene)).orElse("")
                : ended.map(Ended::apart).orElse("");
        return new Fit(wish, outcome, headline, kubelet, nodes, summary, comparison, advice, unknown);
    }

    /** What a class of devices serves is claimed, unless device plugins offer it. */
    private static PodWish claiming(Fleet fleet, PodWish wish, Surroundings around) {
        around.devices().ifPresent(claims -> claims.known().amid(fleet.snapshot()));
        return around.devices().map(claims -> claims.claiming(wish,
                fleet.snapshot().nodes().stream().map(NodeInfo::facts).toList())).orElse(wish);
    }

    /** Its own words where the answer has others. */
    private static String kubelet(PodFacts pod, Scene scene) {
        return Start.begins(pod) ? scene.around().start().map(start -> start.said(pod, scene.now())).orElse("")
                : KubeletWords.of(pod).map(_ -> pod.message()).orElse("");
    }

    private static List<Suggestion> started(PodFacts pod, Scene scene) {
        if (Headline.lost(scene, pod.node()).isPresent()) {
            return List.of(new Suggestion("Look after %s: it is not ready".formatted(pod.node()),
                    "tessera doctor --node " + pod.node(), new Remedy.Mend(pod.node())));
        }
        if (pod.reason().isEmpty()) {
            return List.of();
        }
        var known = Start.begins(pod)
                ? scene.around().start().map(start -> start.advice(pod, scene.now())).orElse(List.of())
                : KubeletWords.of(pod).map(KubeletWords.Told::suggestion).stream()
                        .toList();
        var near = known.isEmpty() ? Optional.<Suggestion>empty() : scene.around().start().flatMap(Start::instead);
        return Stream
                .of(near.stream(), known.stream(), Stream.of(Ended.examination(pod, ": room is not what it lacks")))
                .flatMap(each -> each).toList();
    }

    /** Who does not see the nodes knows what the scheduler said of them. */
    private static String told(Fleet fleet, PodWish wish, PodFacts pod) {
        var sentence = new WaitingReason(fleet, Accelerators.standard()).of(pod);
        var selected = pod.message().contains("node affinity/selector") ? wish.nodeRule().needed().stream()
                .map(Requirement::words).collect(Collectors.joining(" and ")) : "";
        return TOLD + Sentences.inside(sentence)
                + (selected.isEmpty() ? "" : ". It selects " + selected);
    }

    /** Where another scheduler decides, what it shares out by its own rules is no matter, and no node is said to fit. */
    private static List<NodeFit> judged(PodWish wish, List<NodeFit> nodes) {
        return wish.scheduler().equals(PodWish.USUAL_SCHEDULER) ? nodes
                : nodes.stream().map(node -> new NodeFit(node.facts(), node.objections().stream()
                        .filter(each -> each.shortage().filter(Shortage::device).isEmpty()).toList(), node.needs()))
                        .filter(node -> node.standing() != Standing.FITS).toList();
    }

    private static Comparison compared(Outcome outcome, String summary, String message, Surroundings around) {
        return switch (outcome) {
            // Of a pod that has a node its kubelet speaks.
            case BOUND, ENDED -> Comparison.of(summary, "");
            case ELSEWHERE -> Comparison.beside(message, around.warnings());
            default -> Comparison.of(summary, message);
        };
    }

    private static List<Suggestion> explained(PodWish wish, String message) {
        return message.isEmpty() ? List.of(unheard(wish))
                : SchedulerMessages.explain(message).filter(each -> !each.remedy().isEmpty())
                        .map(each -> new Suggestion(each.remedy(), "", new Remedy.Ask())).stream().toList();
    }

    /** A pod may name a scheduler that is not there: nobody refuses it, and nobody ever places it. */
    private static Suggestion unheard(PodWish wish) {
        return new Suggestion("Have the pods name %s (schedulerName), %s".formatted(PodWish.USUAL_SCHEDULER,
                NearNames.mistyped(wish.scheduler(), List.of(PodWish.USUAL_SCHEDULER)).isPresent()
                        ? "if that was meant"
                        : "if no scheduler " + wish.scheduler() + " runs here"),
                "", new Remedy.Ask());
    }

    /** What would help one more of some pods that are alike, once as many as can have found their places. */
    List<Suggestion> more(Fleet fleet, PodWish said, Surroundings around, Capacity places) {
        var wish = claiming(fleet, said, around);
        var scene = Scene.of(fleet.snapshot(), around, wish.uid()).with(wish, places);
        var filters = new Filters(scene, wish);
        var nodes = scene.rooms().stream()
                .map(room -> new NodeFit(room.facts(), filters.objections(room), filters.needs(room))).toList();
        return new Advice(wish, Optional.empty(), scene, nodes).of(fleet, products);
    }

    /** @param hidden whether not all nodes are seen */
    private record Case(Scene scene, PodWish wish, List<NodeFit> nodes, boolean hidden) {}

    private static Outcome outcome(PodWish wish, Optional<PodFacts> pod, List<NodeFit> nodes,
            Optional<String> refusal) {
        if (pod.isPresent() && !wish.node().isEmpty()) {
            return Outcome.BOUND;
        }
        if (!wish.gates().isEmpty()) {
            return Outcome.GATED;
        }
        if (!wish.scheduler().equals(PodWish.USUAL_SCHEDULER)) {
            return Outcome.ELSEWHERE;
        }
        if (refusal.isPresent()) {
            return Outcome.REFUSED;
        }
        return nodes.stream().map(NodeFit::standing).min(Standing::compareTo).map(best -> switch (best) {
            case FITS -> Outcome.FITS;
            case FULL -> Outcome.NOT_NOW;
            case CLOSED, OTHER_LAYOUT -> Outcome.CLOSED;
            case UNSUITABLE, NO_DEVICES -> Outcome.NEVER;
        }).orElse(Outcome.NEVER);
    }

    /** Where not all nodes are seen, what is seen says nothing of the others. */
    private static Outcome seen(boolean hidden, Outcome outcome) {
        return switch (outcome) {
            case ENDED, BOUND, GATED, ELSEWHERE, REFUSED, UNKNOWN -> outcome;
            case FITS, NOT_NOW, CLOSED, NEVER -> hidden ? Outcome.UNKNOWN : outcome;
        };
    }

    private static String summary(Case seen, Outcome outcome, Optional<String> refusal) {
        int count = seen.nodes().size();
        return switch (outcome) {
            case ENDED, BOUND, FITS, ELSEWHERE, UNKNOWN -> "";
            case GATED -> SchedulerWords.GATED;
            case REFUSED -> count == 0 ? none(seen) : refused(seen, refusal.orElse(""));
            case NOT_NOW, CLOSED, NEVER -> count == 0 ? none(seen)
                    : seen.nodes().stream().anyMatch(node -> node.told().isEmpty()) ? "" : failure(seen);
        };
    }

    /** What a scheduler finds in claims on nodes that it has no other objection to. */
    private static Optional<Misread> misread(Surroundings around, List<NodeFit> nodes) {
        return around.devices().flatMap(claims -> claims.misread(nodes.stream()
                .filter(node -> node.objections().stream().allMatch(each -> each.check() == Check.DEVICES))
                .map(NodeFit::name).toList()));
    }

    private static List<Suggestion> cleared(List<Suggestion> clearance, Optional<Misread> misread) {
        return Stream.concat(clearance.stream(), misread.map(FitCheck::guarded).stream()).toList();
    }

    private static Suggestion guarded(Misread misread) {
        return new Suggestion(
                "Have the selector ask first whether the device has it, with has(…): %s does not, of which the claim %s was asked"
                        .formatted(misread.device(), misread.claim()),
                "", new Remedy.Ask());
    }

    private static String none(Case seen) {
        return seen.hidden() ? "" : SchedulerWords.NO_NODES;
    }

    private static String failure(Case seen) {
        var text = SchedulerWords.counted(seen.nodes().size(),
                seen.nodes().stream().map(node -> SchedulerWords.reasons(node.told())).toList());
        var preemption = Preemption.of(seen.scene(), seen.wish(), seen.nodes());
        return preemption.words().isEmpty() ? text
                : seen.scene().around().devices().isEmpty() ? SchedulerWords.withPreemption(text, preemption.words())
                        : SchedulerWords.withClaims(text, preemption.words());
    }

    private static String refused(Case seen, String refusal) {
        int count = seen.nodes().size();
        if (refusal.contains(Misread.ERROR)) {
            return SchedulerWords.broken(refusal);
        }
        return seen.scene().around().devices().filter(claims -> claims.refusal().filter(refusal::equals).isPresent())
                .map(claims -> claims.words(count)).orElseGet(() -> SchedulerWords.refused(count, refusal));
    }

    private static List<String> unknown(Fleet fleet, Surroundings around) {
        var unknown = new ArrayList<>(around.unknown());
        if (fleet.snapshot().nodeHealth() instanceof SourceHealth.Absent(var why)) {
            unknown.add("The nodes are not known: " + why.headline());
        } else if (!fleet.snapshot().nodesSeen()) {
            unknown.add("Not all nodes are read yet");
        } else if (fleet.snapshot().podSight() != PodSight.ALL) {
            unknown.add(fleet.snapshot().podSight() == PodSight.NONE
                    ? "Pods may not be read: what nodes have free is not known, and is shown as if they were empty"
                    : "Not all pods are seen: nodes may be fuller than they are shown");
        }
        around.claims().stream().filter(claim -> claim.state() == VolumeClaim.State.UNKNOWN)
                .forEach(claim -> unknown.add("Where the volume of claim %s can be reached is not known"
                        .formatted(claim.name())));
        return unknown;
    }
}
