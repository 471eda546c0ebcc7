package tessera.demo.control.container;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.demo.command.ShellScriptSplitter;
import tessera.demo.command.ShellScriptSplitter.SimpleShellCommand;
import tessera.demo.object.SimulatedTableReader;

/** The programs that containers have: most of them print a recorded text. */
final class SimulatedContainerPrograms {

    private static final Map<String, String> OUTPUTS = SimulatedTableReader.readTable(SimulatedContainerPrograms.class,
            "programs.yaml", new TypeReference<>() {
            });
    private static final Set<String> USUAL = Stream
            .concat(OUTPUTS.keySet().stream().map(line -> line.replaceFirst(" .*", "")),
                    Stream.of("cat", "echo", "env", "false", "ls", "printenv", "sh", "sleep", "tar", "test"))
            .collect(Collectors.toUnmodifiableSet());
    private static final Pattern PLACE = Pattern.compile("/(usr/(local/)?)?s?bin/([^/]+)");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,7}(\\.\\d{1,3})?");

    private final SimulatedContainerContext context;
    private final SimulatedContainerFiles files;
    private final SimulatedCommandConsole console;

    SimulatedContainerPrograms(SimulatedContainerContext context, SimulatedContainerFiles files,
            SimulatedCommandConsole console) {
        this.context = context;
        this.files = files;
        this.console = console;
    }

    String programName(String word) {
        var place = PLACE.matcher(word);
        var name = place.matches() ? place.group(3) : word;
        boolean there = switch (name) {
            case "nvidia-smi" -> !context.devices().isEmpty();
            case "bash" -> context.hasShell() && !context.isMinimalImage();
            default -> context.hasShell() && USUAL.contains(name);
        };
        return there ? name : "";
    }

    /** Runs a program where commands start, and returns its exit code; nothing if there is no such program. */
    OptionalInt run(List<String> words) throws IOException, InterruptedException {
        return runIn(files.home(), words);
    }

    private OptionalInt runIn(String folder, List<String> words) throws IOException, InterruptedException {
        var name = programName(words.getFirst());
        if (name.isEmpty()) {
            return OptionalInt.empty();
        }
        var arguments = words.subList(1, words.size());
        return OptionalInt.of(switch (name) {
            case "sh", "bash" -> runShell(name, arguments);
            case "nvidia-smi" -> new SimulatedNvidiaSmi(context, console).run(arguments);
            case "cat" -> runCat(arguments, folder);
            case "echo" -> runEcho(arguments);
            case "env", "printenv" -> runEnv(arguments);
            case "false" -> 1;
            case "ls" -> runLs(arguments, folder);
            case "sleep" -> runSleep(arguments);
            case "tar" -> new SimulatedTarCommand(files, console, folder).run(arguments);
            case "test" -> runTest(arguments, folder);
            default -> printOutput(name, arguments, folder);
        });
    }

    private int printOutput(String name, List<String> arguments, String folder) throws IOException {
        if (name.equals("stty") && !console.isTerminal()) {
            console.printError("stty: 'standard input': Inappropriate ioctl for device\n");
            return 1;
        }
        var text = OUTPUTS.getOrDefault(name + " " + String.join(" ", arguments), OUTPUTS.getOrDefault(name, ""));
        console.printOutput(context.outputTemplate().with(Map.of("folder", folder, "size", console.windowSize()))
                .fillPlaceholders(text, "", 0, context.now()));
        return 0;
    }

    private int runShell(String name, List<String> arguments) throws IOException, InterruptedException {
        var shell = new SimulatedShell(name);
        int at = Math.max(arguments.indexOf("-c"), arguments.indexOf("-lc"));
        if (at < 0) {
            return shell.runTyped();
        }
        return at + 1 < arguments.size() ? shell.run(arguments.get(at + 1)) : 2;
    }

    private int runEcho(List<String> words) throws IOException {
        boolean open = !words.isEmpty() && words.getFirst().equals("-n");
        console.printOutput(String.join(" ", open ? words.subList(1, words.size()) : words) + (open ? "" : "\n"));
        return 0;
    }

    private int runEnv(List<String> names) throws IOException {
        var all = context.environment();
        var lines = names.isEmpty() ? all.entrySet().stream().map(Object::toString)
                : Stream.ofNullable(all.get(names.getFirst()));
        var text = lines.map(line -> line + "\n").collect(Collectors.joining());
        console.printOutput(text);
        return text.isEmpty() ? 1 : 0;
    }

    private int runCat(List<String> places, String folder) throws IOException {
        int code = 0;
        for (var place : places) {
            var path = SimulatedContainerFiles.resolvePath(folder, place);
            var content = files.read(path);
            if (content != null) {
                console.writeOutput(content);
            } else {
                console.printError("cat: " + place
                        + (files.isFolder(path) ? ": Is a directory\n" : ": No such file or directory\n"));
                code = 1;
            }
        }
        return code;
    }

    private int runLs(List<String> arguments, String folder) throws IOException {
        var options = arguments.stream().filter(word -> word.startsWith("-")).collect(Collectors.joining());
        var places = arguments.stream().filter(word -> !word.startsWith("-")).toList();
        int code = 0;
        for (var place : places.isEmpty() ? List.of(".") : places) {
            var path = SimulatedContainerFiles.resolvePath(folder, place);
            if (files.read(path) != null) {
                printEntry(place, path, options);
            } else if (files.isFolder(path)) {
                console.printOutput(places.size() > 1 ? place + ":\n" : "");
                listFolder(path, options);
            } else {
                console.printError("ls: cannot access '" + place + "': No such file or directory\n");
                code = 2;
            }
        }
        return code;
    }

    private void listFolder(String folder, String options) throws IOException {
        var names = new ArrayList<String>(options.contains("a") ? List.of(".", "..") : List.of());
        names.addAll(files.namesIn(folder));
        console.printOutput(options.contains("l") ? "total " + 4 * files.namesIn(folder).size() + "\n" : "");
        for (var name : names) {
            printEntry(name, SimulatedContainerFiles.resolvePath(folder, name), options);
        }
    }

    private void printEntry(String name, String path, String options) throws IOException {
        var content = files.read(path);
        var details = content == null ? "drwxr-xr-x 2 root root  4096 "
                : "-rw-r--r-- 1 root root %5d ".formatted(content.length);
        console.printOutput((options.contains("l") ? details : "") + name + "\n");
    }

    private int runSleep(List<String> arguments) throws IOException, InterruptedException {
        var time = arguments.isEmpty() ? "" : arguments.getFirst();
        if (time.equals("infinity")) {
            console.pause(Duration.ofDays(365));
        } else if (SECONDS.matcher(time).matches()) {
            console.pause(Duration.ofMillis(new BigDecimal(time).movePointRight(3).longValue()));
        } else {
            console.printError("sleep: invalid time interval '" + time + "'\n");
            return 1;
        }
        return 0;
    }

    /** Runs {@code test}, as far as it asks whether a path exists. */
    private int runTest(List<String> arguments, String folder) {
        if (arguments.size() != 2) {
            return 1;
        }
        var path = SimulatedContainerFiles.resolvePath(folder, arguments.get(1));
        boolean so = switch (arguments.getFirst()) {
            case "-d" -> files.isFolder(path);
            case "-f" -> files.read(path) != null;
            case "-e" -> files.isFolder(path) || files.read(path) != null;
            default -> false;
        };
        return so ? 0 : 1;
    }

    /** A shell with sequences of commands, conditions, variables and quotes, but nothing more. */
    private final class SimulatedShell {

        private static final int NOT_FOUND = 127;
        private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

        private final String name;
        private String folder = files.home();
        private int last;
        private boolean exited;

        /** @param name by which it calls itself in its errors */
        SimulatedShell(String name) {
            this.name = name;
        }

        /** Runs the lines that are typed until the input ends or the shell exits; returns the exit code. */
        int runTyped() throws IOException, InterruptedException {
            while (!exited) {
                try {
                    printPrompt();
                    var line = console.readLine();
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
            if (console.isTerminal()) {
                console.printOutput(name.equals("bash") ? "root@" + context.hostName() + ":" + folder + "# " : "# ");
            }
        }

        /** Runs a script to its end or exit; returns the exit code. */
        int run(String text) throws IOException, InterruptedException {
            var script = new ShellScriptSplitter(text, this::variableValue);
            for (var command = script.nextCommand(); command != null && !exited; command = script.nextCommand()) {
                if (!script.foreignOperator().isEmpty()) {
                    printError(
                            "Syntax error: \"" + script.foreignOperator() + "\" is not known to this simulated shell");
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
            return context.environment().getOrDefault(variable, variable.equals("PWD") ? folder : "");
        }

        private void printError(String text) throws IOException {
            console.printError((name.equals("bash") ? "bash: line 1: " : name + ": 1: ") + text + "\n");
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
            boolean there = files.isFolder(path);
            folder = there ? path : folder;
            last = there ? 0 : 2;
            if (!there) {
                printError("cd: can't cd to " + place);
            }
        }

        private void startProgram(List<String> words) throws IOException, InterruptedException {
            var code = runIn(folder, words);
            if (code.isEmpty()) {
                printError(words.getFirst() + (name.equals("bash") ? ": command not found" : ": not found"));
            }
            last = code.orElse(NOT_FOUND);
        }
    }
}
