package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.model.DurationFormatter;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.SentenceToClauseConverter;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.KarpenterNodeClaim.NodeClaimPhase;

/**
 * The latest report of an autoscaler about a pending pod.
 *
 * @param scalesUp  whether it adds a node
 * @param message its own
 * @param at    when it said so last, by the server's clock; empty where that is not told
 * @param nodeClaim the NodeClaim of Karpenter that is meant for the pod; empty for none
 */
record ClusterAutoscalerPodReport(boolean scalesUp, String message, Optional<Instant> at,
        Optional<KarpenterNodeClaim> nodeClaim) {

    /** What an autoscaler said longer ago has come about by now, or will not: it repeats it while it tries. */
    private static final Duration FRESH = Duration.ofMinutes(15);

    /** So long a node takes at most, as a rule, until its devices are offered. */
    private static final Duration SETTING_UP = Duration.ofMinutes(15);

    private static final Set<String> ADDS = Set.of("TriggeredScaleUp", "Nominated");
    private static final Set<String> REFUSES = Set.of("NotTriggerScaleUp", "FailedScaleUp");
    private static final Pattern NODE = Pattern.compile("\\bnode/([a-z0-9.-]*[a-z0-9])");
    private static final Pattern CLAIM = Pattern.compile("nodeclaim/([a-z0-9.-]*[a-z0-9])");

    /** Reads the latest report; empty where no autoscaler has reported. Waits for the cluster. */
    static Optional<ClusterAutoscalerPodReport> readLatest(ClusterObjectSource source, String namespace, String uid)
            throws ProblemException, InterruptedException {
        var told = new ArrayList<JsonNode>();
        source.forEach(new ObjectRef("v1", "Event", "events", namespace, ""),
                "fieldSelector=involvedObject.uid%3D" + uid, event -> {
                    if (event.at("/involvedObject/uid").asText().equals(uid) && isAutoscalerEvent(event)) {
                        told.add(event);
                    }
                });
        // Of the same second, the end of an attempt counts, and not its start.
        var newest = told.stream()
                .max(Comparator
                        .<JsonNode, Instant>comparing(
                                event -> KubernetesEventFields.lastTime(event).orElse(Instant.EPOCH))
                        .thenComparing(event -> !ADDS.contains(event.path("reason").asText())));
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        var text = SentenceToClauseConverter.withoutFullStop(newest.get().path("message").asText().strip());
        var at = KubernetesEventFields.lastTime(newest.get());
        boolean adds = ADDS.contains(newest.get().path("reason").asText());
        var named = CLAIM.matcher(text);
        var claim = adds && named.find() ? readNodeClaim(source, named.group(1)) : Optional.<KarpenterNodeClaim>empty();
        var vain = claim.filter(each -> each.phase() == NodeClaimPhase.NOT_LAUNCHED);
        return Optional.of(vain.map(each -> new ClusterAutoscalerPodReport(false,
                "%s; that could not be launched: %s".formatted(text, each.message()), at, vain))
                .orElseGet(() -> new ClusterAutoscalerPodReport(adds, text, at, claim)));
    }

    /** Reads the NodeClaim; empty where it is not known. */
    private static Optional<KarpenterNodeClaim> readNodeClaim(ClusterObjectSource source, String name)
            throws ProblemException, InterruptedException {
        var kind = KarpenterNodeClaim.KIND;
        try {
            return source.find(new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), "", name))
                    .map(KarpenterNodeClaim::of);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.FORBIDDEN) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    /** Returns whether an event is an autoscaler's: the scheduler uses one of Karpenter's reasons for its own failures. */
    private static boolean isAutoscalerEvent(JsonNode event) {
        var reason = event.path("reason").asText();
        boolean karpenter = (event.at("/source/component").asText() + event.path("reportingComponent").asText())
                .contains("karpenter");
        if (karpenter) {
            return ADDS.contains(reason) || reason.equals("FailedScheduling");
        }
        return REFUSES.contains(reason) || reason.equals("TriggeredScaleUp");
    }

    /** Returns whether it reported lately that it adds a node. */
    boolean isAddingNode(Instant now) {
        return scalesUp && isRecent(now) && stalledClaim(now).isEmpty()
                && nodeClaim.filter(each -> each.phase() == NodeClaimPhase.INITIALIZED).isEmpty();
    }

    /** Returns the NodeClaim whose machine has long been awaited and is no node that pods may use; empty for none. */
    private Optional<KarpenterNodeClaim> stalledClaim(Instant now) {
        return nodeClaim.filter(KarpenterNodeClaim::isPending).filter(claim -> claim.since() != null
                && Duration.between(claim.since(), now).compareTo(SETTING_UP) >= 0);
    }

    /** Returns the Karpenter node that is nominated for the pod; empty while none has joined. */
    String nodeName() {
        var named = NODE.matcher(message);
        return nodeClaim.map(KarpenterNodeClaim::node).filter(name -> !name.isEmpty())
                .orElseGet(() -> scalesUp && named.find() ? named.group(1) : "");
    }

    private boolean isRecent(Instant now) {
        return at.filter(time -> time.isAfter(now.minus(FRESH))).isPresent();
    }

    /**
     * Returns the report, its age and its meaning, without a full stop.
     *
     * @param now by the server's clock
     */
    String reportText(Instant now) {
        var stalled = stalledClaim(now);
        if (stalled.isPresent()) {
            return stalled.get().stallText(now);
        }
        boolean fresh = isRecent(now);
        var ago = fresh ? ""
                : at.map(time -> " %s ago"
                        .formatted(DurationFormatter.durationText(Duration.between(time, now)))).orElse(" once");
        return knownReason().map(messages -> "An autoscaler %s: %s. It %s: %s".formatted(
                fresh ? "adds no node" : "added no node" + ago, messages.text(), fresh ? "says" : "said", message))
                .orElseGet(() -> "An autoscaler %s: %s".formatted(fresh ? "says" : "said" + ago, message));
    }

    /** Returns the known reason for adding no node; empty where one is added or the message is unknown. */
    private Optional<AutoscalerMessageExplainer> knownReason() {
        if (scalesUp) {
            return Optional.empty();
        }
        return AutoscalerMessageExplainer.explain(message);
    }

    /** @param now by the server's clock */
    List<SchedulingRemedy> remedies(Instant now) {
        var stalled = stalledClaim(now);
        if (stalled.isPresent()) {
            return List.of(stalledNodeRemedy(stalled.get()));
        }
        if (!isRecent(now)) {
            return List.of();
        }
        var come = nodeClaim.filter(each -> each.phase() == NodeClaimPhase.INITIALIZING);
        if (come.isPresent()) {
            return List.of(waitingRemedy("Wait: Karpenter’s node %s has joined and %s yet"
                    .formatted(come.get().node(), come.get().lackText()), ""));
        }
        if (scalesUp) {
            return List.of(waitingRemedy("Wait: an autoscaler adds a node for it", ""));
        }
        return nodeClaim.map(each -> List.of(waitingRemedy(
                "Let the NodePool have other machines, zones or capacity types, or wait: "
                        + "Karpenter tries others, or the same again",
                describeCommand(each))))
                .orElseGet(() -> knownReason().flatMap(AutoscalerMessageExplainer::remedy).stream().toList());
    }

    /** Returns the remedy for a machine that became no usable node, which keeps Karpenter from creating another. */
    private static SchedulingRemedy stalledNodeRemedy(KarpenterNodeClaim claim) {
        if (claim.phase() != NodeClaimPhase.INITIALIZING) {
            return waitingRemedy(
                    "See why the machine of NodeClaim %s %s, or delete the NodeClaim".formatted(claim.name(),
                            claim.phase() == NodeClaimPhase.LAUNCHING ? "does not join" : "is not launched"),
                    describeCommand(claim));
        }
        return new SchedulingRemedy(
                "Look at %s of %s, or delete its NodeClaim %s: until then Karpenter makes no other node for the pod"
                        .formatted(claim.resource().isEmpty() ? "the conditions" : "driver and device plugin",
                                claim.node(), claim.name()),
                ShellWordQuoter.fillCommand("tessera doctor --node %s", claim.node()),
                new SchedulingRemedyChange.RepairNodeAction(claim.node()));
    }

    private static String describeCommand(KarpenterNodeClaim claim) {
        return ShellWordQuoter.fillCommand("kubectl describe nodeclaims %s", claim.name());
    }

    private static SchedulingRemedy waitingRemedy(String text, String command) {
        return new SchedulingRemedy(text, command, new SchedulingRemedyChange.WaitAction());
    }

    /**
     * Explains messages of autoscalers and clouds about nodes that are not added.
     *
     * @param text   as they go on behind others
     * @param remedyText   what would help; empty where the rest of the answer tells it
     * @param command that shows more; may be empty
     */
    private record AutoscalerMessageExplainer(String text, String remedyText, String command) {

        /** A message pattern and its explanation. */
        private record AutoscalerMessagePattern(Pattern pattern, AutoscalerMessageExplainer explanation) {

            AutoscalerMessagePattern(String said, String words, String helps, String command) {
                this(Pattern.compile("(?i)" + said), new AutoscalerMessageExplainer(words, helps, command));
            }
        }

        private static final List<AutoscalerMessagePattern> PHRASES = List.of(
                new AutoscalerMessagePattern("\\bquota|VcpuLimitExceeded|InstanceLimitExceeded",
                        "the quota that the cloud grants allows no more such machines",
                        "Ask the cloud provider for more quota of such machines or GPUs in that region", ""),
                new AutoscalerMessagePattern(
                        "out of resources|POOL_EXHAUSTED|stock ?out|Insufficient\\w{0,40}Capacity|insufficient capacity"
                                + "|SkuNotAvailable|AllocationFailed|types were unavailable",
                        "the cloud has no such machine left there for now",
                        "Wait, or let groups of nodes in other zones, or of other machine types, take the pod", ""),
                new AutoscalerMessagePattern(
                        "IP space exhausted|InsufficientFreeAddresses|not enough free (IP )?addresses",
                        "the subnet of its nodes has no addresses left",
                        "Give the cluster’s subnet more addresses, or a group of nodes another subnet", ""),
                new AutoscalerMessagePattern("exceed limits for nodepool", "the limits of its NodePool are reached",
                        "Let Karpenter have more nodes: a NodePool has as much as its limits allow (spec.limits)",
                        "kubectl get nodepools"),
                new AutoscalerMessagePattern("no instance type (?:has enough|satisfied) resources",
                        "no machine that the NodePools may launch is large enough for it",
                        "Let a NodePool have larger machines, or have the pod ask for less", "kubectl get nodepools"),
                new AutoscalerMessagePattern("no instance type (?:met all requirements|has the required offering)",
                        "no machine that the NodePools may launch is of the kind that it asks for",
                        "Allow the requested instance types, zones and capacity types in a NodePool",
                        "kubectl get nodepools"),
                new AutoscalerMessagePattern("Failed to schedule pod, (?:.{1,400}; )?incompatible requirements",
                        "no NodePool makes nodes with the labels that it selects",
                        "Compare what the pod selects with the labels and requirements of the NodePools",
                        "kubectl get nodepools"),
                new AutoscalerMessagePattern("did not tolerate taint",
                        "the NodePools make nodes with taints that it does not tolerate",
                        "Let the pod tolerate the taints of the NodePool that is meant for it",
                        "kubectl get nodepools"),
                new AutoscalerMessagePattern("max node group size reached", "a group of nodes is as large as it may be",
                        "Let the autoscaler have more nodes: a group of them is as large as it may be, which is said where "
                                + "the group is kept and not in the cluster",
                        ""),
                new AutoscalerMessagePattern("max cluster .{1,80}? limit reached|max total nodes in cluster reached",
                        "the cluster is as large as it may make it",
                        "Let the autoscaler have more nodes, CPU, memory or GPUs in all (its limits for the cluster)",
                        ""),
                new AutoscalerMessagePattern("in backoff after failed scale-up",
                        "a group of nodes could not be grown a while ago, and it waits before it tries again",
                        "Wait, or see in the cloud why the group of nodes could not be grown", ""),
                new AutoscalerMessagePattern("^pod didn't trigger scale-up[^:]*: \\d+ not ready for scale-up$",
                        "its groups of nodes are not ready to grow",
                        "See in the cloud, and in the log of the autoscaler, why they are not", ""),
                new AutoscalerMessagePattern("^pod didn't trigger scale-up",
                        "a new node of the groups that it may grow would not take the pod",
                        "", ""));

        /** Returns the explanation of a message; empty where it is not known. */
        static Optional<AutoscalerMessageExplainer> explain(String said) {
            return PHRASES.stream().filter(phrase -> phrase.pattern().matcher(said).find())
                    .map(AutoscalerMessagePattern::explanation)
                    .findFirst();
        }

        Optional<SchedulingRemedy> remedy() {
            if (remedyText.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new SchedulingRemedy(remedyText, command, new SchedulingRemedyChange.WaitAction()));
        }
    }
}
