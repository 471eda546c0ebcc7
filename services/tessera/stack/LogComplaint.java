package tessera.stack;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The line of a log that tells why a program failed: of a traceback the exception, of a log the last error. */
public final class LogComplaint {

    private static final Pattern EXCEPTION = Pattern.compile(
            "^(?:\\[[^\\]]*+\\]:? ?|\\(\\w[^)]*+\\) ?)*+(?:Caused by: )?(?:[A-Za-z_]\\w*+\\.)*+"
                    + "[A-Z]\\w++(?<=\\w(?:Error|Exception|Interrupt|Exit|Warning|Timeout|NotFound))(?:: .*|$)");
    /** What a launcher says of a process that failed: the cause is what that process said. */
    private static final Pattern WRAPPER = Pattern.compile(
            "ChildFailedError|CalledProcessError|SystemExit|ProcessRaisedException|RayTaskError|Warning(?::|$)"
                    + "|Engine core initialization failed|Worker .{0,200}? (?:failed|died)|WorkerProc initialization failed");
    private static final Pattern ERROR = Pattern.compile("level=(?:error|fatal|panic)|\"level\":\"(?:error|fatal)\""
            + "|^[EF]\\d{4} |(?i:^(?:\\[?[\\d:TZ./ -]*+\\]?+\\s*+)?\\[?(?:error|fatal|panic)\\b)"
            + "|(?i:\\berror:)|terminate called after throwing|Segmentation fault");

    private LogComplaint() {}

    /** Returns the line of a log that tells most; empty where none complains. */
    public static Optional<String> of(List<String> lines) {
        return last(lines, line -> EXCEPTION.matcher(line.strip()).find() && !WRAPPER.matcher(line).find())
                .or(() -> last(lines, line -> ERROR.matcher(line).find()))
                .or(() -> last(lines, line -> EXCEPTION.matcher(line.strip()).find()));
    }

    private static Optional<String> last(List<String> lines, Predicate<String> tells) {
        return lines.reversed().stream().filter(tells).findFirst().map(String::strip);
    }
}
