package tessera.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.dra.DeviceSelectorFailure;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.scheduling.BindableVolumeClaim.VolumeBindingState;
import tessera.kube.scheduling.SchedulerFailureMessages;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.mig.MigProductCatalog;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodListCompleteness;
import tessera.model.PodSummary;
import tessera.model.ShellWordQuoter;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.SpellingSuggestionFinder;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.PodFitResult.FitOutcome;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;

/** Filters nodes for a pod by the scheduler's rules, and proposes remedies where none accepts it. Pure. */
public final class PodFitCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodFitCheck.class);

    private final MigProductCatalog products;

    public PodFitCheck(MigProductCatalog products) {
        this.products = products;
    }

    /**
     * Returns the result for a pod, which need not exist yet.
     *
     * @param pod the same as it is in the snapshot; empty for one that is not created yet
     */
    public PodFitResult check(GpuFleet fleet, PodSchedulingSpec schedulingSpec, Optional<PodSummary> pod,
            PodPlacementInputs inputs) {
        var spec = withClaimedDevices(fleet, schedulingSpec, inputs);
        var snapshot = SchedulingSnapshot.from(fleet.snapshot(), inputs, spec.uid());
        var filters = new SchedulerNodeFilters(snapshot, spec);
        var ended = TerminatedPodDiagnosis.from(pod);
        // Where it has a node, or will never have one, what nodes say is no matter any more.
        boolean undecided = ended.isEmpty() && (spec.node().isEmpty() || pod.isEmpty());
        var nodes = undecided ? nodeFits(spec, snapshot, filters) : List.<NodeFitResult>of();
        var misread = selectorRuntimeError(inputs, nodes);
        var broken = misread.map(DeviceSelectorFailure::message)
                .filter(_ -> outcomeOf(spec, pod, nodes, Optional.empty()) != FitOutcome.NEVER);
        var refusal = filters.refusalMessage().or(() -> broken);
        boolean hidden = !fleet.snapshot().hasAllNodes();
        var outcome = ended.isPresent() ? FitOutcome.ENDED
                : limitToVisible(hidden, outcomeOf(spec, pod, nodes, refusal));
        var summary = failureSummary(new PodFitCheckInput(snapshot, spec, nodes, hidden), outcome, refusal, misread);
        var comparison = compareWithScheduler(outcome, summary, pod.map(PodSummary::message).orElse(""), inputs);
        var faults = new PodFailureFaultyGpuNote(fleet, pod);
        var headlines = new PodFitHeadlineBuilder(spec, snapshot, nodes,
                fleet.snapshot().podVisibility() == PodListCompleteness.ALL);
        var reason = pod.filter(each -> outcome == FitOutcome.UNKNOWN && !each.message().isEmpty())
                .map(each -> schedulerReport(fleet, spec, each))
                .orElseGet(() -> withFaults(headlines.reason(outcome, pod, refusal.orElse("")), faults));
        var advice = switch (outcome) {
            case NOT_NOW, CLOSED, NEVER ->
                new PendingPodRemedyFinder(spec, pod, snapshot, nodes).remediesFor(fleet, products, outcome);
            case GATED, REFUSED -> withSelectorRemedy(new GatedPodRemedyFinder(spec, inputs).remediesFor(outcome),
                    misread.filter(error -> refusal.filter(error.message()::equals).isPresent()));
            case ENDED -> faults.orderRemedies(ended.map(TerminatedPodDiagnosis::remedies).orElse(List.of()));
            case BOUND -> pod.map(each -> startedPodRemedies(each, snapshot)).orElse(List.of());
            case ELSEWHERE -> elsewhereRemedies(spec, pod, inputs);
            case UNKNOWN, FITS, MAY_FIT -> List.<SchedulingRemedy>of();
        };
        var unknown = unknownFacts(fleet, ended, inputs);
        unknown.addAll(sharingUncertainties(spec, nodes, inputs));
        return new PodFitResult(spec, outcome, reason, kubeletText(outcome, pod, ended, snapshot), nodes, summary,
                comparison, advice, unknown);
    }

    private static PendingReason withFaults(PendingReason reason, PodFailureFaultyGpuNote faults) {
        return faults.note().<PendingReason>map(note -> new PendingReason.FaultyGpusNoted(reason, note)).orElse(reason);
    }

    private static String kubeletText(FitOutcome outcome, Optional<PodSummary> pod,
            Optional<TerminatedPodDiagnosis> ended, SchedulingSnapshot snapshot) {
        return (outcome == FitOutcome.BOUND ? kubeletMessage(pod, snapshot)
                : ended.map(TerminatedPodDiagnosis::kubeletMessage)).orElse("");
    }

    private static List<SchedulingRemedy> elsewhereRemedies(PodSchedulingSpec spec, Optional<PodSummary> pod,
            PodPlacementInputs placementInputs) {
        return pod.map(each -> messageRemedies(spec, placementInputs.schedulerMessages(each.message())))
                .orElse(List.of());
    }

    /** Returns the pod without resources that a DeviceClass serves, unless device plugins offer them. */
    private static PodSchedulingSpec withClaimedDevices(GpuFleet fleet, PodSchedulingSpec spec,
            PodPlacementInputs placementInputs) {
        placementInputs.deviceClaims().ifPresent(claims -> claims.devices().applySnapshot(fleet.snapshot()));
        return placementInputs.deviceClaims().map(claims -> claims.withoutClaimedResources(spec,
                fleet.snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary).toList())).orElse(spec);
    }

    /** Returns the kubelet's message where the headline explains it in other words; empty otherwise. */
    private static Optional<String> kubeletMessage(Optional<PodSummary> bound, SchedulingSnapshot schedulingSnapshot) {
        return bound.flatMap(pod -> findStartupText(pod, schedulingSnapshot));
    }

    private static Optional<String> findStartupText(PodSummary pod, SchedulingSnapshot schedulingSnapshot) {
        if (PodStartupStatus.isStarting(pod)) {
            return schedulingSnapshot.inputs().startup()
                    .map(start -> start.kubeletMessage(pod, schedulingSnapshot.now()));
        }
        return KubeletMessageExplainer.explainStatus(pod).map(_ -> pod.message());
    }

    private static List<SchedulingRemedy> startedPodRemedies(PodSummary pod, SchedulingSnapshot schedulingSnapshot) {
        if (schedulingSnapshot.notReadyCondition(pod.node()).isPresent()) {
            return List.of(new SchedulingRemedy(MESSAGES.text("remedy.notReadyNode", pod.node()),
                    ShellWordQuoter.fillCommand("tessera doctor --node %s", pod.node()),
                    new SchedulingRemedyChange.RepairNodeAction(pod.node())));
        }
        if (pod.reason().isEmpty()) {
            return List.of();
        }
        var known = PodStartupStatus.isStarting(pod)
                ? schedulingSnapshot.inputs().startup().map(start -> start.remedies(pod, schedulingSnapshot.now()))
                        .orElse(List.of())
                : KubeletMessageExplainer.explainStatus(pod)
                        .map(KubeletMessageExplainer.KubeletMessageExplanation::remedy).stream().toList();
        var near = known.isEmpty() ? Optional.<SchedulingRemedy>empty()
                : schedulingSnapshot.inputs().startup().flatMap(PodStartupStatus::similarNameRemedy);
        return Stream
                .of(near.stream(), known.stream(),
                        Stream.of(TerminatedPodDiagnosis.doctorRemedy(pod, MESSAGES.text("remedy.examinePod.reason"))))
                .flatMap(each -> each).toList();
    }

    /** Returns the scheduler's own reason, for users who may not see the nodes. */
    private static PendingReason schedulerReport(GpuFleet fleet, PodSchedulingSpec spec, PodSummary pod) {
        var selectors = pod.message().contains("node affinity/selector")
                ? spec.nodeAffinity().commonRequirements().stream().map(LabelRequirement::selectorText).toList()
                : List.<String>of();
        return new PendingReason.SchedulerReport(
                new PendingDiagnosisFinder(fleet, AcceleratorCatalog.standard()).diagnose(pod).reason(), selectors);
    }

    private static List<NodeFitResult> nodeFits(PodSchedulingSpec spec, SchedulingSnapshot schedulingSnapshot,
            SchedulerNodeFilters filters) {
        return forOtherScheduler(spec, schedulingSnapshot.nodes().stream().map(filters::fitOn).toList());
    }

    /** Returns the nodes without failures that another scheduler judges by its own rules, and none of them as fitting. */
    private static List<NodeFitResult> forOtherScheduler(PodSchedulingSpec spec, List<NodeFitResult> nodes) {
        if (spec.schedulingGates().stream().anyMatch(gate -> gate.startsWith(PodPlacementInputReader.QUEUE_GATE))) {
            // Its queue has yet to choose the kind of nodes.
            return nodes.stream().filter(node -> !node.isAccepting()).toList();
        }
        if (spec.schedulerName().equals(PodSchedulingSpec.USUAL_SCHEDULER)) {
            return nodes;
        }
        return nodes.stream()
                .map(node -> new NodeFitResult(node.nodeSummary(), node.schedulerReasons(), node.failures().stream()
                        .filter(failure -> failure.shortfall().filter(ResourceShortfall::isDevice).isEmpty()).toList(),
                        node.resources(), node.claimsUnknown()))
                .filter(node -> !node.isAccepting()).toList();
    }

    private static SchedulerResultComparison compareWithScheduler(FitOutcome outcome, String summary, String message,
            PodPlacementInputs placementInputs) {
        return switch (outcome) {
            // Of a pod that has a node its kubelet speaks.
            case BOUND, ENDED -> SchedulerResultComparison.compare(summary, "");
            case ELSEWHERE -> SchedulerResultComparison.fromOtherScheduler(message, placementInputs.warnings());
            default -> SchedulerResultComparison.compare(summary, message);
        };
    }

    private static List<SchedulingRemedy> messageRemedies(PodSchedulingSpec spec, List<String> messages) {
        if (messages.isEmpty()) {
            return List.of(missingSchedulerRemedy(spec));
        }
        return OtherSchedulerMessageExplainer.explain(messages).stream()
                .flatMap(explanation -> explanation.remedies().stream()).map(remedy -> new SchedulingRemedy(remedy, "",
                        new SchedulingRemedyChange.ChangeResourceRequestAction()))
                .toList();
    }

    /** Returns the remedy for a pod whose named scheduler does not exist, so that nobody ever places it. */
    private static SchedulingRemedy missingSchedulerRemedy(PodSchedulingSpec spec) {
        return new SchedulingRemedy(MESSAGES.text("remedy.defaultScheduler", PodSchedulingSpec.USUAL_SCHEDULER,
                spec.schedulerName(), SpellingSuggestionFinder
                        .findMistyped(spec.schedulerName(), List.of(PodSchedulingSpec.USUAL_SCHEDULER)).isPresent()),
                "", new SchedulingRemedyChange.ChangeResourceRequestAction());
    }

    /** Returns the remedies for one more of some identical pods, after as many as possible were placed. */
    List<SchedulingRemedy> remediesForOneMore(GpuFleet fleet, PodSchedulingSpec schedulingSpec,
            PodPlacementInputs placementInputs, FittingPodCount podCount) {
        var spec = withClaimedDevices(fleet, schedulingSpec, placementInputs);
        var schedulingSnapshot = SchedulingSnapshot.from(fleet.snapshot(), placementInputs, spec.uid())
                .withPlacedPods(spec, podCount.podsByNode());
        var filters = new SchedulerNodeFilters(schedulingSnapshot, spec);
        var nodes = schedulingSnapshot.nodes().stream().map(filters::fitOn).toList();
        return new PendingPodRemedyFinder(spec, Optional.empty(), schedulingSnapshot, nodes).remediesNow(fleet,
                products);
    }

    /**
     * A pod to check, with the nodes and the snapshot.
     *
     * @param hasHiddenNodes whether some nodes are not visible
     */
    private record PodFitCheckInput(SchedulingSnapshot snapshot, PodSchedulingSpec podSpec, List<NodeFitResult> nodes,
            boolean hasHiddenNodes) {}

    private static FitOutcome outcomeOf(PodSchedulingSpec spec, Optional<PodSummary> pod, List<NodeFitResult> nodes,
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
        return nodes.stream().map(NodeFitResult::status).min(NodeFitStatus::compareTo).map(best -> switch (best) {
            case FITS -> FitOutcome.FITS;
            case MAY_FIT -> FitOutcome.MAY_FIT;
            case FULL -> FitOutcome.NOT_NOW;
            case CLOSED, OTHER_LAYOUT -> FitOutcome.CLOSED;
            case UNSUITABLE, NO_DEVICES -> FitOutcome.NEVER;
        }).orElse(FitOutcome.NEVER);
    }

    /** Returns the outcome; unknown where it would depend on nodes that are not visible. */
    private static FitOutcome limitToVisible(boolean hidden, FitOutcome outcome) {
        return switch (outcome) {
            case ENDED, BOUND, GATED, ELSEWHERE, REFUSED, UNKNOWN -> outcome;
            case FITS, MAY_FIT, NOT_NOW, CLOSED, NEVER -> hidden ? FitOutcome.UNKNOWN : outcome;
        };
    }

    private static String failureSummary(PodFitCheckInput judged, FitOutcome outcome, Optional<String> refusal,
            Optional<DeviceSelectorFailure> misread) {
        if (outcome == FitOutcome.NEVER && misread.isPresent()) {
            return SchedulerFailureMessages.filterErrorMessage(misread.get().message());
        }
        return schedulerSummary(judged, outcome, refusal);
    }

    private static List<String> sharingUncertainties(PodSchedulingSpec spec, List<NodeFitResult> nodes,
            PodPlacementInputs placementInputs) {
        return new KubeletSharedDeviceRefusalPredictor(spec, placementInputs.shareRules())
                .uncertaintyTexts(nodes.stream().filter(NodeFitResult::isAccepting).toList());
    }

    private static String schedulerSummary(PodFitCheckInput input, FitOutcome outcome, Optional<String> refusal) {
        int count = input.nodes().size();
        return switch (outcome) {
            case ENDED, BOUND, FITS, MAY_FIT, ELSEWHERE, UNKNOWN -> "";
            case GATED -> SchedulerFailureMessages.GATED;
            case REFUSED -> count == 0 ? noNodesMessage(input) : refusalMessage(input, refusal.orElse(""));
            case NOT_NOW, CLOSED, NEVER -> {
                if (count == 0) {
                    yield noNodesMessage(input);
                }
                if (input.nodes().stream().anyMatch(node -> node.schedulerReasons().isEmpty())) {
                    yield "";
                }
                yield failureMessage(input);
            }
        };
    }

    /** Returns the selector error that the scheduler meets on nodes without any other failure; empty for none. */
    private static Optional<DeviceSelectorFailure> selectorRuntimeError(PodPlacementInputs placementInputs,
            List<NodeFitResult> nodes) {
        return placementInputs.deviceClaims()
                .flatMap(claims -> claims.selectorRuntimeError(nodes.stream()
                        .filter(node -> node.failures().stream()
                                .allMatch(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES)))
                        .map(NodeFitResult::name).toList()));
    }

    private static List<SchedulingRemedy> withSelectorRemedy(List<SchedulingRemedy> clearance,
            Optional<DeviceSelectorFailure> misread) {
        return Stream.concat(clearance.stream(), misread.map(PodFitCheck::selectorGuardRemedy).stream()).toList();
    }

    private static SchedulingRemedy selectorGuardRemedy(DeviceSelectorFailure misread) {
        return new SchedulingRemedy(MESSAGES.text("remedy.selectorGuard", misread.claim(), misread.device()), "",
                new SchedulingRemedyChange.ChangeResourceRequestAction());
    }

    private static String noNodesMessage(PodFitCheckInput input) {
        return input.hasHiddenNodes() ? "" : SchedulerFailureMessages.NO_NODES;
    }

    private static String failureMessage(PodFitCheckInput input) {
        var text = SchedulerFailureMessages.countedReasonsMessage(input.nodes().size(),
                input.nodes().stream().map(NodeFitResult::schedulerReasons).toList());
        var preemption = PreemptionResult.message(input.snapshot(), input.podSpec(), input.nodes());
        if (preemption.isEmpty()) {
            return text;
        }
        if (input.snapshot().inputs().deviceClaims().isEmpty()) {
            return SchedulerFailureMessages.preemptionMessage(text, preemption);
        }
        return SchedulerFailureMessages.claimsMessage(text, preemption);
    }

    private static String refusalMessage(PodFitCheckInput input, String refusal) {
        int count = input.nodes().size();
        if (refusal.contains(DeviceSelectorFailure.ERROR)) {
            return SchedulerFailureMessages.filterErrorMessage(refusal);
        }
        return input.snapshot().inputs().deviceClaims()
                .filter(claims -> claims.refusalReason().filter(refusal::equals).isPresent())
                .map(claims -> claims.schedulerMessage(count))
                .orElseGet(() -> SchedulerFailureMessages.preFilterMessage(count, refusal));
    }

    private static List<String> unknownFacts(GpuFleet fleet, Optional<TerminatedPodDiagnosis> ended,
            PodPlacementInputs placementInputs) {
        if (ended.isPresent()) {
            return new ArrayList<>();
        }
        var unknown = new ArrayList<>(placementInputs.unknownFacts());
        if (fleet.snapshot().nodeHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            unknown.add(MESSAGES.text("unknown.nodes", problem.headline()));
        } else if (!fleet.snapshot().hasAllNodes()) {
            unknown.add(MESSAGES.text("unknown.nodesLoading"));
        } else if (fleet.snapshot().podVisibility() != PodListCompleteness.ALL) {
            unknown.add(MESSAGES.text(fleet.snapshot().podVisibility() == PodListCompleteness.NONE ? "unknown.allPods"
                    : "unknown.somePods"));
        }
        placementInputs.volumeClaims().stream().filter(claim -> claim.mounted().state() == VolumeBindingState.UNKNOWN)
                .forEach(claim -> unknown.add(MESSAGES.text("unknown.volumeReach", claim.name())));
        return unknown;
    }
}
