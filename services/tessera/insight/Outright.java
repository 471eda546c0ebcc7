package tessera.insight;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the scheduler says where it looks at no node at all, in plain words. */
public final class Outright {

    /**
     * What it says, and what that means.
     *
     * @param words with a place for what it names
     */
    private record Phrase(Pattern said, String words) {

        Phrase(String said, String words) {
            this(Pattern.compile(said), words);
        }
    }

    private static final List<Phrase> PHRASES = List.of(
            new Phrase("pod has unbound immediate PersistentVolumeClaims",
                    "A volume claim that it mounts has no volume yet"),
            new Phrase("persistentvolumeclaim \"([^\"]+)\" not found", "Its volume claim %s is not there"),
            new Phrase("persistentvolumeclaim \"([^\"]+)\" is being deleted", "Its volume claim %s is being deleted"),
            new Phrase("device class (\\S+) does not exist",
                    "It claims devices of the class %s, and there is no such class"),
            new Phrase("(?:class|claim) \\S+: selector #\\d+: CEL runtime error: no such key: (\\S+)",
                    "A selector of its claim, or of the class of it, asks for %s, which a device lacks: the scheduler gives up with that error"),
            new Phrase("pod affinity terms conflict", "Its affinity names nodes that exclude each other"));

    private Outright() {}

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
