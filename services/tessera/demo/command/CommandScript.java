package tessera.demo.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The simple commands that a container runs, one after the other, as far as a look at its command tells. What hangs on a
 * condition between {@code if} and {@code fi} is left out.
 */
public record CommandScript(List<ScriptStep> steps) {

    private static final Set<String> SHELLS = Set.of("sh", "bash", "ash", "dash");
    private static final Pattern COMMAND_STRING = Pattern.compile("-[a-z]*c");
    /** What stands before a simple command and says nothing of it. */
    private static final Set<String> LEADING = Set.of("do", "then", "else", "{", "exec", "nice", "nohup", "time");
    private static final Set<String> STRESSING = Set.of("stress", "stress-ng");
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*=.*");

    public CommandScript {
        steps = List.copyOf(steps);
    }

    /**
     * A simple command.
     *
     * @param joint what stands before it: {@code &&}, {@code ||}, or something that says nothing
     * @param words its program and what that is told; at least one
     */
    public record ScriptStep(String joint, List<String> words) {

        public ScriptStep {
            words = List.copyOf(words);
        }

        /** Its program, without the folder that it is in. */
        public String program() {
            return words.getFirst().substring(words.getFirst().lastIndexOf('/') + 1);
        }

        /** Whether it does nothing but use processors and memory. */
        public boolean stresses() {
            return STRESSING.contains(program());
        }

        /** What comes after the program; empty where nothing does. */
        public String argument() {
            return words.size() > 1 ? words.get(1) : "";
        }

        /** The value of an option, given after it or behind an equals sign; empty where it is not given. */
        public String option(String... names) {
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

    /** What a container of a pod is told to run; nothing where its image decides. */
    public static CommandScript of(JsonNode container) {
        var words = new ArrayList<String>();
        container.path("command").forEach(word -> words.add(word.asText()));
        container.path("args").forEach(word -> words.add(word.asText()));
        if (words.isEmpty()) {
            return new CommandScript(List.of());
        }
        var first = words.getFirst().substring(words.getFirst().lastIndexOf('/') + 1);
        for (int at = 1; SHELLS.contains(first) && at + 1 < words.size(); at++) {
            if (COMMAND_STRING.matcher(words.get(at)).matches()) {
                return shell(words.get(at + 1));
            }
        }
        return new CommandScript(List.of(new ScriptStep("", words)));
    }

    private static CommandScript shell(String text) {
        var steps = new ArrayList<ScriptStep>();
        int depth = 0;
        for (var each : new ScriptText(text).commands()) {
            var words = each.words();
            depth += words.getFirst().equals("if") ? 1 : words.getFirst().equals("fi") ? -1 : 0;
            if (depth == 0) {
                int at = 0;
                while (at < words.size() && (LEADING.contains(words.get(at))
                        || ASSIGNMENT.matcher(words.get(at)).matches())) {
                    at++;
                }
                if (at < words.size()) {
                    steps.add(new ScriptStep(each.joint(), words.subList(at, words.size())));
                }
            }
        }
        return new CommandScript(steps);
    }
}
