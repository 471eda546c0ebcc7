package tessera.cel;

import com.google.common.collect.ImmutableList;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The reason for which an expression does not compile.
 *
 * @param syntax  whether it is no expression of the language at all
 * @param reason  the first error in a few words
 * @param message what an API server answers: every error with its position
 */
public record CelCompilationFault(boolean syntax, String reason, String message) {

    /** What begins the part of an error that is for whoever knows the grammar. */
    private static final List<String> DETAILS = List.of(" (in container '')", " (candidates: ", " expecting {");
    /** What the parser says of texts; a server puts two words before it. */
    private static final Pattern PARSER = Pattern.compile("(?m)^(ERROR: <input>:\\d+:\\d+: )"
            + "(?=token recognition|mismatched input|extraneous input|missing |no viable alternative)");

    static CelCompilationFault of(boolean syntax, CelValidationException error) {
        var issues = error.getErrors();
        // The library writes the sign of the remainder as if a text were formatted.
        var text = String.valueOf(error.getMessage()).replace("%%", "%");
        return new CelCompilationFault(syntax, firstReason(issues, text),
                "compilation failed: " + PARSER.matcher(text).replaceAll("$1Syntax error: "));
    }

    private static String firstReason(ImmutableList<CelIssue> issues, String text) {
        var first = issues.isEmpty() ? text : issues.getFirst().getMessage();
        int end = DETAILS.stream().mapToInt(first::indexOf).filter(at -> at >= 0).min().orElse(first.length());
        return first.substring(0, end);
    }
}
