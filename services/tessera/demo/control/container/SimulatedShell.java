package tessera.demo.control.container;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import tessera.demo.command.ShellScriptSplitter;
import tessera.demo.command.SimulatedContainerCommandList.SimpleShellCommand;

/** A shell with sequences of commands, conditions, variables and quotes, but nothing more. */
final class SimulatedShell {

    private static final int NOT_FOUND = 127;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private final SimulatedContainerPrograms programs;
    private final String name;
    private String folder;
    private int last;
    private boolean exited;

    /** @param name by which it calls itself in its errors */
    SimulatedShell(SimulatedContainerPrograms programs, String name) {
        this.programs = programs;
        this.name = name;
        folder = programs.files().home();
    }

    /** Runs the lines that are typed until the input ends or the shell exits; returns the exit code. */
    int runTyped() throws IOException, InterruptedException {
        while (!exited) {
            try {
                printPrompt();
                var line = programs.console().readLine();
                if (line == null) {
                    return last;
                }
                run(line);
            } catch (SimulatedCommandConsole.ProgramStopException stop) {
                if (stop.exitCode() != SimulatedCommandConsole.INTERRUPTED) {
                    throw stop;
                }
                last = stop.exitCode();
            }
        }
        return last;
    }

    private void printPrompt() throws IOException {
        if (programs.console().isTerminal()) {
            programs.console().printOutput(name.equals("bash")
                    ? "root@" + programs.context().hostName() + ":" + folder + "# "
                    : "# ");
        }
    }

    /** Runs a script to its end or exit; returns the exit code. */
    int run(String text) throws IOException, InterruptedException {
        var script = new ShellScriptSplitter(text, this::variableValue);
        for (var command = script.nextCommand(); command != null && !exited; command = script.nextCommand()) {
            if (!script.foreignOperator().isEmpty()) {
                printError("Syntax error: \"" + script.foreignOperator() + "\" is not known to this simulated shell");
                last = 2;
                return last;
            }
            if (isReached(command)) {
                runCommand(command.arguments());
            }
        }
        return last;
    }

    private boolean isReached(SimpleShellCommand command) {
        return switch (command.operator()) {
            case "&&" -> last == 0;
            case "||" -> last != 0;
            default -> true;
        };
    }

    /** @param reference to a variable, with its dollar sign and perhaps in braces */
    private String variableValue(String reference) {
        var variable = reference.replaceAll("[${}]", "");
        if (variable.equals("?")) {
            return Integer.toString(last);
        }
        return programs.context().environment().getOrDefault(variable, variable.equals("PWD") ? folder : "");
    }

    private void printError(String text) throws IOException {
        programs.console().printError((name.equals("bash") ? "bash: line 1: " : name + ": 1: ") + text + "\n");
    }

    private void runCommand(List<String> words) throws IOException, InterruptedException {
        switch (words.getFirst()) {
            case "exit" -> exit(words.subList(1, words.size()));
            case "cd" -> changeFolder(words.size() > 1 ? words.get(1) : "/root");
            case ":", "set", "export" -> last = 0;
            case "exec" -> {
                exited = words.size() > 1;
                if (exited) {
                    runCommand(words.subList(1, words.size()));
                }
            }
            default -> startProgram(words);
        }
    }

    private void exit(List<String> arguments) {
        exited = true;
        if (!arguments.isEmpty() && NUMBER.matcher(arguments.getFirst()).matches()) {
            last = Integer.parseInt(arguments.getFirst()) & 0xff;
        }
    }

    private void changeFolder(String place) throws IOException {
        var path = SimulatedContainerFiles.resolvePath(folder, place);
        boolean there = programs.files().isFolder(path);
        folder = there ? path : folder;
        last = there ? 0 : 2;
        if (!there) {
            printError("cd: can't cd to " + place);
        }
    }

    private void startProgram(List<String> words) throws IOException, InterruptedException {
        var code = programs.run(words, folder);
        if (code.isEmpty()) {
            printError(words.getFirst() + (name.equals("bash") ? ": command not found" : ": not found"));
        }
        last = code.orElse(NOT_FOUND);
    }
}
