package tessera.scheduling;

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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tessera.model.ForeignTextSanitizer;
import tessera.model.ReadLimitedCharSequence;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.text.SentenceJoiner;

/** Explanations for messages of schedulers other than that of Kubernetes. Data: {@code schedulers.json}. */
public final class OtherSchedulerMessageExplainer {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OtherSchedulerMessageExplainer.class);
    private static final Pattern SINGLE = Pattern.compile("(?<![\\d.])1 GPUs\\b");

    /**
     * The explanation of messages and its remedies.
     *
     * @param explanation  without a full stop
     * @param remedies what would help; empty where that is not known
     */
    public record SchedulerMessageExplanation(String explanation, List<String> remedies) {

        public SchedulerMessageExplanation {
            remedies = List.copyOf(remedies);
        }
    }

    /** @param id the key of its explanation, and with {@code .remedy} of its remedy, if it has one */
    private record MessagePatternExplanation(Pattern match, String id) {

        Optional<SchedulerMessageExplanation> explain(String message) {
            return ReadLimitedCharSequence.findMatch(match, message)
                    .map(found -> explanationOf(MESSAGES.reason(id, groupsOf(found))));
        }

        private static SchedulerMessageExplanation explanationOf(Reason reason) {
            var remedy = reason.remedyText();
            return new SchedulerMessageExplanation(SINGLE.matcher(reason.text()).replaceAll("1 GPU"),
                    remedy.isEmpty() ? List.of() : List.of(remedy));
        }

        /** Returns the groups of a match, the whole of it first. */
        private static Object[] groupsOf(MatchResult found) {
            return IntStream.rangeClosed(0, found.groupCount())
                    .mapToObj(group -> Objects.requireNonNullElse(found.group(group), "")).toArray();
        }
    }

    /**
     * The catalogue that ships with the product, read at first use.
     *
     * @param entries of which the first that matches says it all
     * @param reasons which hold beside each other, what is looked at first in front
     */
    private record SchedulerMessageCatalog(List<String> queues, List<MessagePatternExplanation> entries,
            List<MessagePatternExplanation> reasons) {

        private static final SchedulerMessageCatalog SHIPPED = read();

        private static SchedulerMessageCatalog read() {
            try (var file = Objects
                    .requireNonNull(OtherSchedulerMessageExplainer.class.getResourceAsStream("schedulers.json"))) {
                var tree = new JsonMapper().readTree(file);
                return new SchedulerMessageCatalog(tree.path("queues").valueStream().map(JsonNode::asText).toList(),
                        entriesOf(tree.path("messages")), entriesOf(tree.path("reasons")));
            } catch (IOException e) {
                throw new UncheckedIOException("schedulers.json is damaged", e);
            }
        }

        private static List<MessagePatternExplanation> entriesOf(JsonNode entries) {
            return entries.valueStream()
                    .map(element -> new MessagePatternExplanation(Pattern.compile(element.path("match").asText()),
                            element.path("id").asText()))
                    .toList();
        }
    }

    private OtherSchedulerMessageExplainer() {}

    /** Returns the explanation of a scheduler's messages, the decisive one first; empty if none is known. */
    public static Optional<SchedulerMessageExplanation> explain(List<String> messages) {
        // What says most stands first in the catalogue, whoever said it.
        return SchedulerMessageCatalog.SHIPPED.entries().stream().flatMap(entry -> explanationsOf(entry, messages))
                .findFirst().or(() -> explainReasons(String.join("\n", messages)));
    }

    private static Stream<SchedulerMessageExplanation> explanationsOf(MessagePatternExplanation entry,
            List<String> messages) {
        return messages.stream().flatMap(message -> entry.explain(message).stream());
    }

    private static Optional<SchedulerMessageExplanation> explainReasons(String messages) {
        var known = SchedulerMessageCatalog.SHIPPED.reasons().stream()
                .flatMap(entry -> entry.explain(messages).stream()).toList();
        if (known.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SchedulerMessageExplanation(
                known.stream().map(SchedulerMessageExplanation::explanation).collect(SentenceJoiner.toSentences()),
                known.stream().flatMap(each -> each.remedies().stream()).toList()));
    }

    /** Returns the sentence about a pod with messages of such a scheduler, the decisive one first. */
    public static String waitingText(String scheduler, List<String> messages, Map<String, String> labels) {
        var known = explain(messages);
        var queue = queueName(labels);
        return new WaitingForScheduler(scheduler, known.isEmpty() ? queue : "",
                known.map(SchedulerMessageExplanation::explanation).orElse(""),
                ForeignTextSanitizer.withoutFullStop(messages.getFirst().strip())).text();
    }

    /**
     * A pod that another scheduler has yet to place.
     *
     * @param queue       of the pod; empty where the explanation names it
     * @param explanation of the message; empty where it is not known
     */
    record WaitingForScheduler(String scheduler, String queue, String explanation, String message) implements Reason {}

    /** Returns the queue that a pod names; empty if it names none. */
    public static String queueName(Map<String, String> labels) {
        return SchedulerMessageCatalog.SHIPPED.queues().stream().map(label -> labels.getOrDefault(label, ""))
                .filter(name -> !name.isEmpty()).findFirst().orElse("");
    }
}
