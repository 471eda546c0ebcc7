package tessera.demo.control.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** A shell with command sequences, conditions, variables and quotes, but nothing more. */
final class SimulatedShell {

    private static final int NOT_FOUND = 127;
    private static final Set<String> JOINTS = Set.of(";", "&&", "||");
    private static final Pattern OPERATOR = Pattern.compile("[|&();<>`]");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private final SimulatedContainerPrograms programs;
    private final String name;
    private String folder;
    private int last;
    private boolean exited;

    /** @param name what it calls itself in complaints */
    SimulatedShell(SimulatedContainerPrograms programs, String name) {
        this.programs = programs;
        this.name = name;
        folder = programs.files().home();
    }

    boolean hasExited() {
        return exited;
    }

    String currentFolder() {
        return folder;
    }

    int exitCode() {
        return last;
    }

    /** Runs a script to its end or exit; returns the exit code. */
    int run(String script) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        var joint = ";";
        var wordSplitter = new SimulatedShellWordSplitter(script, this::variableValue);
        while (wordSplitter.hasNext() && !exited) {
            var scriptWord = wordSplitter.next();
            if (JOINTS.contains(scriptWord.text()) && !scriptWord.quoted()) {
                performCommand(joint, command);
                command.clear();
                joint = scriptWord.text();
            } else if (!scriptWord.quoted() && OPERATOR.matcher(scriptWord.text()).matches()) {
                programs.console().printError(errorPrefix() + "Syntax error: \"" + scriptWord.text()
                        + "\" is not known to this simulated shell\n");
                last = 2;
                return last;
            } else {
                command.add(scriptWord.text());
            }
        }
        performCommand(joint, command);
        return last;
    }

    private String errorPrefix() {
        return name.equals("bash") ? "bash: line 1: " : name + ": 1: ";
    }

    private String variableValue(String variable) {
        if (variable.equals("?")) {
            return Integer.toString(last);
        }
        return programs.scene().environment().getOrDefault(variable, variable.equals("PWD") ? folder : "");
    }

    private void performCommand(String joint, List<String> command) throws IOException, InterruptedException {
        boolean skipped = exited || (joint.equals("&&") && last != 0) || (joint.equals("||") && last == 0);
        if (skipped || command.isEmpty()) {
            return;
        }
        switch (command.getFirst()) {
            case "exit" -> exitWith(command);
            case "cd" -> changeFolder(command.size() > 1 ? command.get(1) : "/root");
            case ":", "set", "export" -> last = 0;
            case "exec" -> {
                performCommand(";", command.subList(1, command.size()));
                exited = true;
            }
            default -> startProgram(command);
        }
    }

    private void exitWith(List<String> command) {
        exited = true;
        if (command.size() > 1 && NUMBER.matcher(command.get(1)).matches()) {
            last = Integer.parseInt(command.get(1)) & 0xff;
        }
    }

    private void changeFolder(String place) throws IOException {
        var path = SimulatedContainerFiles.resolvePath(folder, place);
        boolean there = programs.files().isFolder(path);
        folder = there ? path : folder;
        last = there ? 0 : 2;
        if (!there) {
            programs.console().printError(errorPrefix() + "cd: can't cd to " + place + "\n");
        }
    }

    private void startProgram(List<String> command) throws IOException, InterruptedException {
        var redirected = RedirectedCommand.of(command, programs.console());
        var code = programs.withConsole(redirected.console()).run(redirected.command(), folder);
        if (code.isEmpty()) {
            var missing = command.getFirst();
            programs.console().printError(errorPrefix() + missing + (name.equals("bash")
                    ? ": command not found\n"
                    : ": not found\n"));
        }
        last = code.orElse(NOT_FOUND);
    }

    /** A command with its output redirected. */
    private record RedirectedCommand(List<String> command, SimulatedProgramInputOutput console) {

        private static final Set<String> WAYS = Set.of("2>&1", ">&2", "1>&2", ">/dev/null", "2>/dev/null",
                "&>/dev/null");

        static RedirectedCommand of(List<String> texts, SimulatedProgramInputOutput console) {
            var ways = texts.stream().filter(WAYS::contains).toList();
            return new RedirectedCommand(texts.stream().filter(word -> !WAYS.contains(word)).toList(),
                    ways.isEmpty() ? console : SimulatedRedirectedConsole.of(console, ways));
        }
    }

    /**
     * A console whose output is redirected.
     *
     * @param discardsOutput       whether output is dropped
     * @param discardsErrors whether errors are dropped
     * @param outputToErrors      whether output goes where errors do
     * @param errorsToOutput       whether errors go where output does
     */
    private record SimulatedRedirectedConsole(SimulatedProgramInputOutput console, boolean discardsOutput,
            boolean discardsErrors,
            boolean outputToErrors,
            boolean errorsToOutput)
            implements
                SimulatedProgramInputOutput {

        /** @param ways as they stand in a command, e.g. {@code 2>&1} */
        static SimulatedRedirectedConsole of(SimulatedProgramInputOutput console, List<String> ways) {
            return new SimulatedRedirectedConsole(console, ways.contains(">/dev/null") || ways.contains("&>/dev/null"),
                    ways.contains("2>/dev/null") || ways.contains("&>/dev/null"),
                    ways.contains(">&2") || ways.contains("1>&2"), ways.contains("2>&1"));
        }

        @Override
        public void printOutput(String text) throws IOException {
            if (outputToErrors) {
                console.printError(text);
            } else if (!discardsOutput) {
                console.printOutput(text);
            }
        }

        @Override
        public void printError(String text) throws IOException {
            if (errorsToOutput) {
                printOutput(text);
            } else if (!discardsErrors) {
                console.printError(text);
            }
        }

        @Override
        public void writeBytes(byte[] bytes) throws IOException {
            if (outputToErrors) {
                console.printError(new String(bytes, StandardCharsets.UTF_8));
            } else if (!discardsOutput) {
                console.writeBytes(bytes);
            }
        }

        @Override
        public InputStream input() {
            return console.input();
        }

        @Override
        public String terminalSize() {
            return console.terminalSize();
        }

        @Override
        public void pause(Duration time) throws InterruptedException {
            console.pause(time);
        }

        @Override
        public SimulatedProgramPauses pauses() {
            return console.pauses();
        }
    }
}
