package tessera.demo.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The simple commands that a container runs in sequence, as far as its command line shows. What hangs on a
 * condition between {@code if} and {@code fi} is left out.
 */
public record SimulatedContainerCommandList(List<ScriptStep> steps) {

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
     * @param words its program and what that is told; at least one
     */
    public record ScriptStep(String operator, List<String> words) {

        public ScriptStep {
            words = List.copyOf(words);
        }

        /** Returns the program's name without its folder. */
        public String programName() {
            return words.getFirst().substring(words.getFirst().lastIndexOf('/') + 1);
        }

        /** Returns whether the program only uses CPU and memory. */
        public boolean isStressTool() {
            return STRESSING.contains(programName());
        }

        /** Returns the text after the program; empty if there is none. */
        public String argumentText() {
            return words.size() > 1 ? words.get(1) : "";
        }

        /** Returns the value of an option, given after it or behind an equals sign; empty if it is absent. */
        public String optionValue(String... names) {
            for (var name : names) {
                for (int at = 1; at < words.size(); at++) {
                    if (words.get(at).equals(name) && at + 1 < words.size()) {
                        return words.get(at + 1);
                    }
                    if (words.get(at).startsWith(name + "=")) {
                        return words.get(at).substring(name.length() + 1);
                    }
                }
            }
            return "";
        }
    }

    /** Returns the script of a container of a pod; empty if the image decides. */
    public static SimulatedContainerCommandList of(JsonNode container) {
        var texts = new ArrayList<String>();
        container.path("command").forEach(word -> texts.add(word.asText()));
        container.path("args").forEach(word -> texts.add(word.asText()));
        if (texts.isEmpty()) {
            return new SimulatedContainerCommandList(List.of());
        }
        var first = texts.getFirst().substring(texts.getFirst().lastIndexOf('/') + 1);
        for (int at = 1; SHELLS.contains(first) && at + 1 < texts.size(); at++) {
            if (COMMAND_STRING.matcher(texts.get(at)).matches()) {
                return parseShell(texts.get(at + 1));
            }
        }
        return new SimulatedContainerCommandList(List.of(new ScriptStep("", texts)));
    }

    private static SimulatedContainerCommandList parseShell(String text) {
        var steps = new ArrayList<ScriptStep>();
        int depth = 0;
        for (var step : new ShellScriptSplitter(text).parseCommands()) {
            var texts = step.words();
            depth += texts.getFirst().equals("if") ? 1 : texts.getFirst().equals("fi") ? -1 : 0;
            if (depth == 0) {
                int at = 0;
                while (at < texts.size() && (LEADING.contains(texts.get(at))
                        || ASSIGNMENT.matcher(texts.get(at)).matches())) {
                    at++;
                }
                if (at < texts.size()) {
                    steps.add(new ScriptStep(step.operator(), texts.subList(at, texts.size())));
                }
            }
        }
        return new SimulatedContainerCommandList(steps);
    }
}
