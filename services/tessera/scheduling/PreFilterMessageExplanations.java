package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tessera.kube.scheduling.SchedulerFailureMessages;

/** Explanations of scheduler messages about pods that fail before any node is filtered. */
public final class PreFilterMessageExplanations {

    /**
     * A message pattern and its explanation.
     *
     * @param explanation with a place for what it names
     */
    private record PreFilterPhrase(Pattern pattern, String explanation) {

        PreFilterPhrase(String said, String words) {
            this(Pattern.compile(said), words);
        }
    }

    private static final List<PreFilterPhrase> PHRASES = List.of(
            new PreFilterPhrase(SchedulerFailureMessages.UNBOUND_CLAIMS,
                    "A volume claim that it mounts has no volume yet"),
            new PreFilterPhrase("persistentvolumeclaim \"([^\"]+)\" not found", "Its volume claim %s is not there"),
            new PreFilterPhrase("persistentvolumeclaim \"([^\"]+)\" is being deleted",
                    "Its volume claim %s is being deleted"),
            new PreFilterPhrase("persistentvolumeclaim \"([^\"]+)\" bound to non-existent persistentvolume",
                    "The volume of its volume claim %s is no more"),
            new PreFilterPhrase("ephemeral volume controller to create the persistentvolumeclaim \"([^\"]+)\"",
                    "Its volume claim %s is not made yet, which is made for it"),
            new PreFilterPhrase("persistentvolume \"([^\"]+)\" not found", "The volume %s of its claim is not there"),
            new PreFilterPhrase("resourceclaims?(?:\\.resource\\.k8s\\.io)? \"([^\"]+)\" not found",
                    "Its resource claim %s is not there"),
            new PreFilterPhrase("device class (\\S+) does not exist",
                    "It claims devices of the class %s, and there is no such class"),
            new PreFilterPhrase("(?:class|claim) \\S+: selector #\\d+: CEL runtime error: no such key: (\\S+)",
                    "A selector of its claim, or of the class of it, asks for %s, which a device lacks: the scheduler gives up with that error"),
            new PreFilterPhrase(SchedulerFailureMessages.AFFINITY_CONFLICT,
                    "Its affinity names nodes that exclude each other"));

    private PreFilterMessageExplanations() {}

    /** Returns the explanation of a message; empty for any other message. */
    public static Optional<String> explanationText(String message) {
        for (var phrase : PHRASES) {
            var said = phrase.pattern().matcher(message);
            if (said.find()) {
                return Optional.of(phrase.explanation().formatted(firstGroup(said)));
            }
        }
        return Optional.empty();
    }

    private static String firstGroup(Matcher said) {
        return said.groupCount() == 0 ? "" : said.group(1);
    }
}
