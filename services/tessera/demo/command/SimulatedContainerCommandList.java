package tessera.demo.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.demo.command.ShellScriptSplitter.SimpleShellCommand;

/**
 * The simple commands that a container runs in sequence, as far as its command line shows. What hangs on a
 * condition between {@code if} and {@code fi} is left out.
 */
public record SimulatedContainerCommandList(List<SimpleShellCommand> steps) {

    private static final Set<String> SHELLS = Set.of("sh", "bash", "ash", "dash");
    private static final Pattern COMMAND_STRING = Pattern.compile("-[a-z]*c");
    /** What stands before a simple command and says nothing of it. */
    private static final Set<String> LEADING = Set.of("do", "then", "else", "{", "exec", "nice", "nohup", "time");
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*=.*");

    public SimulatedContainerCommandList {
        steps = List.copyOf(steps);
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
