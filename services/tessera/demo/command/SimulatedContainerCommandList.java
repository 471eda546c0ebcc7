package tessera.demo.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The simple commands that a container runs in sequence, as far as its command line shows. What hangs on a
 * condition between {@code if} and {@code fi} is left out.
 */
public record SimulatedContainerCommandList(List<SimpleShellCommand> steps) {

    private static final Set<String> SHELLS = Set.of("sh", "bash", "ash", "dash");
    private static final Pattern COMMAND_STRING = Pattern.compile("-[a-z]*c");
    /** What stands before a simple command and says nothing of it. */
    private static final Set<String> LEADING = Set.of("do", "then", "else", "{", "exec", "nice", "nohup", "time");
    private static final Set<String> STRESSING = Set.of("stress", "stress-ng");
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*=.*");

    public SimulatedContainerCommandList {
        steps = List.copyOf(steps);
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

    /** Returns the script of a container of a pod; empty if the image decides. */
    public static SimulatedContainerCommandList of(JsonNode container) {
        var texts = commandLine(container);
        if (texts.isEmpty()) {
            return new SimulatedContainerCommandList(List.of());
        }
        var first = texts.getFirst().substring(texts.getFirst().lastIndexOf('/') + 1);
        for (int at = 1; SHELLS.contains(first) && at + 1 < texts.size(); at++) {
            if (COMMAND_STRING.matcher(texts.get(at)).matches()) {
                return parseShell(texts.get(at + 1));
            }
        }
        return new SimulatedContainerCommandList(List.of(new SimpleShellCommand("", texts)));
    }

    /** Returns the words of a container's command line; none if the image decides. */
    public static List<String> commandLine(JsonNode container) {
        return Stream.concat(container.path("command").valueStream(), container.path("args").valueStream())
                .map(JsonNode::asText).toList();
    }

    private static SimulatedContainerCommandList parseShell(String text) {
        var steps = new ArrayList<SimpleShellCommand>();
        var script = new ShellScriptSplitter(text, UnaryOperator.identity());
        int depth = 0;
        for (var step = script.nextCommand(); step != null; step = script.nextCommand()) {
            var words = step.arguments();
            if (words.getFirst().equals("if")) {
                depth++;
            } else if (words.getFirst().equals("fi")) {
                depth--;
            }
            var own = words.stream().dropWhile(SimulatedContainerCommandList::isLeading).toList();
            if (depth == 0 && !own.isEmpty()) {
                steps.add(new SimpleShellCommand(step.operator(), own));
            }
        }
        return new SimulatedContainerCommandList(steps);
    }

    private static boolean isLeading(String word) {
        return LEADING.contains(word) || ASSIGNMENT.matcher(word).matches();
    }
}
