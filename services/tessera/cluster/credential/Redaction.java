package tessera.cluster.credential;

import java.util.List;
import java.util.regex.Pattern;

/** Takes out of a program's words what looks like a secret. */
public final class Redaction {

    private static final String HIDDEN = "(hidden)";
    private static final int LONGEST = 400;
    private static final int LINES = 6;

    private static final String IS = "\\\\?[\"']?\\s{0,5}[=:]\\s{0,5}";
    private static final String VALUE = "(\"[^\"\\n]*\"|'[^'\\n]*'|\\\\?[\"']?[^\\s\"',&]+)";

    /** What is called a secret where it stands, or is one by its form. */
    private static final List<Pattern> NAMED = List.of(
            Pattern.compile("-----BEGIN [^-]+-----[\\s\\S]*?(-----END [^-]+-----|$)"),
            // The same in Base64, as kubeconfigs hold it.
            Pattern.compile("LS0tLS1CRUdJTi[\\w+/]*={0,2}"),
            Pattern.compile("eyJ[\\w-]+\\.[\\w.-]*"),
            Pattern.compile("(?i)(?<=\\b(bearer|basic)\\s)\\s*[\\w+/=.~-]{8,}"),
            Pattern.compile("(?i)(?<=\\b(set-)?cookie" + IS + ")[^\\n]+"),
            Pattern.compile("(?i)(?<=\\b[\\w-]{0,30}(token|password|passwd|passphrase|credential|api[_-]?key"
                    + "|client[_-]?key([_-]?data)?"
                    + "|(secret|access[_-]?key|private[_-]?key|session[_-]?(id|key))[\\w-]{0,30})" + IS + ")" + VALUE),
            // Of a login; that a program ends with a code is no secret, nor how a remote call ended.
            Pattern.compile("(?i)(?<=\\b[\\w-]{0,30}code" + IS + ")(?!(?:Cancell?ed|Unknown|InvalidArgument"
                    + "|DeadlineExceeded|NotFound|AlreadyExists|PermissionDenied|ResourceExhausted"
                    + "|FailedPrecondition|Aborted|OutOfRange|Unimplemented|Internal|Unavailable|DataLoss"
                    + "|Unauthenticated)\\b)[^\\s\"',&]{6,}"),
            Pattern.compile("(?<=://)[^\\s/@:]+:[^\\s/@]+(?=@)"));

    /** What is long and random may be one; so may a name be. */
    private static final List<Pattern> LONG = List.of(Pattern.compile("[A-Za-z0-9+_-]{40,}={0,2}"),
            // With slashes it is told from a path by its mixture, and by where it begins.
            Pattern.compile("(?<![\\w/.~+-])(?=[a-z0-9+/]*[A-Z])(?=[A-Z0-9+/]*[a-z])(?=[A-Za-z+/]*[0-9])"
                    + "[A-Za-z0-9+][A-Za-z0-9+/]{39,}={0,2}"));

    private static final Pattern COLOUR = Pattern.compile("\\e\\[[0-9;?]*[A-Za-z]");

    private Redaction() {}

    /** A text without secrets and control characters. */
    public static String of(String words) {
        return without(LONG, ofNamed(words).replaceAll("[\\p{Cntrl}&&[^\\n]]", ""));
    }

    /** The words of a program, without colours and what is called a secret in them; names may be as long as they are. */
    public static String ofNamed(String words) {
        return without(NAMED, COLOUR.matcher(words).replaceAll(""));
    }

    private static String without(List<Pattern> secrets, String words) {
        var text = words;
        for (var secret : secrets) {
            text = secret.matcher(text).replaceAll(HIDDEN);
        }
        return text;
    }

    /** The last lines of an output, without secrets and control characters. */
    static String lastLines(String output) {
        var lines = of(output).lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        var last = lines.subList(Math.max(0, lines.size() - LINES), lines.size()).stream()
                .map(line -> line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line).toList();
        return String.join("\n", last);
    }
}
