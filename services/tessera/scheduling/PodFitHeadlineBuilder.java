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
import tessera.model.DurationFormatter;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.ResourceAmountFormatter;
import tessera.model.SentenceToClauseConverter;
import tessera.model.WordListJoiner;
import tessera.scheduling.NodeFitResult.NodeFitStatus;
import tessera.scheduling.PodFitResult.FitOutcome;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * Builds the headline of a fit result.
 *
 * @param allPodsVisible whether every pod is seen
 */
record PodFitHeadlineBuilder(PodSchedulingSpec podSpec, SchedulingSnapshot snapshot, List<NodeFitResult> nodes,
        boolean allPodsVisible) {

    private static final int LISTED = 3;
    private static final String KUEUE = "kueue.x-k8s.io/";
    private static final Duration SILENCE = Duration.ofMinutes(5);

    String headlineText(FitOutcome outcome, Optional<PodSummary> pod, String refusal) {
        return switch (outcome) {
            case ENDED -> TerminatedPodDiagnosis.from(pod).map(TerminatedPodDiagnosis::diagnosisText).orElse("");
            case BOUND -> boundText(pod);
            case GATED -> gatedText();
            case ELSEWHERE -> otherSchedulerText(pod);
            case REFUSED -> refusedText(refusal);
            case UNKNOWN -> "Which node could take it is not known here, as not all nodes are seen"
                    + (pod.isPresent() ? "; the scheduler has said nothing of it yet" : "");
            case FITS -> fitsText(pod.isPresent());
            case NOT_NOW -> withInitContainerText(notNowText()) + overheadText() + preemptionText() + autoscalerText();
            case CLOSED ->
                closedText() + TolerationMismatchExplainer.mismatchText(nodes, podSpec.tolerations()) + overheadText()
                        + autoscalerText();
            case NEVER -> scaleUpText()
                    .orElseGet(() -> withInitContainerText(neverText()) + overheadText() + autoscalerText());
        };
    }

    private String boundText(Optional<PodSummary> pod) {
        var reason = pod.map(PodSummary::reason).orElse("");
        var message = SentenceToClauseConverter.withoutFullStop(pod.map(PodSummary::message).orElse("").strip());
        if (!snapshot.nodes().isEmpty() && snapshot.findNode(podSpec.node()).isEmpty()) {
            return "It is bound to %s, and there is no such node: nobody starts it there, and it is placed nowhere else"
                    .formatted(podSpec.node());
        }
        var lost = snapshot.notReadyCondition(podSpec.node());
        if (lost.isPresent() && !lost.get().status().equals("False")) {
            return "It has a node: %s, whose kubelet has reported nothing%s: whether it runs there is not known"
                    .formatted(podSpec.node(), Optional.ofNullable(lost.get().since()).map(since -> " for "
                            + DurationFormatter.durationText(Duration.between(since, snapshot.now()))).orElse(""));
        }
        return "It has a node: " + podSpec.node() + lost.map(ready -> ", which is not ready (%s)".formatted(
                ready.message().isEmpty() ? ready.reason()
                        : SentenceToClauseConverter.withoutFullStop(ready.message())))
                .orElse("")
                + (reason.isEmpty() ? runningText(pod) : "; there it is " + reason)
                + pod.map(each -> kubeletText(each, message)).orElse("");
    }

    private static String runningText(Optional<PodSummary> pod) {
        return pod.filter(each -> each.phase() == PodPhase.RUNNING).map(each -> rivalStateText(each))
                .orElse("");
    }

    private static String rivalStateText(PodSummary each) {
        if (each.deleting() != null) {
            return ", and is to end there";
        }
        var state = ", and %s there".formatted(each.ready() == each.total() ? "runs" : "is not ready");
        var times = each.restarts() == 1 ? "once" : each.restarts() + " times";
        return each.restarts() == 0 ? state : state + "; its containers were started again " + times;
    }

    /** Returns the obstacle on the bound pod's node as a clause, as far as it is known. */
    private String kubeletText(PodSummary pod, String message) {
        if (PodStartupStatus.isStarting(pod)) {
            return snapshot.inputs().startup().map(start -> start.statusText(pod, snapshot.now())).orElse("");
        }
        return KubeletMessageExplainer.explainStatus(pod)
                .map(KubeletMessageExplainer.KubeletMessageExplanation::text)
                .or(() -> Optional.of(message)).filter(text -> !text.isEmpty()).map(": "::concat).orElse("");
    }

    private String gatedText() {
        return gatesText(podSpec.schedulingGates(), podSpec.namespace(), podSpec.labels())
                + snapshot.inputs().queueStatus().map(queue -> ". Its queue says: " + queue.message()).orElse("");
    }

    /** Returns the text about the scheduling gates of a pod; a queue removes its own gates alone. */
    static String gatesText(List<String> gates, String namespace, Map<String, String> labels) {
        var queue = labels.getOrDefault(KueueApiNames.QUEUE_LABEL, "");
        String held;
        if (gates.isEmpty()) {
            held = "Held back by a scheduling gate";
        } else {
            held = "Held back by the scheduling gate%s %s".formatted(gates.size() == 1 ? "" : "s",
                    WordListJoiner.joinWords(gates, " and "));
        }
        return held + (queue.isEmpty() || !gates.stream().allMatch(gate -> gate.startsWith(KUEUE))
                ? "; a queue or controller has to release it"
                : " until the LocalQueue %s/%s admits it".formatted(namespace, queue));
    }

    /** Returns the headline of a pod with another scheduler, which may be missing where it stays silent. */
    private String otherSchedulerText(Optional<PodSummary> pod) {
        var messages = pod.map(each -> snapshot.inputs().schedulerMessages(each.message())).orElse(List.of());
        var silent = pod.filter(each -> messages.isEmpty() && each.reason().isEmpty())
                .flatMap(each -> Optional.ofNullable(each.created()))
                .map(created -> Duration.between(created, snapshot.now())).filter(age -> age.compareTo(SILENCE) > 0);
        return silent.map(
                age -> "It waits for the scheduler %s, which has said nothing in %s: there may be none of that name"
                        .formatted(podSpec.schedulerName(), DurationFormatter.durationText(age)))
                .orElseGet(() -> pod.filter(_ -> !messages.isEmpty()).map(each -> OtherSchedulerMessageExplainer
                        .waitingText(podSpec.schedulerName(), messages, each.labels()))
                        .orElse("It is placed by %s, not by the usual scheduler; by which rules is not known here%s"
                                .formatted(podSpec.schedulerName(),
                                        pod.isPresent() ? ". It has said nothing of it yet" : "")));
    }

    /** Returns the sentence with a note where a large init container determines the request. */
    private String withInitContainerText(String sentence) {
        return sentence + nodes.stream().flatMap(node -> node.failures().stream())
                .flatMap(failure -> failure.shortfall().stream()).map(ResourceShortfall::resource)
                .filter(name -> podSpec.largestInitContainers().containsKey(name)
                        && sentence.contains(ResourceAmountFormatter.displayName(name)))
                .findFirst()
                .map(name -> ". It is the init container %s that wants so much %s".formatted(
                        podSpec.largestInitContainers().get(name),
                        ResourceAmountFormatter.displayName(name)))
                .orElse("");
    }

    /** Returns a note where the overhead of a RuntimeClass contributes to a shortfall; empty otherwise. */
    private String overheadText() {
        return nodes.stream().flatMap(node -> node.failures().stream()).flatMap(failure -> failure.shortfall().stream())
                .map(ResourceShortfall::resource).filter(name -> podSpec.overhead().get(name) > 0).findFirst()
                .map(name -> ". Of the %s that it wants, its RuntimeClass adds %s (overhead)".formatted(
                        ResourceAmountFormatter.displayName(name),
                        ResourceAmountFormatter.amountText(name, podSpec.overhead().get(name))))
                .orElse("");
    }

    private String preemptionText() {
        var sentence = PreemptionResult.preemptionText(snapshot, podSpec, nodes);
        return sentence.isEmpty() || !allPodsVisible ? "" : ". " + sentence;
    }

    private String autoscalerText() {
        return snapshot.inputs().autoscalerStatus().map(scaling -> ". " + reportWithNodeText(scaling))
                .orElse("");
    }

    private String refusedText(String refusal) {
        return switch (refusal) {
            case SchedulerFailureMessages.AFFINITY_CONFLICT -> "Its affinity names nodes that exclude each other";
            case SchedulerFailureMessages.UNBOUND_CLAIMS -> snapshot.inputs().volumeClaims().stream()
                    .flatMap(claim -> claim.missingVolumeText().stream()).findFirst().orElse(refusal);
            default -> PreFilterMessageExplanations.explanationText(refusal)
                    .orElse("It cannot be placed anywhere: " + refusal);
        };
    }

    private String fitsText(boolean waits) {
        var fitting = nodes.stream().filter(node -> node.status() == NodeFitStatus.FITS).toList();
        var names = nodeNames(fitting);
        var seen = allPodsVisible ? "" : ", as far as pods are seen";
        var shares = new KubeletSharedDeviceRefusalPredictor(podSpec, snapshot.inputs().shareRules());
        var doubt = fitting.stream().allMatch(shares::isUncertain)
                ? ", where the kubelet may refuse it: it asks for several shares in one container"
                : "";
        boolean blind = !podSpec.deviceClaims().isEmpty() && snapshot.inputs().deviceClaims().isEmpty();
        if (waits) {
            if (blind) {
                return "%s may take it%s%s: whether it has the devices that the pod claims is not known"
                        .formatted(names, seen, doubt);
            }
            return "%s would take it now%s%s; the scheduler has not tried since, or knows more than is seen here"
                    .formatted(names, seen, doubt);
        }
        return "Fits now on %d of %s%s: %s%s%s".formatted(fitting.size(), nodeCountText(nodes.size()), seen, names,
                doubt,
                blind ? ", if its claims are met there" : "");
    }

    private String notNowText() {
        if (allPodsVisible && snapshot.interPodAffinity(podSpec).lacksAffinityTarget()) {
            return "Not now: it wants to be near %s, and no node has any".formatted(podSpec.affinity().stream()
                    .map(PodAffinityTerm::termText).collect(Collectors.joining(" and ")));
        }
        var full = nodes.stream().filter(node -> node.status() == NodeFitStatus.FULL).toList();
        var nearest = full.stream().filter(node -> node.failures().size() == 1).min(
                Comparator.comparingDouble(this::missingShare)).or(() -> full.stream().findFirst());
        var detail = nearest.map(node -> " (%s)".formatted(
                node.failures().stream().map(PredictedNodeFilterFailure::text).collect(Collectors.joining("; "))))
                .orElse("");
        var name = nearest.map(NodeFitResult::name).orElse("");
        return "Not now: " + (full.size() == 1 ? "only %s could take it%s".formatted(name, detail)
                : "%s could take it; %s is nearest%s".formatted(nodeCountText(full.size()), name, detail));
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

    private String closedText() {
        if (nodes.stream().anyMatch(node -> node.status() == NodeFitStatus.CLOSED)) {
            return closedNodesText();
        }
        return otherLayoutText();
    }

    /** Returns the headline of a pod that no current MIG layout serves, with the nodes that could be repartitioned. */
    String otherLayoutText() {
        var cut = nodes.stream().filter(node -> node.status() == NodeFitStatus.OTHER_LAYOUT).toList();
        var alone = cut.stream().filter(node -> node.failsOnly(NodeFilterFailureEndCondition.LAYOUT)).toList();
        var able = alone.isEmpty() ? cut : alone;
        var demands = new UnsatisfiablePodRequestFinder(podSpec, snapshot.nodes(), nodes).unmetRequests().stream()
                .map(UnmetRequest::text).toList();
        return "%s. %s could with another MIG layout: %s%s".formatted(demands.isEmpty() ? "No node offers what it wants"
                : String.join(". ", demands), nodeCountText(able.size()), nodeNames(able),
                able.getFirst().otherReasonsText());
    }

    private String closedNodesText() {
        var closed = nodes.stream().filter(node -> node.status() == NodeFitStatus.CLOSED).toList();
        var withheld = closed.stream().filter(
                node -> node.failures().stream().allMatch(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES)))
                .findFirst();
        return PodNodeBlockers.blockersText(closed.stream().map(PodNodeBlockers::of).toList())
                + withheld.map(node -> " (%s %s)".formatted(node.name(), node.failures().getFirst().text()))
                        .orElse("");
    }

    String neverText() {
        if (nodes.isEmpty()) {
            return "The cluster has no nodes";
        }
        var refusing = nodes.stream().filter(NodeFitResult::isRefusedByKubelet).toList();
        var open = refusing.stream().filter(node -> node.failures().stream().map(PredictedNodeFilterFailure::blocker)
                .noneMatch(NodeFilterFailureEndCondition.CLOSED::equals)).toList();
        if (!refusing.isEmpty()) {
            return kubeletRefusalText(open.isEmpty() ? refusing : open) + NodeFitResult
                    .largestDeviceShortfall(nodes).map(
                            shortfall -> ". Of whole ones no node has more than "
                                    + ResourceAmountFormatter.amountText(shortfall.resource(), shortfall.allocatable()))
                    .orElse("");
        }
        var demands = new UnsatisfiablePodRequestFinder(podSpec, snapshot.nodes(), nodes).unmetRequests();
        if (!demands.isEmpty()) {
            return demands.stream().map(UnmetRequest::text)
                    .collect(Collectors.joining(". "));
        }
        return snapshot.inputs().deviceClaims()
                .filter(_ -> failsEverywhere(failure -> failure.isOf(SchedulerPlugin.DYNAMIC_RESOURCES)))
                .flatMap(PodDeviceClaims::unsatisfiableClaimText)
                .or(() -> failsEverywhere(PredictedNodeFilterFailure::isOutOfReachOfVolume) ? unreachableVolumeText()
                        : Optional.empty())
                .orElseGet(() -> "No node could take it, not even empty: " + obstaclesText());
    }

    /** Returns the location of a bound volume whose nodes exclude the pod; empty where that is not the obstacle. */
    private Optional<String> unreachableVolumeText() {
        var bound = snapshot.inputs().volumeClaims().stream()
                .map(PodVolumeClaim::mounted)
                .filter(claim -> nodes.stream().anyMatch(node -> isOutOfReach(claim, node)))
                .findFirst();
        return bound.map(claim -> {
            var reached = nodes.stream().filter(node -> !isOutOfReach(claim, node)).toList();
            if (reached.isEmpty()) {
                return "No node reaches the volume of its claim " + claim.name();
            }
            return "Only %s %s the volume of its claim %s, and there %s".formatted(nodeNames(reached),
                    reached.size() == 1 ? "reaches" : "reach", claim.name(), briefTexts(reached));
        });
    }

    private static boolean isOutOfReach(MountedVolumeClaim claim, NodeFitResult node) {
        return claim.isOutOfReachOf(node.name(), node.nodeSummary().labels());
    }

    private static String nodeNames(List<NodeFitResult> nodes) {
        return WordListJoiner.firstWords(nodes.stream().map(NodeFitResult::name).toList(), LISTED);
    }

    /** Returns the lasting failures of some nodes as text. */
    private static String briefTexts(List<NodeFitResult> nodes) {
        return nodes.stream()
                .flatMap(PodFitHeadlineBuilder::lastingFailureTexts)
                .distinct().limit(LISTED).collect(Collectors.joining(", or "));
    }

    private static Stream<String> lastingFailureTexts(NodeFitResult node) {
        return node.failures().stream()
                .filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING)
                .map(PredictedNodeFilterFailure::briefText).limit(1);
    }

    /** Returns whether every otherwise suitable node fails the filter for good. */
    private boolean failsEverywhere(Predicate<PredictedNodeFilterFailure> filter) {
        return suitableNodes().allMatch(node -> node.failures().stream().anyMatch(
                failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING
                        && filter.test(failure)));
    }

    /** Returns the selected nodes that are large enough, or all nodes where there are none. */
    private Stream<NodeFitResult> suitableNodes() {
        var near = nodes.stream().filter(node -> node.failures().stream().noneMatch(
                failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING
                        && failure.isBeforeVolumes()))
                .toList();
        if (near.isEmpty()) {
            return nodes.stream();
        }
        return near.stream();
    }

    private String obstaclesText() {
        var counts = suitableNodes()
                .map(PodFitHeadlineBuilder::lastingFailureText)
                .collect(Collectors.groupingBy(text -> text, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(LISTED)
                .map(each -> "%s (%s)".formatted(each.getKey(), nodeCountText(each.getValue())))
                .collect(Collectors.joining(", "));
    }

    private static String lastingFailureText(NodeFitResult node) {
        return node.failures().stream()
                .filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.LASTING)
                .map(PredictedNodeFilterFailure::briefText).findFirst().orElse("");
    }

    /** Returns the headline where the scheduler would place the pod and the kubelet would refuse it. */
    private static String kubeletRefusalText(List<NodeFitResult> nodes) {
        var reason = nodes.stream().flatMap(node -> node.failures().stream())
                .filter(PredictedNodeFilterFailure::isByKubelet)
                .map(PredictedNodeFilterFailure::briefText).findFirst()
                .orElse("");
        var taints = nodes.stream().flatMap(node -> node.failures().stream())
                .filter(failure -> failure.blocker() == NodeFilterFailureEndCondition.CLOSED)
                .map(PredictedNodeFilterFailure::briefText)
                .findFirst();
        var names = nodeNames(nodes);
        if (taints.isEmpty()) {
            return "Only %s could take it, but there %s: the pod would be placed and fail (UnexpectedAdmissionError)"
                    .formatted(names, reason);
        }
        return "Only %s %s closed to it (%s); there, too, %s".formatted(names,
                nodes.size() == 1 ? "offers what it wants, and is" : "offer what it wants, and are",
                taints.get(), reason);
    }

    private static String nodeCountText(long nodes) {
        return nodes == 1 ? "1 node" : nodes + " nodes";
    }

    /** Returns the report of an autoscaler, and a note on the nominated node while that is not ready. */
    private String reportWithNodeText(ClusterAutoscalerPodReport report) {
        var node = report.nodeName();
        return report.reportText(snapshot.now()) + snapshot.notReadyCondition(node)
                .map(ready -> ". %s, which is meant for it, is not ready (%s)".formatted(node,
                        ready.message().isEmpty() ? ready.reason()
                                : SentenceToClauseConverter.withoutFullStop(ready.message())))
                .orElse("");
    }

    /** Returns the headline of a pod for which a node is being added; empty where none is. */
    private Optional<String> scaleUpText() {
        return snapshot.inputs().autoscalerStatus()
                .filter(status -> status.isAddingNode(snapshot.now()))
                .map(status -> PodFitResult.COMING + "; those that are there could not take it. "
                        + reportWithNodeText(status));
    }
}
