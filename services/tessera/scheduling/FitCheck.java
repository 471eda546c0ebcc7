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
import tessera.model.ShellWord;
import tessera.model.SourceHealth;
import tessera.model.SpellingSuggestions;
import tessera.scheduling.NodeFit.NodeFitStatus;
import tessera.scheduling.PodFit.FitOutcome;
import tessera.scheduling.spec.PodSchedulingSpec;

/** Filters nodes for a pod by the scheduler's rules, and proposes remedies where none accepts it. Pure. */
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
     * Returns the result for a pod, which need not exist yet.
     *
     * @param pod the same as it is in the snapshot; empty for one that is not created yet
     */
    public PodFit check(GpuFleet fleet, PodSchedulingSpec said, Optional<PodFacts> pod, PlacementInputs around) {
        var spec = withClaimedDevices(fleet, said, around);
        var scene = SchedulingSnapshot.from(fleet.snapshot(), around, spec.uid());
        var filters = new NodeFilters(scene, spec);
        var ended = TerminatedPod.from(pod);
        // Where it has a node, or will never have one, what nodes say is no matter any more.
        var nodes = ended.isEmpty() && (spec.node().isEmpty() || pod.isEmpty()) ? nodeFits(spec, scene, filters)
                : List.<NodeFit>of();
        var misread = selectorRuntimeError(around, nodes);
        // Where no device would do anyway, that is told.
        var broken = misread.map(SelectorRuntimeError::message)
                .filter(_ -> outcomeOf(spec, pod, nodes, Optional.empty()) != FitOutcome.NEVER);
        var refusal = filters.refusalMessage().or(() -> broken);
        boolean hidden = !fleet.snapshot().hasAllNodes();
        var outcome = ended.isPresent() ? FitOutcome.ENDED
                : limitToVisible(hidden, outcomeOf(spec, pod, nodes, refusal));
        var summary = failureSummary(new FitCase(scene, spec, nodes, hidden), outcome, refusal, misread);
        var comparison = compareWithScheduler(outcome, summary, pod.map(PodFacts::message).orElse(""), around);
        var faults = new FaultyNodeNote(fleet, pod);
        var headline = outcome == FitOutcome.UNKNOWN && pod.filter(each -> !each.message().isEmpty()).isPresent()
                ? hiddenNodesText(fleet, spec, pod.get())
                : new FitHeadline(spec, scene, nodes, fleet.snapshot().podVisibility() == PodVisibility.ALL)
                        .headlineFor(outcome, pod, refusal.orElse("")) + faults.clauseText();
        var advice = switch (outcome) {
            case NOT_NOW, CLOSED, NEVER ->
                new PendingPodRemedies(spec, pod, scene, nodes).remediesFor(fleet, products, outcome);
            case GATED, REFUSED -> withSelectorRemedy(new GateRemedies(spec, around).remediesFor(outcome),
                    misread.filter(error -> refusal.filter(error.message()::equals).isPresent()));
            case ENDED -> faults.orderRemedies(ended.map(TerminatedPod::remedies).orElse(List.of()));
            case BOUND -> pod.map(each -> startedPodRemedies(each, scene)).orElse(List.of());
            case ELSEWHERE -> pod.map(each -> messageRemedies(spec, around.schedulerMessages(each.message())))
                    .orElse(List.of());
            case UNKNOWN, FITS -> List.<RemedySuggestion>of();
        };
        var unknown = ended.isPresent() ? new ArrayList<String>() : unknownFacts(fleet, around);
        unknown.addAll(sharingUncertainties(spec, nodes, around));
        var kubelet = outcome == FitOutcome.BOUND ? kubeletMessage(pod, scene)
                : ended.map(TerminatedPod::kubeletMessage);
        return new PodFit(spec, outcome, headline, kubelet.orElse(""), nodes, summary, comparison, advice, unknown);
    }

    /** Returns the pod without resources that a DeviceClass serves, unless device plugins offer them. */
    private static PodSchedulingSpec withClaimedDevices(GpuFleet fleet, PodSchedulingSpec spec,
            PlacementInputs around) {
        around.deviceClaims().ifPresent(claims -> claims.devices().applySnapshot(fleet.snapshot()));
        return around.deviceClaims().map(claims -> claims.withoutClaimedResources(spec,
                fleet.snapshot().nodes().stream().map(NodeInfo::facts).toList())).orElse(spec);
    }

    /** Returns the kubelet's message where the headline explains it in other words; empty otherwise. */
    private static Optional<String> kubeletMessage(Optional<PodFacts> bound, SchedulingSnapshot scene) {
        return bound.flatMap(pod -> PodStartup.isStarting(pod)
                ? scene.inputs().startup().map(start -> start.kubeletMessage(pod, scene.now()))
                : KubeletMessages.explainStatus(pod).map(_ -> pod.message()));
    }

    private static List<RemedySuggestion> startedPodRemedies(PodFacts pod, SchedulingSnapshot scene) {
        if (FitHeadline.notReadyCondition(scene, pod.node()).isPresent()) {
            return List.of(new RemedySuggestion("Look after %s: it is not ready".formatted(pod.node()),
                    ShellWord.fillCommand("tessera doctor --node %s", pod.node()),
                    new RemedyAction.RepairNodeAction(pod.node())));
        }
        if (pod.reason().isEmpty()) {
            return List.of();
        }
        var known = PodStartup.isStarting(pod)
                ? scene.inputs().startup().map(start -> start.remedies(pod, scene.now())).orElse(List.of())
                : KubeletMessages.explainStatus(pod).map(KubeletMessages.KubeletExplanation::remedy).stream().toList();
        var near = known.isEmpty() ? Optional.<RemedySuggestion>empty()
                : scene.inputs().startup().flatMap(PodStartup::similarNameRemedy);
        return Stream.of(near.stream(), known.stream(),
                Stream.of(TerminatedPod.doctorRemedy(pod, ": room is not what it lacks")))
                .flatMap(each -> each).toList();
    }

    /** Returns the scheduler's message as text, for users who may not see the nodes. */
    private static String hiddenNodesText(GpuFleet fleet, PodSchedulingSpec spec, PodFacts pod) {
        var sentence = new WaitingReason(fleet, AcceleratorCatalog.standard()).reasonText(pod);
        var selected = pod.message().contains("node affinity/selector") ? spec.nodeRule().commonRequirements().stream()
                .map(LabelRequirement::selectorText).collect(Collectors.joining(" and ")) : "";
        return TOLD + SentenceText.startLowerCase(sentence) + (selected.isEmpty() ? "" : ". It selects " + selected);
    }

    private static List<NodeFit> nodeFits(PodSchedulingSpec spec, SchedulingSnapshot scene, NodeFilters filters) {
        return forOtherScheduler(spec, scene.nodes().stream()
                .map(schedulerNode -> new NodeFit(schedulerNode.facts(), filters.failuresOn(schedulerNode),
                        filters.shortfalls(schedulerNode)))
                .toList());
    }

    /** Returns the nodes without failures that another scheduler judges by its own rules, and none of them as fitting. */
    private static List<NodeFit> forOtherScheduler(PodSchedulingSpec spec, List<NodeFit> nodes) {
        if (spec.schedulingGates().stream().anyMatch(gate -> gate.startsWith(PlacementInputReader.QUEUE_GATE))) {
            // Its queue has yet to choose the kind of nodes.
            return nodes.stream().filter(node -> node.status() != NodeFitStatus.FITS).toList();
        }
        return spec.schedulerName().equals(PodSchedulingSpec.USUAL_SCHEDULER) ? nodes
                : nodes.stream().map(node -> new NodeFit(node.facts(), node.failures().stream()
                        .filter(failure -> failure.shortfall().filter(ResourceShortfall::isDevice).isEmpty()).toList(),
                        node.resources())).filter(node -> node.status() != NodeFitStatus.FITS).toList();
    }

    private static SchedulerAgreement compareWithScheduler(FitOutcome outcome, String summary, String message,
            PlacementInputs around) {
        return switch (outcome) {
            // Of a pod that has a node its kubelet speaks.
            case BOUND, ENDED -> SchedulerAgreement.compare(summary, "");
            case ELSEWHERE -> SchedulerAgreement.fromOtherScheduler(message, around.warnings());
            default -> SchedulerAgreement.compare(summary, message);
        };
    }

    private static List<RemedySuggestion> messageRemedies(PodSchedulingSpec spec, List<String> messages) {
        return messages.isEmpty() ? List.of(missingSchedulerRemedy(spec))
                : SchedulerMessages.explain(messages).stream().flatMap(known -> known.remedies().stream())
                        .map(remedy -> new RemedySuggestion(remedy, "", new RemedyAction.ChangeRequestAction()))
                        .toList();
    }

    /** Returns the remedy for a pod whose named scheduler does not exist, so that nobody ever places it. */
    private static RemedySuggestion missingSchedulerRemedy(PodSchedulingSpec spec) {
        return new RemedySuggestion(
                "Have the pods name %s (schedulerName), %s".formatted(PodSchedulingSpec.USUAL_SCHEDULER,
                        SpellingSuggestions
                                .findMistyped(spec.schedulerName(), List.of(PodSchedulingSpec.USUAL_SCHEDULER))
                                .isPresent() ? "if that was meant"
                                        : "if no scheduler " + spec.schedulerName() + " runs here"),
                "", new RemedyAction.ChangeRequestAction());
    }

    /** Returns the remedies for one more of some identical pods, after as many as possible were placed. */
    List<RemedySuggestion> remediesForOneMore(GpuFleet fleet, PodSchedulingSpec said, PlacementInputs around,
            PodCapacity places) {
        var spec = withClaimedDevices(fleet, said, around);
        var scene = SchedulingSnapshot.from(fleet.snapshot(), around, spec.uid()).withPlacedPods(spec, places);
        var filters = new NodeFilters(scene, spec);
        var nodes = scene.nodes().stream()
                .map(schedulerNode -> new NodeFit(schedulerNode.facts(), filters.failuresOn(schedulerNode),
                        filters.shortfalls(schedulerNode)))
                .toList();
        return new PendingPodRemedies(spec, Optional.empty(), scene, nodes).remediesNow(fleet, products);
    }

    /** @param hasHiddenNodes whether not all nodes are seen */
    private record FitCase(SchedulingSnapshot snapshot, PodSchedulingSpec podSpec, List<NodeFit> nodes,
            boolean hasHiddenNodes) {}

    private static FitOutcome outcomeOf(PodSchedulingSpec spec, Optional<PodFacts> pod, List<NodeFit> nodes,
            Optional<String> refusal) {
        if (pod.isPresent() && !spec.node().isEmpty()) {
            return FitOutcome.BOUND;
        }
        if (!spec.schedulingGates().isEmpty()) {
            return FitOutcome.GATED;
        }
        if (!spec.schedulerName().equals(PodSchedulingSpec.USUAL_SCHEDULER)) {
            return FitOutcome.ELSEWHERE;
        }
        if (refusal.isPresent()) {
            return FitOutcome.REFUSED;
        }
        return nodes.stream().map(NodeFit::status).min(NodeFitStatus::compareTo).map(best -> switch (best) {
            case FITS -> FitOutcome.FITS;
            case FULL -> FitOutcome.NOT_NOW;
            case CLOSED, OTHER_LAYOUT -> FitOutcome.CLOSED;
            case UNSUITABLE, NO_DEVICES -> FitOutcome.NEVER;
        }).orElse(FitOutcome.NEVER);
    }

    /** Returns the outcome; unknown where it would depend on nodes that are not visible. */
    private static FitOutcome limitToVisible(boolean hidden, FitOutcome outcome) {
        return switch (outcome) {
            case ENDED, BOUND, GATED, ELSEWHERE, REFUSED, UNKNOWN -> outcome;
            case FITS, NOT_NOW, CLOSED, NEVER -> hidden ? FitOutcome.UNKNOWN : outcome;
        };
    }

    private static String failureSummary(FitCase judged, FitOutcome outcome, Optional<String> refusal,
            Optional<SelectorRuntimeError> misread) {
        return outcome == FitOutcome.NEVER && misread.isPresent()
                ? SchedulerFailureText.filterErrorMessage(misread.get().message())
                : schedulerSummary(judged, outcome, refusal);
    }

    private static List<String> sharingUncertainties(PodSchedulingSpec spec, List<NodeFit> nodes,
            PlacementInputs around) {
        return new MultiShareRefusals(spec, around.shareRules())
                .uncertaintyTexts(nodes.stream().filter(node -> node.status() == NodeFitStatus.FITS).toList());
    }

    private static String schedulerSummary(FitCase seen, FitOutcome outcome, Optional<String> refusal) {
        int count = seen.nodes().size();
        return switch (outcome) {
            case ENDED, BOUND, FITS, ELSEWHERE, UNKNOWN -> "";
            case GATED -> SchedulerFailureText.GATED;
            case REFUSED -> count == 0 ? noNodesMessage(seen) : refusalMessage(seen, refusal.orElse(""));
            case NOT_NOW, CLOSED, NEVER -> count == 0 ? noNodesMessage(seen)
                    : seen.nodes().stream().anyMatch(node -> node.schedulerFailures().isEmpty()) ? ""
                            : failureMessage(seen);
        };
    }

    /** Returns the selector error that the scheduler meets on nodes without any other failure; empty for none. */
    private static Optional<SelectorRuntimeError> selectorRuntimeError(PlacementInputs around, List<NodeFit> nodes) {
        return around.deviceClaims().flatMap(claims -> claims.selectorRuntimeError(nodes.stream()
                .filter(node -> node.failures().stream().allMatch(failure -> failure.check() == FilterCheck.DEVICES))
                .map(NodeFit::name).toList()));
    }

    private static List<RemedySuggestion> withSelectorRemedy(List<RemedySuggestion> clearance,
            Optional<SelectorRuntimeError> misread) {
        return Stream.concat(clearance.stream(), misread.map(FitCheck::selectorGuardRemedy).stream()).toList();
    }

    private static RemedySuggestion selectorGuardRemedy(SelectorRuntimeError misread) {
        return new RemedySuggestion(
                "Have the selector ask first whether the device has it, with has(…): %s does not, of which the claim %s was asked"
                        .formatted(misread.device(), misread.claim()),
                "", new RemedyAction.ChangeRequestAction());
    }

    private static String noNodesMessage(FitCase seen) {
        return seen.hasHiddenNodes() ? "" : SchedulerFailureText.NO_NODES;
    }

    private static String failureMessage(FitCase seen) {
        var text = SchedulerFailureText.countedReasonsMessage(seen.nodes().size(),
                seen.nodes().stream().map(node -> SchedulerFailureText.reasonsOf(node.schedulerFailures())).toList());
        var preemption = PreemptionCheck.check(seen.snapshot(), seen.podSpec(), seen.nodes());
        return preemption.message().isEmpty() ? text
                : seen.snapshot().inputs().deviceClaims().isEmpty()
                        ? SchedulerFailureText.withPreemption(text, preemption.message())
                        : SchedulerFailureText.withClaims(text, preemption.message());
    }

    private static String refusalMessage(FitCase seen, String refusal) {
        int count = seen.nodes().size();
        if (refusal.contains(SelectorRuntimeError.ERROR)) {
            return SchedulerFailureText.filterErrorMessage(refusal);
        }
        return seen.snapshot().inputs().deviceClaims()
                .filter(claims -> claims.refusalReason().filter(refusal::equals).isPresent())
                .map(claims -> claims.schedulerMessage(count))
                .orElseGet(() -> SchedulerFailureText.preFilterMessage(count, refusal));
    }

    private static List<String> unknownFacts(GpuFleet fleet, PlacementInputs around) {
        var unknown = new ArrayList<>(around.unknownFacts());
        if (fleet.snapshot().nodeHealth() instanceof SourceHealth.UnavailableSource(var problem)) {
            unknown.add("The nodes are not known: " + problem.headline());
        } else if (!fleet.snapshot().hasAllNodes()) {
            unknown.add("Not all nodes are read yet");
        } else if (fleet.snapshot().podVisibility() != PodVisibility.ALL) {
            unknown.add(fleet.snapshot().podVisibility() == PodVisibility.NONE
                    ? "Pods may not be read: what nodes have free is not known, and is shown as if they were empty"
                    : "Not all pods are seen: nodes may be fuller than they are shown");
        }
        around.volumeClaims().stream().filter(claim -> claim.state() == VolumeClaim.VolumeClaimState.UNKNOWN)
                .forEach(claim -> unknown.add("Where the volume of claim %s can be reached is not known"
                        .formatted(claim.name())));
        return unknown;
    }
}
