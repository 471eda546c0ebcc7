package tessera.fit;

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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.model.Failure;
import tessera.model.Lasting;
import tessera.model.ObjectRef;
import tessera.model.Problem.Kind;
import tessera.model.Sentences;

/**
 * What an autoscaler says of a pod that finds no node.
 *
 * @param adds  whether it adds a node
 * @param words its own
 * @param at    when it said so last, by the server's clock; empty where that is not told
 * @param claim the NodeClaim of Karpenter that could not be launched for the pod; empty for none
 */
record Scaling(boolean adds, String words, Optional<Instant> at, String claim) {

    /** What an autoscaler said longer ago has come about by now, or will not: it says it anew while it tries. */
    private static final Duration FRESH = Duration.ofMinutes(15);

    private static final Set<String> ADDS = Set.of("TriggeredScaleUp", "Nominated");
    private static final Set<String> REFUSES = Set.of("NotTriggerScaleUp", "FailedScaleUp");
    private static final Pattern CLAIM = Pattern.compile("nodeclaim/([a-z0-9.-]*[a-z0-9])");

    /** Its newest word; empty where none has said anything. Waits for the cluster. */
    static Optional<Scaling> read(ObjectSource source, String namespace, String uid)
            throws Failure, InterruptedException {
        var told = new ArrayList<JsonNode>();
        source.each(new ObjectRef("v1", "Event", "events", namespace, ""),
                "fieldSelector=involvedObject.uid%3D" + uid, event -> {
                    if (event.at("/involvedObject/uid").asText().equals(uid) && scales(event)) {
                        told.add(event);
                    }
                });
        var newest = told.stream().max(Comparator.comparing(Scaling::last));
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        var words = Sentences.bare(newest.get().path("message").asText().strip());
        var at = time(last(newest.get()));
        boolean adds = ADDS.contains(newest.get().path("reason").asText());
        var named = CLAIM.matcher(words);
        var vain = adds && named.find() ? vain(source, named.group(1)) : Optional.<String>empty();
        return Optional
                .of(vain.map(why -> new Scaling(false, "%s; that could not be launched: %s".formatted(words, why), at,
                        named.group(1))).orElseGet(() -> new Scaling(adds, words, at, "")));
    }

    /** Why the machine that was asked for is not made; empty where it may still be, or that is not known. */
    private static Optional<String> vain(ObjectSource source, String claim) throws Failure, InterruptedException {
        try {
            return source.object(new ObjectRef("karpenter.sh/v1", "NodeClaim", "nodeclaims", "", claim)).stream()
                    .flatMap(object -> object.at("/status/conditions").valueStream())
                    .filter(each -> each.path("type").asText().equals("Launched")
                            && each.path("status").asText().equals("False"))
                    .map(each -> Stream.of(each.path("reason").asText(), each.path("message").asText().strip())
                            .filter(part -> !part.isEmpty()).collect(Collectors.joining(": ")))
                    .findFirst();
        } catch (Failure failure) {
            if (failure.problem().kind() == Kind.FORBIDDEN) {
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
                        .formatted(Lasting.words(Duration.between(time, now)))).orElse(" once");
        return means().map(each -> "An autoscaler %s: %s. It %s: %s".formatted(
                fresh ? "adds no node" : "added no node" + ago, each.words(), fresh ? "says" : "said", words))
                .orElseGet(() -> "An autoscaler %s: %s".formatted(fresh ? "says" : "said" + ago, words));
    }

    /** Why it adds no node; empty where it adds one, or says so in other words. */
    private Optional<CloudWords> means() {
        return adds ? Optional.empty() : CloudWords.of(words);
    }

    /** @param now by the server's clock */
    List<Suggestion> advice(Instant now) {
        if (!fresh(now)) {
            return List.of();
        }
        return adds ? List.of(told("Wait: an autoscaler adds a node for it", ""))
                : !claim.isEmpty()
                        ? List.of(told("Let the NodePool have other machines, zones or capacity types, or wait: "
                                + "Karpenter tries others, or the same again", "kubectl describe nodeclaims " + claim))
                        : means().flatMap(CloudWords::suggestion).stream().toList();
    }

    private static Suggestion told(String words, String command) {
        return new Suggestion(words, command, new Remedy.Wait());
    }
}
