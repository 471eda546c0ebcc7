package tessera.demo.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a shell script, split into simple commands one after the other. Serves once. */
public final class ShellScriptSplitter {

    private static final Set<String> STRESSING = Set.of("stress", "stress-ng");

    private static final String WORD_START = "(?<![^\\s;&|()])";
    /** A part of a word or what stands between words. That errors go where output goes makes no difference here. */
    private static final Pattern PART = Pattern.compile("(?<blank>[\\s&&[^\\n]]++|\\\\\\n|" + WORD_START + "#[^\\n]*+|"
            + WORD_START + "(?:2>&1|1?>&2)(?=[\\s;&|)]|$))" + "|(?<operator>&&|\\|\\||[;\\n|()]|(?<!>)&(?!>))"
            + "|'(?<literal>[^']*+)'?+|\"(?<text>[^\"]*+)\"?+|\\\\(?<escaped>.?)"
            + "|(?<substitution>\\$\\((?:[^()]++|\\([^()]*+\\))*+\\)?+)"
            + "|(?<plain>[^\\s;&|()'\"\\\\$]++|\\$(?:\\{\\w++}|\\w++|\\?)?+|&)", Pattern.DOTALL);
    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{\\w++}|\\w++|\\?)");
    private static final Pattern REDIRECTION = Pattern.compile("[<>`]");
    private static final Set<String> CONDITIONS = Set.of("&&", "||");
    private static final Set<String> SEPARATORS = Set.of(";", "\n");

    private final Matcher parts;
    private final UnaryOperator<String> variables;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean quoted;
    private String joint = ";";
    private String foreign = "";

    /** @param variables the values of references to variables, such as <code>${HOME}</code> */
    public ShellScriptSplitter(String text, UnaryOperator<String> variables) {
        parts = PART.matcher(text);
        this.variables = variables;
    }

    /** Returns the next command, with its variables as they are now; null after the last one. */
    public @Nullable SimpleShellCommand nextCommand() {
        var operator = joint;
        foreign = "";
        words.clear();
        while (parts.find()) {
            var end = parts.group("operator");
            if (end == null) {
                readPart();
            } else {
                endWord();
                joint = CONDITIONS.contains(end) ? end : ";";
                foreign = CONDITIONS.contains(end) || SEPARATORS.contains(end) ? foreign : end;
                if (!words.isEmpty()) {
                    return new SimpleShellCommand(operator, words);
                }
                operator = joint.equals(";") ? operator : joint;
            }
        }
        endWord();
        return words.isEmpty() ? null : new SimpleShellCommand(operator, words);
    }

    /** Returns what a shell of simple commands does not know in or after the command; empty if there is nothing. */
    public String foreignOperator() {
        return foreign;
    }

    private void readPart() {
        if (parts.group("blank") != null) {
            endWord();
        } else if (parts.group("literal") != null) {
            quoted = true;
            word.append(parts.group("literal"));
        } else if (parts.group("text") != null) {
            quoted = true;
            word.append(expand(parts.group("text")));
        } else if (parts.group("escaped") != null) {
            word.append(parts.group("escaped"));
        } else if (parts.group("substitution") != null) {
            // Its output is not known.
            foreign = "(";
            word.append(parts.group());
        } else {
            var redirection = REDIRECTION.matcher(parts.group());
            foreign = redirection.find() ? redirection.group() : foreign;
            word.append(expand(parts.group()));
        }
    }

    private String expand(String part) {
        return VARIABLE.matcher(part)
                .replaceAll(reference -> Matcher.quoteReplacement(variables.apply(reference.group())));
    }

    private void endWord() {
        if (quoted || !word.isEmpty()) {
            words.add(word.toString());
        }
        word.setLength(0);
        quoted = false;
    }

    /**
     * A simple command.
     *
     * @param operator what stands before it: {@code &&}, {@code ||}, or something that says nothing
     * @param arguments its program and what that is told; at least one
     */
    public record SimpleShellCommand(String operator, List<String> arguments) {

        public SimpleShellCommand {
            arguments = List.copyOf(arguments);
        }

        /** Returns the program's name without its folder. */
        public String programName() {
            return arguments.getFirst().substring(arguments.getFirst().lastIndexOf('/') + 1);
        }

        /** Returns whether the program only uses CPU and memory. */
        public boolean isStressTool() {
            return STRESSING.contains(programName());
        }

        /** Returns the text after the program; empty if there is none. */
        public String argumentText() {
            return arguments.size() > 1 ? arguments.get(1) : "";
        }

        /** Returns the value of an option, given after it or behind an equals sign; empty if it is absent. */
        public String optionValue(String... names) {
            for (var name : names) {
                for (int at = 1; at < arguments.size(); at++) {
                    if (arguments.get(at).equals(name) && at + 1 < arguments.size()) {
                        return arguments.get(at + 1);
                    }
                    if (arguments.get(at).startsWith(name + "=")) {
                        return arguments.get(at).substring(name.length() + 1);
                    }
                }
            }
            return "";
        }
    }
}
