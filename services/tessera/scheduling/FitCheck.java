package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.dra.SelectorRuntimeError;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.insight.SchedulerMessages;
import tessera.insight.WaitingReason;
import tessera.mig.MigProducts;
import tessera.model.LabelRequirement;
import tessera.model.NodeInfo;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.model.SentenceText;
import tessera.model.SourceHealth;
import tessera.model.SpellingSuggestions;
import tessera.scheduling.NodeFit.NodeFitStatus;
import tessera.scheduling.PodFit.FitOutcome;
import tessera.scheduling.spec.PodSchedulingSpec;

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
    public PodFit of(GpuFleet fleet, PodSchedulingSpec said, Optional<PodFacts> pod, PlacementInputs around) {
        var wish = claiming(fleet, said, around);
        var scene = SchedulingSnapshot.of(fleet.snapshot(), around, wish.uid());
        var filters = new NodeFilters(scene, wish);
        var ended = TerminatedPod.of(pod);
        // Where it has a node, or will never have one, what nodes say is no matter any more.
        var rooms = ended.isEmpty() && (wish.node().isEmpty() || pod.isEmpty()) ? scene.rooms()
                : List.<SchedulerNode>of();
        var nodes = judged(wish, rooms.stream()
                .map(room -> new NodeFit(room.facts(), filters.objections(room), filters.needs(room))).toList());
        var misread = misread(around, nodes);
        // Where no device would do anyway, that is told.
        var broken = misread.map(SelectorRuntimeError::words)
                .filter(_ -> outcome(wish, pod, nodes, Optional.empty()) != FitOutcome.NEVER);
        var refusal = filters.refusal().or(() -> broken);
        boolean hidden = !fleet.snapshot().nodesSeen();
        var outcome = ended.isPresent() ? FitOutcome.ENDED : seen(hidden, outcome(wish, pod, nodes, refusal));
        var summary = outcome == FitOutcome.NEVER && misread.isPresent()
                ? SchedulerFailureText.broken(misread.get().words())
                : summary(new Case(scene, wish, nodes, hidden), outcome, refusal);
        var comparison = compared(outcome, summary, pod.map(PodFacts::message).orElse(""), around);
        var headline = outcome == FitOutcome.UNKNOWN && pod.filter(each -> !each.message().isEmpty()).isPresent()
                ? told(fleet, wish, pod.get())
                : new FitHeadline(wish, scene, nodes, fleet.snapshot().podSight() == PodVisibility.ALL).of(outcome, pod,
                        refusal.orElse(""));
        var advice = switch (outcome) {
            case NOT_NOW, CLOSED, NEVER -> new PodAdvice(wish, pod, scene, nodes).of(fleet, products, outcome);
            case GATED, REFUSED -> cleared(new GateAdvice(wish, around).of(outcome),
                    misread.filter(each -> refusal.filter(each.words()::equals).isPresent()));
            case ENDED -> ended.map(TerminatedPod::advice).orElse(List.of());
            case BOUND -> pod.map(each -> started(each, scene)).orElse(List.of());
            case ELSEWHERE -> pod.map(each -> explained(wish, each.message())).orElse(List.of());
            case UNKNOWN, FITS -> List.<RemedySuggestion>of();
        };
        var unknown = ended.isPresent() ? new ArrayList<String>() : unknown(fleet, around);
        unknown.addAll(new ShareCheck(wish, around.shares())
                .unknown(nodes.stream().filter(node -> node.standing() == NodeFitStatus.FITS).toList()));
        var kubelet = outcome == FitOutcome.BOUND ? kubelet(pod, scene) : ended.map(TerminatedPod::apart);
        return new PodFit(wish, outcome, headline, kubelet.orElse(""), nodes, summary, comparison, advice, unknown);
    }

    /** What a class of devices serves is claimed, unless device plugins offer it. */
    private static PodSchedulingSpec claiming(GpuFleet fleet, PodSchedulingSpec wish, PlacementInputs around) {
        around.devices().ifPresent(claims -> claims.known().amid(fleet.snapshot()));
        return around.devices().map(claims -> claims.claiming(wish,
                fleet.snapshot().nodes().stream().map(NodeInfo::facts).toList())).orElse(wish);
    }

    /** Its own words where the answer has others. */
    private static Optional<String> kubelet(Optional<PodFacts> bound, SchedulingSnapshot scene) {
        return bound.flatMap(pod -> PodStartup.begins(pod)
                ? scene.around().start().map(start -> start.said(pod, scene.now()))
                : KubeletMessages.of(pod).map(_ -> pod.message()));
    }

    private static List<RemedySuggestion> started(PodFacts pod, SchedulingSnapshot scene) {
        if (FitHeadline.lost(scene, pod.node()).isPresent()) {
            return List.of(new RemedySuggestion("Look after %s: it is not ready".formatted(pod.node()),
                    "tessera doctor --node " + pod.node(), new PodRemedy.Mend(pod.node())));
        }
        if (pod.reason().isEmpty()) {
            return List.of();
        }
        var known = PodStartup.begins(pod)
                ? scene.around().start().map(start -> start.advice(pod, scene.now())).orElse(List.of())
                : KubeletMessages.of(pod).map(KubeletMessages.KubeletMessage::suggestion).stream().toList();
        var near = known.isEmpty() ? Optional.<RemedySuggestion>empty()
                : scene.around().start().flatMap(PodStartup::instead);
        return Stream.of(near.stream(), known.stream(),
                Stream.of(TerminatedPod.examination(pod, ": room is not what it lacks")))
                .flatMap(each -> each).toList();
    }

    /** Who does not see the nodes knows what the scheduler said of them. */
    private static String told(GpuFleet fleet, PodSchedulingSpec wish, PodFacts pod) {
        var sentence = new WaitingReason(fleet, AcceleratorCatalog.standard()).of(pod);
        var selected = pod.message().contains("node affinity/selector") ? wish.nodeRule().needed().stream()
                .map(LabelRequirement::words).collect(Collectors.joining(" and ")) : "";
        return TOLD + SentenceText.inside(sentence) + (selected.isEmpty() ? "" : ". It selects " + selected);
    }

    /** Where another scheduler decides, what it shares out by its own rules is no matter, and no node is said to fit. */
    private static List<NodeFit> judged(PodSchedulingSpec wish, List<NodeFit> nodes) {
        return wish.scheduler().equals(PodSchedulingSpec.USUAL_SCHEDULER) ? nodes
                : nodes.stream().map(node -> new NodeFit(node.facts(), node.objections().stream()
                        .filter(each -> each.shortage().filter(ResourceShortfall::device).isEmpty()).toList(),
                        node.needs())).filter(node -> node.standing() != NodeFitStatus.FITS).toList();
    }

    private static SchedulerAgreement compared(FitOutcome outcome, String summary, String message,
            PlacementInputs around) {
        return switch (outcome) {
            // Of a pod that has a node its kubelet speaks.
            case BOUND, ENDED -> SchedulerAgreement.of(summary, "");
            case ELSEWHERE -> SchedulerAgreement.beside(message, around.warnings());
            default -> SchedulerAgreement.of(summary, message);
        };
    }

    private static List<RemedySuggestion> explained(PodSchedulingSpec wish, String message) {
        return message.isEmpty() ? List.of(unheard(wish))
                : SchedulerMessages.explain(message).filter(each -> !each.remedy().isEmpty())
                        .map(each -> new RemedySuggestion(each.remedy(), "", new PodRemedy.ChangeRequest())).stream()
                        .toList();
    }

    /** A pod may name a scheduler that is not there: nobody refuses it, and nobody ever places it. */
    private static RemedySuggestion unheard(PodSchedulingSpec wish) {
        return new RemedySuggestion(
                "Have the pods name %s (schedulerName), %s".formatted(PodSchedulingSpec.USUAL_SCHEDULER,
                        SpellingSuggestions.mistyped(wish.scheduler(), List.of(PodSchedulingSpec.USUAL_SCHEDULER))
                                .isPresent() ? "if that was meant"
                                        : "if no scheduler " + wish.scheduler() + " runs here"),
                "", new PodRemedy.ChangeRequest());
    }

    /** What would help one more of some pods that are alike, once as many as can have found their places. */
    List<RemedySuggestion> more(GpuFleet fleet, PodSchedulingSpec said, PlacementInputs around, PodCapacity places) {
        var wish = claiming(fleet, said, around);
        var scene = SchedulingSnapshot.of(fleet.snapshot(), around, wish.uid()).with(wish, places);
        var filters = new NodeFilters(scene, wish);
        var nodes = scene.rooms().stream()
                .map(room -> new NodeFit(room.facts(), filters.objections(room), filters.needs(room))).toList();
        return new PodAdvice(wish, Optional.empty(), scene, nodes).of(fleet, products);
    }

    /** @param hidden whether not all nodes are seen */
    private record Case(SchedulingSnapshot scene, PodSchedulingSpec wish, List<NodeFit> nodes, boolean hidden) {}

    private static FitOutcome outcome(PodSchedulingSpec wish, Optional<PodFacts> pod, List<NodeFit> nodes,
            Optional<String> refusal) {
        if (pod.isPresent() && !wish.node().isEmpty()) {
            return FitOutcome.BOUND;
        }
        if (!wish.gates().isEmpty()) {
            return FitOutcome.GATED;
        }
        if (!wish.scheduler().equals(PodSchedulingSpec.USUAL_SCHEDULER)) {
            return FitOutcome.ELSEWHERE;
        }
        if (refusal.isPresent()) {
            return FitOutcome.REFUSED;
        }
        return nodes.stream().map(NodeFit::standing).min(NodeFitStatus::compareTo).map(best -> switch (best) {
            case FITS -> FitOutcome.FITS;
            case FULL -> FitOutcome.NOT_NOW;
            case CLOSED, OTHER_LAYOUT -> FitOutcome.CLOSED;
            case UNSUITABLE, NO_DEVICES -> FitOutcome.NEVER;
        }).orElse(FitOutcome.NEVER);
    }

    /** Where not all nodes are seen, what is seen says nothing of the others. */
    private static FitOutcome seen(boolean hidden, FitOutcome outcome) {
        return switch (outcome) {
            case ENDED, BOUND, GATED, ELSEWHERE, REFUSED, UNKNOWN -> outcome;
            case FITS, NOT_NOW, CLOSED, NEVER -> hidden ? FitOutcome.UNKNOWN : outcome;
        };
    }

    private static String summary(Case seen, FitOutcome outcome, Optional<String> refusal) {
        int count = seen.nodes().size();
        return switch (outcome) {
            case ENDED, BOUND, FITS, ELSEWHERE, UNKNOWN -> "";
            case GATED -> SchedulerFailureText.GATED;
            case REFUSED -> count == 0 ? none(seen) : refused(seen, refusal.orElse(""));
            case NOT_NOW, CLOSED, NEVER -> count == 0 ? none(seen)
                    : seen.nodes().stream().anyMatch(node -> node.told().isEmpty()) ? "" : failure(seen);
        };
    }

    /** What a scheduler finds in claims on nodes that it has no other objection to. */
    private static Optional<SelectorRuntimeError> misread(PlacementInputs around, List<NodeFit> nodes) {
        return around.devices().flatMap(claims -> claims.misread(nodes.stream()
                .filter(node -> node.objections().stream().allMatch(each -> each.check() == FilterCheck.DEVICES))
                .map(NodeFit::name).toList()));
    }

    private static List<RemedySuggestion> cleared(List<RemedySuggestion> clearance,
            Optional<SelectorRuntimeError> misread) {
        return Stream.concat(clearance.stream(), misread.map(FitCheck::guarded).stream()).toList();
    }

    private static RemedySuggestion guarded(SelectorRuntimeError misread) {
        return new RemedySuggestion(
                "Have the selector ask first whether the device has it, with has(…): %s does not, of which the claim %s was asked"
                        .formatted(misread.device(), misread.claim()),
                "", new PodRemedy.ChangeRequest());
    }

    private static String none(Case seen) {
        return seen.hidden() ? "" : SchedulerFailureText.NO_NODES;
    }

    private static String failure(Case seen) {
        var text = SchedulerFailureText.counted(seen.nodes().size(),
                seen.nodes().stream().map(node -> SchedulerFailureText.reasons(node.told())).toList());
        var preemption = PreemptionCheck.of(seen.scene(), seen.wish(), seen.nodes());
        return preemption.words().isEmpty() ? text
                : seen.scene().around().devices().isEmpty()
                        ? SchedulerFailureText.withPreemption(text, preemption.words())
                        : SchedulerFailureText.withClaims(text, preemption.words());
    }

    private static String refused(Case seen, String refusal) {
        int count = seen.nodes().size();
        if (refusal.contains(SelectorRuntimeError.ERROR)) {
            return SchedulerFailureText.broken(refusal);
        }
        return seen.scene().around().devices().filter(claims -> claims.refusal().filter(refusal::equals).isPresent())
                .map(claims -> claims.words(count)).orElseGet(() -> SchedulerFailureText.refused(count, refusal));
    }

    private static List<String> unknown(GpuFleet fleet, PlacementInputs around) {
        var unknown = new ArrayList<>(around.unknown());
        if (fleet.snapshot().nodeHealth() instanceof SourceHealth.Absent(var why)) {
            unknown.add("The nodes are not known: " + why.headline());
        } else if (!fleet.snapshot().nodesSeen()) {
            unknown.add("Not all nodes are read yet");
        } else if (fleet.snapshot().podSight() != PodVisibility.ALL) {
            unknown.add(fleet.snapshot().podSight() == PodVisibility.NONE
                    ? "Pods may not be read: what nodes have free is not known, and is shown as if they were empty"
                    : "Not all pods are seen: nodes may be fuller than they are shown");
        }
        around.claims().stream().filter(claim -> claim.state() == VolumeClaim.VolumeClaimState.UNKNOWN)
                .forEach(claim -> unknown.add("Where the volume of claim %s can be reached is not known"
                        .formatted(claim.name())));
        return unknown;
    }
}
