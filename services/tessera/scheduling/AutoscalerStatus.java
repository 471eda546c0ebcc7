package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.DurationText;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem.ProblemKind;
import tessera.model.SentenceText;
import tessera.scheduling.KarpenterClaim.ClaimPhase;

/**
 * What an autoscaler says of a pod that finds no node.
 *
 * @param adds  whether it adds a node
 * @param words its own
 * @param at    when it said so last, by the server's clock; empty where that is not told
 * @param claim the NodeClaim of Karpenter that is meant for the pod; empty for none
 */
record AutoscalerStatus(boolean adds, String words, Optional<Instant> at, Optional<KarpenterClaim> claim) {

    /** What an autoscaler said longer ago has come about by now, or will not: it says it anew while it tries. */
    private static final Duration FRESH = Duration.ofMinutes(15);

    /** So long a node takes at most, as a rule, until its devices are offered. */
    private static final Duration SETTING_UP = Duration.ofMinutes(15);

    private static final Set<String> ADDS = Set.of("TriggeredScaleUp", "Nominated");
    private static final Set<String> REFUSES = Set.of("NotTriggerScaleUp", "FailedScaleUp");
    private static final Pattern NODE = Pattern.compile("\\bnode/([a-z0-9.-]*[a-z0-9])");
    private static final Pattern CLAIM = Pattern.compile("nodeclaim/([a-z0-9.-]*[a-z0-9])");

    /** Its newest word; empty where none has said anything. Waits for the cluster. */
    static Optional<AutoscalerStatus> read(ObjectSource source, String namespace, String uid)
            throws Failure, InterruptedException {
        var told = new ArrayList<JsonNode>();
        source.each(new ObjectRef("v1", "Event", "events", namespace, ""),
                "fieldSelector=involvedObject.uid%3D" + uid, event -> {
                    if (event.at("/involvedObject/uid").asText().equals(uid) && scales(event)) {
                        told.add(event);
                    }
                });
        var newest = told.stream().max(Comparator.comparing(AutoscalerStatus::last));
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        var words = SentenceText.bare(newest.get().path("message").asText().strip());
        var at = time(last(newest.get()));
        boolean adds = ADDS.contains(newest.get().path("reason").asText());
        var named = CLAIM.matcher(words);
        var claim = adds && named.find() ? claim(source, named.group(1)) : Optional.<KarpenterClaim>empty();
        var vain = claim.filter(each -> each.phase() == ClaimPhase.NOT_LAUNCHED);
        return Optional.of(vain.map(each -> new AutoscalerStatus(false,
                "%s; that could not be launched: %s".formatted(words, each.message()), at, vain))
                .orElseGet(() -> new AutoscalerStatus(adds, words, at, claim)));
    }

