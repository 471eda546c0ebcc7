package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;

/**
 * What a server says where a limit range refuses a pod.
 *
 * @param bound  max or min
 * @param type   of what: Pod or Container
 * @param amount that is allowed
 * @param asked  what was asked for instead; empty where nothing was
 */
record BrokenRange(String bound, String resource, String type, String amount, String asked) {

    private static final Pattern SAID = Pattern.compile(
            "(maximum|minimum) (\\S+) usage per (Pod|Container) is ([^\\s,.]+)(?:, but (?:limit|request) is ([^\\s,.]+))?");

    /** Empty where a sentence is about none. */
    static Optional<BrokenRange> in(String sentence) {
        var said = SAID.matcher(sentence);
        return said.find() ? Optional.of(new BrokenRange(said.group(1).substring(0, 3), said.group(2), said.group(3),
                said.group(4), Optional.ofNullable(said.group(5)).orElse(""))) : Optional.empty();
    }

    /** What is wrong, in one clause. */
    String words() {
        var each = type.toLowerCase(Locale.ROOT);
        return asked.isEmpty()
                ? "a limit range wants at %s %s %s of every %s".formatted(bound.equals("max") ? "most" : "least",
                        amount,
                        resource, each)
                : "a %s asks for %s %s, and a limit range allows %s %s".formatted(each, asked, resource,
                        bound.equals("max") ? "at most" : "no less than", amount);
    }

    /** With the change of the range that says so, where one alone does and all may be read. */
    RemedySuggestion advice(ObjectSource source, String namespace) throws Failure, InterruptedException {
        var names = new ArrayList<String>();
        boolean all = false;
        try {
            all = source.each(new ObjectRef("v1", "LimitRange", "limitranges", namespace, ""), "", range -> {
                if (says(range)) {
                    names.add(range.at("/metadata/name").asText());
                }
            });
        } catch (Failure failure) {
            if (failure.problem().kind() != Problem.ProblemKind.FORBIDDEN) {
                throw failure;
            }
        }
        var words = "Ask for at %s %s %s a %s".formatted(bound.equals("max") ? "most" : "least", amount, resource,
                type.toLowerCase(Locale.ROOT));
        return !all || names.size() != 1 || asked.isEmpty()
                ? new RemedySuggestion(words + ", or have the limit range allow it",
                        "kubectl -n %s describe limitranges".formatted(namespace), new PodRemedy.ChangeRequest())
                : new RemedySuggestion(
                        "%s, or have the limit range %s allow %s".formatted(words, names.getFirst(), asked),
                        "tessera plan limits %s --name %s --set %s/%s/%s=%s".formatted(namespace, names.getFirst(),
                                type, bound, resource, asked),
                        new PodRemedy.Edit(
                                new ObjectRef("v1", "LimitRange", "limitranges", namespace, names.getFirst())));
    }

    private boolean says(JsonNode range) {
        return range.at("/spec/limits").valueStream().anyMatch(limit -> limit.path("type").asText().equals(type)
                && limit.path(bound).path(resource).asText().equals(amount));
    }
}
