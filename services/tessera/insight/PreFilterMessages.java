package tessera.insight;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the scheduler says where it looks at no node at all, in plain words. */
public final class PreFilterMessages {

    /**
     * What it says, and what that means.
     *
     * @param words with a place for what it names
     */
    private record PreFilterPhrase(Pattern said, String words) {

        PreFilterPhrase(String said, String words) {
            this(Pattern.compile(said), words);
        }
    }

    private static final List<PreFilterPhrase> PHRASES = List.of(
            new PreFilterPhrase("pod has unbound immediate PersistentVolumeClaims",
                    "A volume claim that it mounts has no volume yet"),
            new PreFilterPhrase("persistentvolumeclaim \"([^\"]+)\" not found", "Its volume claim %s is not there"),
            new PreFilterPhrase("persistentvolumeclaim \"([^\"]+)\" is being deleted",
                    "Its volume claim %s is being deleted"),
            new PreFilterPhrase("device class (\\S+) does not exist",
                    "It claims devices of the class %s, and there is no such class"),
            new PreFilterPhrase("(?:class|claim) \\S+: selector #\\d+: CEL runtime error: no such key: (\\S+)",
                    "A selector of its claim, or of the class of it, asks for %s, which a device lacks: the scheduler gives up with that error"),
            new PreFilterPhrase("pod affinity terms conflict", "Its affinity names nodes that exclude each other"));

    private PreFilterMessages() {}

    /** Empty where it says something else. */
    public static Optional<String> words(String message) {
        for (var phrase : PHRASES) {
            var said = phrase.said().matcher(message);
            if (said.find()) {
                return Optional.of(phrase.words().formatted(named(said)));
            }
        }
        return Optional.empty();
    }

    private static String named(Matcher said) {
        return said.groupCount() == 0 ? "" : said.group(1);
    }
}
