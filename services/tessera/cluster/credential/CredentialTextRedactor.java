package tessera.cluster.credential;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tessera.model.ForeignTextSanitizer;
import tessera.model.SecretObjectNameField;
import tessera.text.TextExcerpt;

/** Removes what looks like a secret from a program's output. */
public final class CredentialTextRedactor {

    private static final String HIDDEN = "(hidden)";
    private static final int LONGEST = 400;
    private static final int LINES = 6;

    /** A name and what sets it off from its value. A run of letters is looked at once, wherever it leads. */
    private static final Pattern NAME = Pattern.compile("(?<![\\w-])([\\w-]++)\\\\?[\"']?\\s{0,5}+[=:]\\s{0,5}+");
    private static final Pattern SECRET = Pattern
            .compile("(?i)(?:" + String.join("|", "token", "password", "passwd", "passphrase", "credential")
                    + "|api[_-]?key|" + "client[_-]?key(?:[_-]?" + "data)?)$|secret|" + "access[_-]?"
                    + "key|private[_-]?" + "key|session[_-]?" + "(?:id|key)");
    private static final Pattern VALUE = Pattern.compile("\"[^\"\\n]*+\"?|" + "'[^'\\n]*+'?|\\\\?[\"']?[^\\s\"',&]++");
    private static final Pattern COOKIE = Pattern.compile("(?i)(?:.*-)?cookie");
    private static final Pattern LINE = Pattern.compile("[^\\n]++");
    /** Of a login; that a program ends with a code is no secret, nor how a remote call ended. */
    private static final Pattern CODE = Pattern.compile("(?i).*code");
    private static final Pattern LONG_VALUE = Pattern.compile("(?!(?:Cancell?ed|"
            + String.join("|", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists",
                    "PermissionDenied", "ResourceExhausted", "FailedPrecondition", "Aborted", "OutOfRange",
                    "Unimplemented", "Internal", "Unavailable", "DataLoss", "Unauthenticated")
            + ")\\b)[^\\s\"',&]{6,}+");

    /** What is a secret by its form. */
    private static final List<Pattern> FORMED = List.of(
            Pattern.compile("-----BEGIN [^-]+-----[\\s\\S]*?(-----END [^-]+-----|$)"),
            // The same in Base64, as kubeconfigs hold it.
            Pattern.compile("LS0tLS1CRUdJTi[\\w+/]*={0,2}"),
            Pattern.compile("(?<![\\w-])(?>(?<before>[\\w-]*?)eyJ)[\\w-]++\\.[\\w.-]*+"),
            Pattern.compile("(?i)(?<=\\b(bearer|" + "basic)\\s)" + "\\s*[\\w+/=.~-]{8,}"),
            Pattern.compile("(?<=://)[^\\s/@:]+:[^\\s/@]+(?=@)"));

    /** What is long and random may be one; so may a name be. */
    private static final List<Pattern> LONG = List.of(Pattern.compile("[A-Za-z0-9+_-]{40,}={0,2}"),
            // With slashes it is told from a path by its mixture, and by where it begins.
            Pattern.compile("(?<![\\w/.~+-])(?=[a-z0-9+/]*[A-Z])(?=[A-Z0-9+/]*[a-z])(?=[A-Za-z+/]*[0-9])"
                    + "[A-Za-z0-9+][A-Za-z0-9+/]{39,}={0,2}"));

    private static final Pattern COLOUR = Pattern.compile("\\e\\[[0-9;?]*[A-Za-z]");

    private CredentialTextRedactor() {}

    /** Returns a text without secrets and control characters. */
    public static String redact(String text) {
        return removeMatches(LONG, ForeignTextSanitizer.sanitize(redactNamed(text)));
    }

    /** Returns a program's output without colours and without values formed or named like secrets; long names stay. */
    public static String redactNamed(String text) {
        return redactValues(removeMatches(FORMED, COLOUR.matcher(text).replaceAll("")));
    }

    private static String removeMatches(List<Pattern> secrets, String words) {
        var text = words;
        for (var secret : secrets) {
            text = secret.matcher(text)
                    .replaceAll(found -> found.namedGroups().containsKey("before")
                            ? Matcher.quoteReplacement(found.group("before")) + HIDDEN
                            : HIDDEN);
        }
        return text;
    }

    /** Hides the values that follow a secret's name. */
    private static String redactValues(String words) {
        var text = new StringBuilder();
        var name = NAME.matcher(words);
        int told = 0;
        for (int at = 0; name.find(at); at = Math.max(name.end(), told)) {
            var value = secretPattern(name.group(1))
                    .map(form -> form.matcher(words).region(name.end(), words.length()));
            if (value.isPresent() && value.get().lookingAt()) {
                text.append(words, told, name.end()).append(HIDDEN);
                told = value.get().end();
            }
        }
        return text.append(words, told, words.length()).toString();
    }

    /** Returns the pattern of the value to hide behind a name; empty where the name is no secret's. */
    private static Optional<Pattern> secretPattern(String name) {
        if (COOKIE.matcher(name).matches()) {
            return Optional.of(LINE);
        }
        if (SECRET.matcher(name).find() && !SecretObjectNameField.isNamedBy(name)) {
            return Optional.of(VALUE);
        }
        if (CODE.matcher(name).matches()) {
            return Optional.of(LONG_VALUE);
        }
        return Optional.empty();
    }

    /** Returns the last lines of an output, without secrets and control characters. */
    static String lastLines(String output) {
        var lines = redact(output).lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        var last = lines.subList(Math.max(0, lines.size() - LINES), lines.size()).stream()
                .map(line -> TextExcerpt.shorten(line, LONGEST)).toList();
        return String.join("\n", last);
    }
}
