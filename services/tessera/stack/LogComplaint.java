package tessera.stack;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tessera.model.BoundedCharSequence;

/** The line of a log that tells why a program failed: of a traceback the exception, of a log the last error. */
public final class LogComplaint {

    private static final Pattern EXCEPTION = Pattern.compile(
            "^(?:\\[[^\\]]*+\\]:? ?|\\(\\w[^)]*+\\) ?|(?:ERROR|CRITICAL|FATAL) |\\d[\\d:TZ.,+-]*+ )*+"
                    + "(?:Caused by: )?(?:[A-Za-z_]\\w*+\\.)*+"
                    + "[A-Z]\\w++(?<=\\w(?:Error|Exception|Interrupt|Exit|Warning|Timeout|NotFound))(?:: .*|$)");
    /** What a launcher says of a process that failed: the cause is what that process said. */
    private static final Pattern WRAPPER = Pattern.compile(
            "ChildFailedError|CalledProcessError|SystemExit|ProcessRaisedException|RayTaskError|Warning(?::|$)"
                    + "|Engine core initialization failed|Worker .{0,200}? (?:failed|died)|WorkerProc initialization failed"
                    + "|[Ss]ee (?:the )?(?:root cause|stack ?trace)");
    /** Between an exception and one that was made of it, which tells less. */
    private static final String MADE_OF_IT = "The above exception was the direct cause of the following exception";
    private static final Pattern ERROR = Pattern.compile(
            "(?i:\\b(?:level|lvl|severity)=\"?(?:error|eror|fatal|panic|critical)\\b)"
                    + "|(?i:\"(?:level|lvl|severity|levelname)\"\\s*+:\\s*+\"(?:error|fatal|panic|critical)\")"
                    + "|^[EF]\\d{4} |^E: |\\*\\*\\* .{0,200}?\\bError \\d+"
                    + "|(?i:^(?:\\[?[\\d:TZ./ -]*+\\]?+\\s*+)?\\[?(?:error|fatal|panic)\\b)|(?i:\\berror:)"
                    + "|^.{0,80}?(?:^|[\\s|\\[(-])(?:ERROR|FATAL|CRITICAL|ERR|FTL)(?:[\\s|\\])-]|$)"
                    + "|terminate called after throwing|Segmentation fault");
    /** What loggers put before what they are told, and between its fields. */
    private static final Pattern HEAD = Pattern.compile("^[IWEF]\\d{4} [\\d:.]+ +\\d+ \\S+:\\d+\\] ");
    private static final Pattern MESSAGE = field("msg|message");
    private static final Pattern DETAIL = field("error|err");
    private static final int LONGEST = 300;

    private LogComplaint() {}

    private static Pattern field(String names) {
        return Pattern
                .compile("(?:\"(?:%s)\"\\s*+:\\s*+|\\b(?:%s)=)\"(?<text>(?:[^\"\\\\]|\\\\.)*+)\"".formatted(names,
                        names));
    }

    /** Returns the line of a log that tells most; empty where none complains. */
    public static Optional<String> of(List<String> lines) {
        return last(lines, lines.size(), line -> raises(line) && !has(WRAPPER, line))
                .map(at -> root(lines, at))
                .or(() -> last(lines, lines.size(), line -> complains(line) && !has(WRAPPER, line)))
                .or(() -> last(lines, lines.size(), line -> complains(line) || raises(line)))
                .map(at -> lines.get(at).strip());
    }

    private static boolean has(Pattern pattern, String line) {
        return BoundedCharSequence.find(pattern, line).isPresent();
    }

    private static boolean raises(String line) {
        return has(EXCEPTION, line.strip());
    }

    /** Whether a line tells of an error. */
    static boolean complains(String line) {
        return has(ERROR, line);
    }

    /** The exception of which the one at a line was made. */
    private static int root(List<String> lines, int at) {
        for (int i = at - 1; i >= 0 && !raises(lines.get(i)); i--) {
            if (lines.get(i).contains(MADE_OF_IT)) {
                return last(lines, i, LogComplaint::raises).map(before -> root(lines, before)).orElse(at);
            }
        }
        return at;
    }

    private static Optional<Integer> last(List<String> lines, int before, Predicate<String> tells) {
        return IntStream.iterate(before - 1, at -> at >= 0, at -> at - 1).filter(at -> tells.test(lines.get(at)))
                .boxed().findFirst();
    }

    /** What a line says, without what a logger adds. */
    static String message(String line) {
        var message = MESSAGE.matcher(line);
        var detail = DETAIL.matcher(line);
        var text = message.find() ? message.group("text") + (detail.find() ? ": " + detail.group("text") : "")
                : HEAD.matcher(line.strip()).replaceFirst("");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
