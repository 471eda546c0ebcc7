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
import tessera.model.ForeignTextSanitizer;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.KarpenterNodeClaim.NodeClaimPhase;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

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

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterAutoscalerPodReport.class);
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
        var text = ForeignTextSanitizer.withoutFullStop(newest.get().path("message").asText().strip());
        var at = KubernetesEventFields.lastTime(newest.get());
        boolean adds = ADDS.contains(newest.get().path("reason").asText());
        var named = CLAIM.matcher(text);
        var claim = adds && named.find() ? readNodeClaim(source, named.group(1)) : Optional.<KarpenterNodeClaim>empty();
        boolean launches = claim.filter(each -> each.phase() == NodeClaimPhase.NOT_LAUNCHED).isEmpty();
        return Optional.of(new ClusterAutoscalerPodReport(adds && launches, text, at, claim));
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
        return nodeClaim.filter(KarpenterNodeClaim::isPending).filter(
                claim -> claim.since() != null && Duration.between(claim.since(), now).compareTo(SETTING_UP) >= 0);
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
            return stalled.get().pendingReason(now).text();
        }
        return new AutoscalerReport(knownReason(), message, launchFailure().orElse(""), isRecent(now),
                at.map(time -> Duration.between(time, now))).text();
    }

    /**
     * The report of an autoscaler.
     *
     * @param cause         why it adds no node; empty where it adds one or the cause is not known
     * @param launchFailure why the machine that it asked for could not be launched; empty for nothing
     * @param age           of the report; empty where that is not told
     */
    record AutoscalerReport(Optional<AutoscalerReason> cause, String message, String launchFailure, boolean recent,
            Optional<Duration> age) implements Reason {}

    /** Returns why the machine that is meant for the pod could not be launched. */
    private Optional<String> launchFailure() {
        return nodeClaim.filter(claim -> claim.phase() == NodeClaimPhase.NOT_LAUNCHED).map(KarpenterNodeClaim::message);
    }

    /** Returns the known reason for adding no node; empty where one is added or the message is unknown. */
    private Optional<AutoscalerReason> knownReason() {
        return scalesUp ? Optional.empty()
                : AutoscalerReason.ofMessage(message).or(() -> launchFailure().flatMap(AutoscalerReason::ofMessage));
    }

    /** @param now by the server's clock */
    List<SchedulingRemedy> remedies(Instant now) {
        var stalled = stalledClaim(now);
        if (stalled.isPresent()) {
            return List.of(stalledNodeRemedy(stalled.get(), now));
        }
        if (!isRecent(now)) {
            return List.of();
        }
        var come = nodeClaim.filter(each -> each.phase() == NodeClaimPhase.INITIALIZING);
        if (come.isPresent()) {
            return List.of(waitingRemedy(
                    MESSAGES.text("remedy.await-initialization", come.get().node(), come.get().resource()), ""));
        }
        if (scalesUp) {
            return List.of(waitingRemedy(MESSAGES.text("remedy.await-scale-up"), ""));
        }
        return nodeClaim
                .map(each -> List.of(waitingRemedy(MESSAGES.text("remedy.widen-node-pool"), describeCommand(each))))
                .orElseGet(() -> knownReason().flatMap(AutoscalerReason::remedy).stream().toList());
    }

    /** Returns the remedy for a machine that became no usable node, which keeps Karpenter from creating another. */
    private static SchedulingRemedy stalledNodeRemedy(KarpenterNodeClaim claim, Instant now) {
        var text = claim.pendingReason(now).remedyText();
        if (claim.phase() != NodeClaimPhase.INITIALIZING) {
            return waitingRemedy(text, describeCommand(claim));
        }
        return new SchedulingRemedy(text, ShellWordQuoter.fillCommand("tessera doctor --node %s", claim.node()),
                new SchedulingRemedyChange.RepairNodeAction(claim.node()));
    }

    private static String describeCommand(KarpenterNodeClaim claim) {
        return ShellWordQuoter.fillCommand("kubectl describe nodeclaims %s", claim.name());
    }

    private static SchedulingRemedy waitingRemedy(String text, String command) {
        return new SchedulingRemedy(text, command, new SchedulingRemedyChange.WaitAction());
    }
}
