package tessera.insight;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tessera.model.BoundedCharSequence;
import tessera.model.SentenceText;

/** Explanations for messages of schedulers other than that of Kubernetes. Data: {@code schedulers.json}. */
public final class SchedulerMessages {

    private static final Pattern SINGLE = Pattern.compile("(?<![\\d.])1 GPUs\\b");

    /**
     * The explanation of a message and its remedy.
     *
     * @param explanation  without a full stop
     * @param remedy what would help; empty where that is not known
     */
    public record Explanation(String explanation, String remedy) {}

    private record MessageEntry(Pattern match, String explanation, String remedy) {}

    /** The catalogue that ships with the product, read at first use. */
    private record ShippedMessages(List<String> queues, List<MessageEntry> entries) {

        private static final ShippedMessages SHIPPED = read();

        private static ShippedMessages read() {
            try (var file = Objects
                    .requireNonNull(SchedulerMessages.class.getResourceAsStream("schedulers.json"))) {
                var tree = new JsonMapper().readTree(file);
                return new ShippedMessages(tree.path("queues").valueStream().map(JsonNode::asText).toList(),
                        tree.path("messages").valueStream().map(element -> new MessageEntry(
                                Pattern.compile(element.path("match").asText()), element.path("words").asText(),
                                element.path("remedy").asText())).toList());
            } catch (IOException e) {
                throw new UncheckedIOException("The catalogue of schedulers is damaged", e);
            }
        }
    }

    private SchedulerMessages() {}

    /** Returns the explanation of a message; empty if it is unknown. */
    public static Optional<Explanation> explain(String message) {
        return ShippedMessages.SHIPPED.entries().stream()
                .flatMap(entry -> BoundedCharSequence.findMatch(entry.match(), message).stream()
                        .map(found -> new Explanation(filledText(entry.explanation(), found), entry.remedy())))
                .findFirst();
    }

    /** Returns the sentence about a pod with a message of such a scheduler. */
    public static String sentence(String scheduler, String message, Map<String, String> labels) {
        var known = explain(message);
        var queue = queueName(labels);
        var from = known.isEmpty() && !queue.isEmpty() ? ", in the queue " + queue : "";
        return "It waits for %s%s: %s".formatted(scheduler, from,
                known.map(Explanation::explanation)
                        .orElseGet(() -> "“%s”".formatted(SentenceText.withoutFullStop(message.strip()))));
    }

    /** Returns the queue that a pod names; empty if it names none. */
    public static String queueName(Map<String, String> labels) {
        return ShippedMessages.SHIPPED.queues().stream().map(label -> labels.getOrDefault(label, ""))
                .filter(name -> !name.isEmpty()).findFirst().orElse("");
    }

    private static String filledText(String words, MatchResult found) {
        var text = words;
        for (int group = 1; group <= found.groupCount(); group++) {
            text = text.replace("{" + group + "}", Objects.requireNonNullElse(found.group(group), ""));
        }
        return SINGLE.matcher(text).replaceAll("1 GPU");
    }
}
