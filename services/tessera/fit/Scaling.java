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
import java.util.stream.Stream;
import tessera.model.Counted;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/**
 * What an autoscaler says of a pod that finds no node.
 *
 * @param adds  whether it adds a node
 * @param words its own
 * @param at    when it said so last, by the server's clock; empty where that is not told
 */
record Scaling(boolean adds, String words, Optional<Instant> at) {

    /** What an autoscaler said longer ago has come about by now, or will not: it says it anew while it tries. */
    private static final Duration FRESH = Duration.ofMinutes(15);

    private static final Set<String> ADDS = Set.of("TriggeredScaleUp", "Nominated");
    private static final Set<String> REFUSES = Set.of("NotTriggerScaleUp", "FailedScaleUp");
    private static final String FULL = "max node group size reached";

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
        return told.stream().max(Comparator.comparing(Scaling::last))
                .map(event -> new Scaling(ADDS.contains(event.path("reason").asText()),
                        event.path("message").asText().strip(), time(last(event))));
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
     * What it says, or said a while ago; without a full stop.
     *
     * @param now by the server's clock
     */
    String sentence(Instant now) {
        return fresh(now) ? "An autoscaler says: " + words
                : "An autoscaler said%s: %s".formatted(at.map(time -> " %s ago"
                        .formatted(Counted.of(Duration.between(time, now).toMinutes(), "minute"))).orElse(" once"),
                        words);
    }

    /** @param now by the server's clock */
    List<Suggestion> advice(Instant now) {
        if (!fresh(now)) {
            return List.of();
        }
        return adds ? List.of(new Suggestion("Wait: an autoscaler adds a node for it", "", new Remedy.Wait()))
                : words.contains(FULL)
                        ? List.of(new Suggestion("Let the autoscaler have more nodes: a group of them is as large as "
                                + "it may be, which is said where the group is kept and not in the cluster", "",
                                new Remedy.Wait()))
                        : List.of();
    }
}
