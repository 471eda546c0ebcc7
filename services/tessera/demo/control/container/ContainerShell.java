package tessera.demo.control.container;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A shell that knows commands one after the other, conditions between them, variables and quotes, but nothing more. */
final class ContainerShell {

    private static final int NOT_FOUND = 127;
    private static final Set<String> JOINTS = Set.of(";", "&&", "||");
    private static final Pattern OPERATOR = Pattern.compile("[|&();<>`]");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private final ContainerPrograms programs;
    private final String name;
    private String folder;
    private int last;
    private boolean exited;

    /** @param name what it calls itself in complaints */
    ContainerShell(ContainerPrograms programs, String name) {
        this.programs = programs;
        this.name = name;
        folder = programs.files().home();
    }

    boolean exited() {
        return exited;
    }

    String folder() {
        return folder;
    }

    int last() {
        return last;
    }

    /** Runs a script to its end, or to its exit. */
    int run(String script) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        var joint = ";";
        var words = new ShellWords(script, this::variable);
        while (words.hasNext() && !exited) {
            var word = words.next();
            if (JOINTS.contains(word.text()) && !word.quoted()) {
                perform(joint, command);
                command.clear();
                joint = word.text();
            } else if (!word.quoted() && OPERATOR.matcher(word.text()).matches()) {
                programs.console().err(complaint() + "Syntax error: \"" + word.text()
                        + "\" is not known to this simulated shell\n");
                last = 2;
                return last;
            } else {
                command.add(word.text());
            }
        }
        perform(joint, command);
        return last;
    }

    private String complaint() {
        return name.equals("bash") ? "bash: line 1: " : name + ": 1: ";
    }

    private String variable(String variable) {
        return variable.equals("?")
                ? Integer.toString(last)
                : programs.scene().environment().getOrDefault(variable, variable.equals("PWD") ? folder : "");
    }

    private void perform(String joint, List<String> command) throws IOException, InterruptedException {
        boolean skipped = exited || (joint.equals("&&") && last != 0) || (joint.equals("||") && last == 0);
        if (skipped || command.isEmpty()) {
            return;
        }
        switch (command.getFirst()) {
            case "exit" -> exit(command);
            case "cd" -> change(command.size() > 1 ? command.get(1) : "/root");
            case ":", "set", "export" -> last = 0;
            case "exec" -> {
                perform(";", command.subList(1, command.size()));
                exited = true;
            }
            default -> start(command);
        }
    }

    private void exit(List<String> command) {
        exited = true;
        if (command.size() > 1 && NUMBER.matcher(command.get(1)).matches()) {
            last = Integer.parseInt(command.get(1)) & 0xff;
        }
    }

    private void change(String place) throws IOException {
        var path = ContainerFiles.from(folder, place);
        boolean there = programs.files().folderAt(path);
        folder = there ? path : folder;
        last = there ? 0 : 2;
        if (!there) {
            programs.console().err(complaint() + "cd: can't cd to " + place + "\n");
        }
    }

    private void start(List<String> command) throws IOException, InterruptedException {
        var redirected = RedirectedCommand.of(command, programs.console());
        var code = programs.at(redirected.console()).run(redirected.command(), folder);
        if (code.isEmpty()) {
            var missing = command.getFirst();
            programs.console().err(complaint() + missing + (name.equals("bash")
                    ? ": command not found\n"
                    : ": not found\n"));
        }
        last = code.orElse(NOT_FOUND);
    }

    /** A command with its output led elsewhere, in the few ways that are usual. */
    private record RedirectedCommand(List<String> command, ProgramConsole console) {

        private static final Set<String> WAYS = Set.of("2>&1", ">&2", "1>&2", ">/dev/null", "2>/dev/null",
                "&>/dev/null");

        static RedirectedCommand of(List<String> words, ProgramConsole console) {
            var ways = words.stream().filter(WAYS::contains).toList();
            return new RedirectedCommand(words.stream().filter(word -> !WAYS.contains(word)).toList(),
                    ways.isEmpty() ? console : LedConsole.of(console, ways));
        }
    }
}
