package tessera.stack;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tessera.model.ReadLimitedCharSequence;
import tessera.text.TextExcerpt;

/** Finds the line of a log that tells why a program failed: the exception of a traceback, or the last error. */
public final class LogErrorLineFinder {

    private static final Pattern EXCEPTION = Pattern
            .compile("^(?:\\[[^\\]]*+\\]:? ?|\\(\\w[^)]*+\\) ?|(?:ERROR|CRITICAL|FATAL) |\\d[\\d:TZ.,+-]*+ )*+"
                    + "(?:Caused by: )?(?:[A-Za-z_]\\w*+\\.)*+"
                    + "[A-Z]\\w++(?<=\\w(?:Error|Exception|Interrupt|Exit|Warning|Timeout|NotFound))(?:: .*|$)");
    /** What a launcher says of a process that failed: the cause is what that process said. */
    private static final Pattern WRAPPER = Pattern
            .compile("ChildFailedError|CalledProcessError|SystemExit|ProcessRaisedException|RayTaskError|Warning(?::|$)"
                    + "|Engine core initialization failed|Worker .{0,200}? (?:failed|died)|WorkerProc initialization failed"
                    + "|[Ss]ee (?:the )?(?:root cause|stack ?trace)");
    /** Between an exception and one that was made of it, which tells less. */
    private static final String MADE_OF_IT = "The above exception was the direct cause of the following exception";
    private static final Pattern ERROR = Pattern
            .compile("(?i:\\b(?:level|lvl|severity)=\"?(?:error|eror|fatal|panic|critical)\\b)"
                    + "|(?i:\"(?:level|lvl|severity|levelname)\"\\s*+:\\s*+\"(?:error|fatal|panic|critical)\")"
                    + "|^[EF]\\d{4} |^E: |\\*\\*\\* .{0,200}?\\bError \\d+"
                    + "|(?i:^(?:\\[?[\\d:TZ./ -]*+\\]?+\\s*+)?\\[?(?:error|fatal|panic)\\b)|(?i:\\berror:)"
                    + "|^.{0,80}?(?:^|[\\s|\\[(-])(?:ERROR|FATAL|CRITICAL|ERR|FTL)(?:[\\s|\\])-]|$)"
                    + "|terminate called after throwing|Segmentation fault");
    /** What loggers put before what they are told, and between its fields. */
    private static final Pattern HEAD = Pattern.compile("^[IWEF]\\d{4} [\\d:.]+ +\\d+ \\S+:\\d+\\] ");
    private static final Pattern MESSAGE = fieldPattern("msg|message");
    private static final Pattern DETAIL = fieldPattern("error|err");
    private static final int LONGEST = 300;

    private LogErrorLineFinder() {}

    private static Pattern fieldPattern(String names) {
        return Pattern.compile(
                "(?:\"(?:%s)\"\\s*+:\\s*+|\\b(?:%s)=)\"(?<text>(?:[^\"\\\\]|\\\\.)*+)\"".formatted(names, names));
    }

    /** Returns the most telling line of a log; empty where no line reports an error. */
    public static Optional<String> find(List<String> lines) {
        return lastIndexBefore(lines, lines.size(), line -> isException(line) && !matches(WRAPPER, line))
                .map(at -> rootException(lines, at)).or(() -> lastErrorIndex(lines))
                .or(() -> lastErrorOrExceptionIndex(lines)).map(at -> lines.get(at).strip());
    }

    private static Optional<Integer> lastErrorIndex(List<String> lines) {
        return lastIndexBefore(lines, lines.size(), line -> isError(line) && !matches(WRAPPER, line));
    }

    private static Optional<Integer> lastErrorOrExceptionIndex(List<String> lines) {
        return lastIndexBefore(lines, lines.size(), line -> isError(line) || isException(line));
    }

    private static boolean matches(Pattern pattern, String line) {
        return ReadLimitedCharSequence.findMatch(pattern, line).isPresent();
    }

    private static boolean isException(String line) {
        return matches(EXCEPTION, line.strip());
    }

    /** Returns whether a line reports an error. */
    static boolean isError(String line) {
        return matches(ERROR, line);
    }

    /** Returns the index of the root exception of the one at an index. */
    private static int rootException(List<String> lines, int at) {
        for (int i = at - 1; i >= 0 && !isException(lines.get(i)); i--) {
            if (lines.get(i).contains(MADE_OF_IT)) {
                return lastIndexBefore(lines, i, LogErrorLineFinder::isException)
                        .map(before -> rootException(lines, before)).orElse(at);
            }
        }
        return at;
    }

    private static Optional<Integer> lastIndexBefore(List<String> lines, int before, Predicate<String> tells) {
        return IntStream.iterate(before - 1, at -> at >= 0, at -> at - 1).filter(at -> tells.test(lines.get(at)))
                .boxed().findFirst();
    }

    /** Returns the message of a line without the logger's prefix. */
    static String messageOf(String line) {
        var message = MESSAGE.matcher(line);
        var detail = DETAIL.matcher(line);
        String text;
        if (message.find()) {
            text = message.group("text") + (detail.find() ? ": " + detail.group("text") : "");
        } else {
            text = HEAD.matcher(line.strip()).replaceFirst("");
        }
        return TextExcerpt.shorten(text, LONGEST);
    }
}