    /** The machine that was asked for; empty where that is not known. */
    private static Optional<KarpenterClaim> claim(ObjectSource source, String name)
            throws Failure, InterruptedException {
        var kind = KarpenterClaim.KIND;
        try {
            return source.object(new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), "", name))
                    .map(KarpenterClaim::of);
        } catch (Failure failure) {
            if (failure.problem().kind() == ProblemKind.FORBIDDEN) {
                return Optional.empty();
            }
            throw failure;
        }
    }

    /** The scheduler has words for failures that Karpenter uses, too. */
    private static boolean scales(JsonNode event) {
        var reason = event.path("reason").asText();
        boolean karpenter = (event.at("/source/component").asText() + event.path("reportingComponent").asText())
                .contains("karpenter");
        return karpenter ? ADDS.contains(reason) || reason.equals("FailedScheduling")
                : REFUSES.contains(reason) || reason.equals("TriggeredScaleUp");
    }

    private static String last(JsonNode event) {
        return Stream.of(event.at("/series/lastObservedTime"), event.path("lastTimestamp"), event.path("eventTime"),
                event.at("/metadata/creationTimestamp")).map(JsonNode::asText)
                .filter(time -> !time.isEmpty() && !time.equals("null")).findFirst().orElse("");
    }

    private static Optional<Instant> time(String text) {
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    /** Whether it said so lately that it adds a node. */
    boolean coming(Instant now) {
        return adds && fresh(now) && claim.filter(each -> each.phase() == ClaimPhase.INITIALIZED).isEmpty();
    }

    /** The node of Karpenter that is meant for the pod; empty while none has joined. */
    String node() {
        var named = NODE.matcher(words);
        return claim.map(KarpenterClaim::node).filter(name -> !name.isEmpty())
                .orElseGet(() -> adds && named.find() ? named.group(1) : "");
    }

    private boolean fresh(Instant now) {
        return at.filter(time -> time.isAfter(now.minus(FRESH))).isPresent();
    }

    /**
     * What it says, or said a while ago, and what that means; without a full stop.
     *
     * @param now by the server's clock
     */
    String sentence(Instant now) {
        boolean fresh = fresh(now);
        var ago = fresh ? ""
                : at.map(time -> " %s ago"
                        .formatted(DurationText.words(Duration.between(time, now)))).orElse(" once");
        return means().map(each -> "An autoscaler %s: %s. It %s: %s".formatted(
                fresh ? "adds no node" : "added no node" + ago, each.words(), fresh ? "says" : "said", words))
                .orElseGet(() -> "An autoscaler %s: %s".formatted(fresh ? "says" : "said" + ago, words));
    }

    /** The same, and of the node that Karpenter means for the pod, while that is not ready. */
    String sentence(SchedulingSnapshot scene) {
        var node = node();
        return sentence(scene.now()) + FitHeadline.lost(scene, node)
                .map(ready -> ". %s, which is meant for it, is not ready (%s)".formatted(node,
                        ready.message().isEmpty() ? ready.reason() : SentenceText.bare(ready.message())))
                .orElse("");
    }

    /** What no node that is there could take is no trouble while a node is added for it. */
    static Optional<String> coming(SchedulingSnapshot scene) {
        return scene.around().scaling().filter(each -> each.coming(scene.now()))
                .map(each -> FitCheck.COMING + "; those that are there could not take it. " + each.sentence(scene));
    }

    /** Why it adds no node; empty where it adds one, or says so in other words. */
    private Optional<AutoscalerMessages> means() {
        return adds ? Optional.empty() : AutoscalerMessages.of(words);
    }

    /** @param now by the server's clock */
    List<RemedySuggestion> advice(Instant now) {
        if (!fresh(now)) {
            return List.of();
        }
        var come = claim.filter(each -> each.phase() == ClaimPhase.INITIALIZING);
        if (come.isPresent()) {
            return List.of(come(come.get(), now));
        }
        return adds ? List.of(told("Wait: an autoscaler adds a node for it", ""))
                : claim.map(each -> List.of(told(
                        "Let the NodePool have other machines, zones or capacity types, or wait: "
                                + "Karpenter tries others, or the same again",
                        "kubectl describe nodeclaims " + each.name())))
                        .orElseGet(() -> means().flatMap(AutoscalerMessages::suggestion).stream().toList());
    }

    /** A node that has come and never gets ready keeps Karpenter from making another. */
    private static RemedySuggestion come(KarpenterClaim claim, Instant now) {
        var since = claim.since();
        boolean starts = since == null || Duration.between(since, now).compareTo(SETTING_UP) < 0;
        var lacks = claim.resource().isEmpty() ? "is not initialized" : "does not offer " + claim.resource();
        return starts ? told("Wait: Karpenter’s node %s has joined and %s yet".formatted(claim.node(), lacks), "")
                : new RemedySuggestion(
                        "Look at driver and device plugin of %s: it joined %s ago and %s, and Karpenter makes no other"
                                .formatted(claim.node(), DurationText.words(Duration.between(since, now)), lacks),
                        "tessera doctor --node " + claim.node(), new PodRemedy.Mend(claim.node()));
    }

    private static RemedySuggestion told(String words, String command) {
        return new RemedySuggestion(words, command, new PodRemedy.WaitOnly());
    }
}
