package tessera.scheduling;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.kube.scheduling.MountedVolumeClaim;
import tessera.kube.scheduling.PodAffinityTerm;
import tessera.kube.scheduling.SchedulerFailureMessages;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.model.ForeignTextSanitizer;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ResourceAmountFormatter;
import tessera.model.StatusCondition;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.PendingReason.BoundPodActivity;
import tessera.scheduling.PendingReasonPhrase.ExplainedStatus;
import tessera.scheduling.PendingReasonPhrase.InitContainerRequest;
import tessera.scheduling.PendingReasonPhrase.NodeObstacle;
import tessera.scheduling.PendingReasonPhrase.NominatedNodeNotReady;
import tessera.scheduling.PendingReasonPhrase.ObstacleCount;
import tessera.scheduling.PendingReasonPhrase.QueueMessage;
import tessera.scheduling.PendingReasonPhrase.RuntimeClassOverhead;
import tessera.scheduling.PodFitResult.FitOutcome;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * Builds the reason of a fit result.
 *
 * @param allPodsVisible whether every pod is seen
 */
record PodFitHeadlineBuilder(PodSchedulingSpec podSpec, SchedulingSnapshot snapshot, List<NodeFitResult> nodes,
        boolean allPodsVisible) {

    private static final int LISTED = 3;
    private static final String KUEUE = "kueue.x-k8s.io/";
    private static final Duration SILENCE = Duration.ofMinutes(5);

    PendingReason reason(FitOutcome outcome, Optional<PodSummary> pod, String refusal) {
        return switch (outcome) {
            case ENDED -> new PendingReason.PodTerminated(
                    TerminatedPodDiagnosis.from(pod).map(TerminatedPodDiagnosis::diagnosisText).orElse(""));
            case BOUND -> boundReason(pod);
            case GATED -> gatesReason(podSpec.schedulingGates(), podSpec.namespace(), podSpec.labels())
                    .with(snapshot.inputs().queueStatus().map(queue -> new QueueMessage(queue.message())));
            case ELSEWHERE -> otherSchedulerReason(pod);
            case REFUSED -> refusedReason(refusal);
            case UNKNOWN -> new PendingReason.NodesHidden(pod.isPresent());
            case FITS, MAY_FIT -> fitsReason(pod.isPresent());
            case NOT_NOW -> withInitContainer(notNowReason()).with(overheadRemark()).with(
                    allPodsVisible ? PreemptionResult.preemptionRemark(snapshot, podSpec, nodes) : Optional.empty())
                    .with(autoscalerRemark()).with(nominatedNodeRemark());
            case CLOSED -> closedReason().with(TolerationMismatchFinder.findMismatch(nodes, podSpec.tolerations()))
                    .with(overheadRemark()).with(autoscalerRemark()).with(nominatedNodeRemark());
            case NEVER -> scaleUpReason().orElseGet(() -> withInitContainer(neverReason()).with(overheadRemark())
                    .with(autoscalerRemark()).with(nominatedNodeRemark()));
        };
    }

    private PendingReason boundReason(Optional<PodSummary> pod) {
        if (!snapshot.nodes().isEmpty() && snapshot.findNode(podSpec.node()).isEmpty()) {
            return new PendingReason.BoundToMissingNode(podSpec.node());
        }
        var lost = snapshot.notReadyCondition(podSpec.node());
        if (lost.isPresent() && !lost.get().status().equals("False")) {
            return new PendingReason.NodeNotReporting(podSpec.node(),
                    Optional.ofNullable(lost.get().since()).map(since -> Duration.between(since, snapshot.now())));
        }
        return new PendingReason.PodBoundToNode(podSpec.node(),
                pod.map(PodFitHeadlineBuilder::activityOf).orElse(BoundPodActivity.NOT_STARTED),
                pod.map(PodSummary::reason).orElse(""), lost.map(PodFitHeadlineBuilder::conditionText).orElse(""),
                pod.filter(PodFitHeadlineBuilder::isRunning).map(PodSummary::restarts).orElse(0),
                pod.map(this::kubeletText).orElse(""));
    }

    private static boolean isRunning(PodSummary pod) {
        return pod.reason().isEmpty() && pod.phase() == PodPhase.RUNNING && pod.deleting() == null;
    }

    private static BoundPodActivity activityOf(PodSummary pod) {
        if (!pod.reason().isEmpty()) {
            return BoundPodActivity.BLOCKED;
        }
        if (pod.phase() != PodPhase.RUNNING) {
            return BoundPodActivity.NOT_STARTED;
        }
        if (pod.deleting() != null) {
            return BoundPodActivity.TERMINATING;
        }
        return pod.ready() == pod.total() ? BoundPodActivity.RUNNING : BoundPodActivity.NOT_READY;
    }

    private static String conditionText(StatusCondition condition) {
        return condition.message().isEmpty() ? condition.reason()
                : ForeignTextSanitizer.withoutFullStop(condition.message());
    }

    /** Returns the obstacle on the bound pod's node; empty where it is not known. */
    private String kubeletText(PodSummary pod) {
        if (PodStartupStatus.isStarting(pod)) {
            return snapshot.inputs().startup().map(start -> start.statusText(pod, snapshot.now())).orElse("");
        }
        return KubeletMessageExplainer.explainStatus(pod).map(KubeletMessageExplainer.KubeletMessageExplanation::text)
                .or(() -> Optional.of(ForeignTextSanitizer.withoutFullStop(pod.message().strip()))).orElse("");
    }

    /** Returns the reason of a pod with scheduling gates; a queue removes its own gates alone. */
    static PendingReason gatesReason(List<String> gates, String namespace, Map<String, String> labels) {
        var queue = labels.getOrDefault(KueueApiNames.QUEUE_LABEL, "");
        boolean queued = !queue.isEmpty() && gates.stream().allMatch(gate -> gate.startsWith(KUEUE));
        return new PendingReason.SchedulingGated(gates, queued ? namespace + "/" + queue : "");
    }

    /** Returns the reason of a pod with another scheduler, which may be missing where it stays silent. */
    private PendingReason otherSchedulerReason(Optional<PodSummary> pod) {
        var scheduler = podSpec.schedulerName();
        var messages = pod.map(each -> snapshot.inputs().schedulerMessages(each.message())).orElse(List.of());
        var silent = pod.filter(each -> messages.isEmpty() && each.reason().isEmpty())
                .flatMap(each -> Optional.ofNullable(each.created()))
                .map(created -> Duration.between(created, snapshot.now())).filter(age -> age.compareTo(SILENCE) > 0);
        return silent.<PendingReason>map(age -> new PendingReason.CustomSchedulerSilent(scheduler, age))
                .or(() -> pod.filter(_ -> !messages.isEmpty())
                        .map(each -> new PendingReason.CustomSchedulerStatus(scheduler,
                                OtherSchedulerMessageExplainer.waitingText(scheduler, messages, each.labels()))))
                .orElseGet(() -> new PendingReason.CustomScheduler(scheduler, pod.isPresent()));
    }

    /** Returns the reason with a remark where a large init container determines the request. */
    private PendingReason withInitContainer(PendingReason reason) {
        return reason.with(shortResources()
                .filter(name -> podSpec.largestInitContainers().containsKey(name) && reason.resources().contains(name))
                .findFirst()
                .map(name -> new InitContainerRequest(podSpec.largestInitContainers().getOrDefault(name, ""),
                        ResourceAmountFormatter.displayName(name))));
    }

    private Stream<String> shortResources() {
        return nodes.stream().flatMap(node -> node.failures().stream()).flatMap(failure -> failure.shortfall().stream())
                .map(ResourceShortfall::resource);
    }

    /** Returns a remark where the overhead of a RuntimeClass contributes to a shortfall; empty otherwise. */
    private Optional<RuntimeClassOverhead> overheadRemark() {
        return shortResources().filter(name -> podSpec.overhead().get(name) > 0).findFirst()
                .map(name -> new RuntimeClassOverhead(
                        ResourceAmountFormatter.amountText(name, podSpec.overhead().get(name)),
                        ResourceAmountFormatter.displayName(name)));
    }

    private PendingReason refusedReason(String refusal) {
        return switch (refusal) {
            case SchedulerFailureMessages.AFFINITY_CONFLICT -> new PendingReason.NodeAffinityContradictory();
            case SchedulerFailureMessages.UNBOUND_CLAIMS -> snapshot.inputs().volumeClaims().stream()
                    .flatMap(claim -> claim.unbound().stream()
                            .<PendingReason>map(cause -> new PendingReason.VolumeClaimUnbound(claim.name(), cause)))
                    .findFirst().orElseGet(() -> new PendingReason.PodRefused(refusal));
            default -> PreFilterMessageExplanations.explanationText(refusal)
                    .<PendingReason>map(PendingReason.PreFilterRefusal::new)
                    .orElseGet(() -> new PendingReason.PodRefused(refusal));
        };
    }

    private PendingReason fitsReason(boolean pending) {
        var fitting = nodes.stream().filter(NodeFitResult::isAccepting).toList();
        var shares = new KubeletSharedDeviceRefusalPredictor(podSpec, snapshot.inputs().shareRules());
        return new PendingReason.NodesFit(names(fitting), nodes.size(), pending, allPodsVisible,
                fitting.stream().allMatch(shares::isUncertain),
                fitting.stream().anyMatch(NodeFitResult::claimsUnknown));
    }

    private List<NodeFitResult> nodesWith(NodeFitStatus status) {
        return nodes.stream().filter(node -> node.status() == status).toList();
    }

    private static List<String> names(List<NodeFitResult> nodes) {
        return nodes.stream().map(NodeFitResult::name).toList();
    }

    private PendingReason notNowReason() {
        if (allPodsVisible && snapshot.interPodAffinity(podSpec).lacksAffinityTarget()) {
            return new PendingReason.AffinityTargetMissing(
                    podSpec.affinity().stream().map(PodAffinityTerm::termText).toList());
        }
        var full = nodesWith(NodeFitStatus.FULL);
        var nearest = full.stream().filter(node -> node.failures().size() == 1)
                .min(Comparator.comparingDouble(this::missingShare)).orElseGet(full::getFirst);
        if (nearest.failures().size() == 1 && nearest.failures().getFirst().shortfall().isPresent()) {
            var shortfalls = shortfallsOf(full, nearest.failures().getFirst().shortfall().get().resource());
            if (shortfalls.size() == full.size()) {
                return shortageReason(nearest, shortfalls);
            }
        }
        return new PendingReason.SuitableNodesBlocked(full.size(), nearest.name(),
                nearest.failures().stream().map(PredictedNodeFilterFailure::text).toList(), nearest.failures().stream()
                        .flatMap(failure -> failure.shortfall().stream()).map(ResourceShortfall::resource).toList());
    }

    private static List<ResourceShortfall> shortfallsOf(List<NodeFitResult> nodes, String resource) {
        return nodes.stream().flatMap(node -> node.failures().stream()).flatMap(failure -> failure.shortfall().stream())
                .filter(shortfall -> shortfall.resource().equals(resource)).toList();
    }

    /** @param shortfalls of the same resource, one of each suitable node */
    private static PendingReason shortageReason(NodeFitResult nearest, List<ResourceShortfall> shortfalls) {
        var least = nearest.failures().getFirst().shortfall().orElseThrow();
        if (least.isDevice() && shortfalls.stream().allMatch(shortfall -> shortfall.free() == 0)) {
            return new PendingReason.NoFreeDevices(least.resource(),
                    shortfalls.stream().mapToLong(ResourceShortfall::allocatable).sum(), shortfalls.size(),
                    nearest.name());
        }
        return new PendingReason.NotEnoughFree(new RequestedAmount(least.resource(), least.requested()),
                shortfalls.size(), nearest.name(), least.freeText());
    }

    /** The share of what is wanted that is missing, or of devices to claim; what is not a matter of amounts comes last. */
    private double missingShare(NodeFitResult node) {
        var failure = node.failures().getFirst();
        return failure.shortfall().map(shortfall -> (double) shortfall.missing() / shortfall.requested())
                .or(() -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES)
                        ? snapshot.inputs().deviceClaims().flatMap(claims -> claims.taken(node.nodeSummary()))
                        : Optional.empty())
                .orElse(2.0);
    }

    private PendingReason closedReason() {
        var closed = nodesWith(NodeFitStatus.CLOSED);
        if (closed.isEmpty()) {
            return otherLayoutReason();
        }
        return PodNodeBlockers.reasonOf(closed.stream().map(PodNodeBlockers::of).toList())
                .with(closed.stream()
                        .filter(node -> node.failures().stream()
                                .allMatch(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES)))
                        .findFirst().map(node -> new NodeObstacle(node.name(), node.failures().getFirst().text())));
    }

    /** Returns the reason of a pod that no current MIG layout serves, with the nodes that could be repartitioned. */
    PendingReason otherLayoutReason() {
        var cut = nodesWith(NodeFitStatus.OTHER_LAYOUT);
        var alone = cut.stream().filter(node -> node.failsOnly(NodeFilterFailureEndCondition.LAYOUT)).toList();
        var able = alone.isEmpty() ? cut : alone;
        return new PendingReason.OtherMigLayoutNeeded(unmetRequests().orElseGet(PendingReason.RequestNotOffered::new),
                names(able), able.getFirst().obstaclesBesideLayout());
    }

    private Optional<PendingReason> unmetRequests() {
        return PendingReason
                .joined(new UnsatisfiablePodRequestFinder(podSpec, snapshot.nodes(), nodes).reasons().stream());
    }

    PendingReason neverReason() {
        if (nodes.isEmpty()) {
            return new PendingReason.NoNodes();
        }
        var refusing = nodes.stream().filter(NodeFitResult::isRefusedByKubelet).toList();
        var open = refusing.stream().filter(node -> node.failures().stream().map(PredictedNodeFilterFailure::blocker)
                .noneMatch(NodeFilterFailureEndCondition.CLOSED::equals)).toList();
        if (!refusing.isEmpty()) {
            return kubeletRefusal(open.isEmpty() ? refusing : open);
        }
        return unmetRequests()
                .or(() -> snapshot.inputs().deviceClaims()
                        .filter(_ -> failsEverywhere(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES)))
                        .flatMap(PodDeviceClaims::unsatisfiableClaimText).map(PendingReason.ClaimUnsatisfiable::new))
                .or(() -> failsEverywhere(PredictedNodeFilterFailure::isOutOfReachOfVolume) ? volumeOutOfReach()
                        : Optional.empty())
                .orElseGet(() -> new PendingReason.NoNodeFitsEmpty(obstacles()));
    }

    /** Returns the reason with a bound volume whose nodes exclude the pod; empty where that is not the obstacle. */
    private Optional<PendingReason> volumeOutOfReach() {
        return snapshot.inputs().volumeClaims().stream().map(PodVolumeClaim::mounted)
                .filter(claim -> nodes.stream().anyMatch(node -> isOutOfReach(claim, node))).findFirst().map(claim -> {
                    var reached = nodes.stream().filter(node -> !isOutOfReach(claim, node)).toList();
                    return new PendingReason.VolumeOutOfReach(claim.name(), names(reached), reached.stream()
                            .map(PodFitHeadlineBuilder::lastingFailureText).distinct().limit(LISTED).toList());
                });
    }

    private static boolean isOutOfReach(MountedVolumeClaim claim, NodeFitResult node) {
        return claim.isOutOfReachOf(node.name(), node.nodeSummary().labels());
    }

    /** Returns whether every otherwise suitable node fails the filter for good. */
    private boolean failsEverywhere(Predicate<PredictedNodeFilterFailure> filter) {
        return suitableNodes().allMatch(node -> node.failures().stream().anyMatch(
                failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING && filter.test(failure)));
    }

    /** Returns the selected nodes that are large enough, or all nodes where there are none. */
    private Stream<NodeFitResult> suitableNodes() {
        var near = nodes.stream().filter(node -> node.failures().stream().noneMatch(
                failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING && failure.isBeforeVolumes()))
                .toList();
        if (near.isEmpty()) {
            return nodes.stream();
        }
        return near.stream();
    }

    private List<ObstacleCount> obstacles() {
        return suitableNodes().map(PodFitHeadlineBuilder::lastingFailureText)
                .collect(Collectors.groupingBy(text -> text, TreeMap::new, Collectors.counting())).entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(LISTED)
                .map(each -> new ObstacleCount(each.getKey(), each.getValue())).toList();
    }

    private static String lastingFailureText(NodeFitResult node) {
        return node.failures().stream().filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING)
                .map(PredictedNodeFilterFailure::briefText).findFirst().orElse("");
    }

    /** Returns the reason where the scheduler would place the pod and the kubelet would refuse it. */
    private PendingReason kubeletRefusal(List<NodeFitResult> refusing) {
        var failures = refusing.stream().flatMap(node -> node.failures().stream()).toList();
        return new PendingReason.KubeletRefusesShares(names(refusing),
                failures.stream().filter(PredictedNodeFilterFailure::isByKubelet).findFirst()
                        .flatMap(PredictedNodeFilterFailure::sharedResource).orElse(""),
                failures.stream().filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.CLOSED)
                        .map(PredictedNodeFilterFailure::briefText).findFirst().orElse(""),
                NodeFitResult.largestDeviceShortfall(nodes).map(
                        shortfall -> ResourceAmountFormatter.amountText(shortfall.resource(), shortfall.allocatable()))
                        .orElse(""));
    }

    private Optional<PendingReasonPhrase> nominatedNodeRemark() {
        return snapshot.inputs().autoscalerStatus().map(ClusterAutoscalerPodReport::nodeName).flatMap(node -> snapshot
                .notReadyCondition(node).map(ready -> new NominatedNodeNotReady(node, conditionText(ready))));
    }

    private Optional<PendingReasonPhrase> autoscalerRemark() {
        return snapshot.inputs().autoscalerStatus()
                .map(status -> new ExplainedStatus(status.reportText(snapshot.now())));
    }

    /** Returns the reason of a pod for which a node is being added; empty where none is. */
    private Optional<PendingReason> scaleUpReason() {
        return snapshot.inputs().autoscalerStatus().filter(status -> status.isAddingNode(snapshot.now()))
                .map(status -> new PendingReason.NodeBeingAdded(status.reportText(snapshot.now()))
                        .with(nominatedNodeRemark()));
    }
}
