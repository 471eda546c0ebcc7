package tessera.demo.control.container;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** The programs that containers have. */
final class SimulatedContainerPrograms {

    private static final Set<String> USUAL = Set.of("cat", "clear", "date", "echo", "env", "false", "hostname",
            "id", "ls", "nproc", "printenv", "printf", "pwd", "sh", "sleep", "stty", "tar", "test", "true", "uname",
            "whoami");
    private static final Pattern PLACE = Pattern.compile("/(usr/(local/)?)?s?bin/([^/]+)");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,7}(\\.\\d{1,3})?");
    private static final DateTimeFormatter DATE = DateTimeFormatter
            .ofPattern("EEE MMM ppd HH:mm:ss 'UTC' yyyy", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final SimulatedContainerContext environment;
    private final SimulatedContainerFileLayer disk;
    private final SimulatedContainerFiles files;
    private final SimulatedProgramInputOutput console;

    /** @param disk what was written in the container */
    SimulatedContainerPrograms(SimulatedContainerContext environment, SimulatedProgramInputOutput console,
            SimulatedContainerFileLayer disk) {
        this.environment = environment;
        this.console = console;
        this.disk = disk;
        files = new SimulatedContainerFiles(environment, disk);
    }

    /** Returns the same programs on the same container with another console. */
    SimulatedContainerPrograms withConsole(SimulatedProgramInputOutput other) {
        return new SimulatedContainerPrograms(environment, other, disk);
    }

    SimulatedContainerFiles files() {
        return files;
    }

    SimulatedContainerContext scene() {
        return environment;
    }

    SimulatedProgramInputOutput console() {
        return console;
    }

    /** Returns the name of the program that a word names; empty if there is none. */
    String programName(String word) {
        var place = PLACE.matcher(word);
        var name = place.matches() ? place.group(3) : word;
        boolean there = switch (name) {
            case "nvidia-smi" -> !environment.devices().isEmpty();
            case "bash" -> environment.hasShell() && !environment.isMinimalImage();
            default -> environment.hasShell() && USUAL.contains(name);
        };
        return there ? name : "";
    }

    /** Returns whether the command is a shell without a script to run. */
    boolean isInteractiveShell(List<String> texts) {
        var name = texts.isEmpty() ? "" : programName(texts.getFirst());
        return (name.equals("sh") || name.equals("bash"))
                && texts.stream().skip(1).allMatch(word -> List.of("-i", "-l", "-il").contains(word));
    }

    /**
     * Runs a program.
     *
     * @return its exit code; nothing if there is no such program
     */
    OptionalInt run(List<String> texts, String folder) throws IOException, InterruptedException {
        return switch (programName(texts.getFirst())) {
            case "" -> OptionalInt.empty();
            case "sh", "bash" -> OptionalInt.of(runShell(texts));
            case "nvidia-smi" -> OptionalInt.of(new SimulatedNvidiaSmi(environment).run(texts, console));
            case "cat" -> OptionalInt.of(runCat(texts, folder));
            case "ls" -> OptionalInt.of(new SimulatedLsCommand(files, console).run(texts, folder));
            case "sleep" -> OptionalInt.of(runSleep(texts));
            case "stty" -> OptionalInt.of(runStty(texts));
            case "printf" -> OptionalInt.of(new SimulatedPrintfCommand(console).run(texts));
            case "tar" -> OptionalInt.of(new SimulatedTarCommand(files, console, folder).run(texts));
            case "test" -> OptionalInt.of(runTest(texts, folder));
            case "false" -> OptionalInt.of(1);
            case "env", "printenv" -> OptionalInt.of(runEnv(texts));
            default -> {
                runBuiltin(texts, folder);
                yield OptionalInt.of(0);
            }
        };
    }

    private int runShell(List<String> texts) throws IOException, InterruptedException {
        int at = texts.indexOf("-c");
        if (at < 0) {
            at = texts.indexOf("-lc");
        }
        if (at < 0 || at + 1 >= texts.size()) {
            return 0;
        }
        return new SimulatedShell(this, programName(texts.getFirst())).run(texts.get(at + 1));
    }

    private void runBuiltin(List<String> texts, String folder) throws IOException {
        var option = texts.size() > 1 ? texts.get(1) : "";
        switch (programName(texts.getFirst())) {
            case "echo" -> {
                boolean open = option.equals("-n");
                console.printOutput(String.join(" ", texts.subList(open ? 2 : 1, texts.size())) + (open ? "" : "\n"));
            }
            case "clear" -> console.printOutput("\u001b[H\u001b[2J\u001b[3J");
            case "hostname" -> console.printOutput(environment.hostName() + "\n");
            case "whoami" -> console.printOutput("root\n");
            case "id" -> console.printOutput(option.equals("-u") ? "0\n" : "uid=0(root) gid=0(root) groups=0(root)\n");
            case "pwd" -> console.printOutput(folder + "\n");
            case "date" -> console.printOutput(DATE.format(environment.now()) + "\n");
            case "nproc" ->
                console.printOutput(environment.node().path("status").path("capacity").path("cpu").asText("8") + "\n");
            case "uname" -> console.printOutput(unameText(option) + "\n");
            default -> {}
        }
    }

    private String unameText(String option) {
        var kernel = environment.node().path("status").path("nodeInfo").path("kernelVersion")
                .asText("6.8.0-71-generic");
        return switch (option) {
            case "-r" -> kernel;
            case "-n" -> environment.hostName();
            case "-m" -> "x86_64";
            case "-a" ->
                "Linux " + environment.hostName() + " " + kernel + " #71-Ubuntu SMP PREEMPT_DYNAMIC x86_64 GNU/Linux";
            default -> "Linux";
        };
    }

    private int runStty(List<String> texts) throws IOException {
        boolean known = !console.terminalSize().isEmpty();
        if (known && texts.contains("size")) {
            console.printOutput(console.terminalSize() + "\n");
        } else if (!known) {
            console.printError("stty: 'standard input': Inappropriate ioctl for device\n");
        }
        return known ? 0 : 1;
    }

    private int runEnv(List<String> texts) throws IOException {
        var all = environment.environment();
        if (texts.size() == 1) {
            for (var variable : all.entrySet()) {
                console.printOutput(variable.getKey() + "=" + variable.getValue() + "\n");
            }
            return 0;
        }
        var value = all.get(texts.get(1));
        if (value != null) {
            console.printOutput(value + "\n");
        }
        return value == null ? 1 : 0;
    }

    private int runCat(List<String> texts, String folder) throws IOException {
        int code = 0;
        for (var word : texts.subList(1, texts.size())) {
            var path = SimulatedContainerFiles.resolvePath(folder, word);
            var text = files.readText(path);
            if (text != null) {
                console.printOutput(text);
            } else if (files.sizeOf(path) >= 0) {
                printFile(path);
            } else {
                console.printError("cat: " + word + (files.isFolder(path)
                        ? ": Is a directory\n"
                        : ": No such file or directory\n"));
                code = 1;
            }
        }
        return code;
    }

    private void printFile(String path) throws IOException {
        try (var in = files.open(path)) {
            for (var piece = in.readNBytes(1 << 15); piece.length > 0; piece = in.readNBytes(1 << 15)) {
                console.writeBytes(piece);
            }
        }
    }

    /** Runs {@code test}, as far as it asks whether a path exists. */
    private int runTest(List<String> texts, String folder) {
        var path = texts.size() == 3 ? SimulatedContainerFiles.resolvePath(folder, texts.get(2)) : "";
        boolean so = switch (texts.size() == 3 ? texts.get(1) : "") {
            case "-d" -> files.isFolder(path);
            case "-f" -> files.sizeOf(path) >= 0;
            case "-e" -> files.isFolder(path) || files.sizeOf(path) >= 0;
            default -> false;
        };
        return so ? 0 : 1;
    }

    private int runSleep(List<String> texts) throws IOException, InterruptedException {
        var time = texts.size() > 1 ? texts.get(1) : "";
        if (time.equals("infinity")) {
            console.pause(Duration.ofDays(365));
        } else if (SECONDS.matcher(time).matches()) {
            console.pause(Duration.ofMillis(new BigDecimal(time).movePointRight(3).longValue()));
        } else {
            console.printError(time.isEmpty()
                    ? "sleep: missing operand\n"
                    : "sleep: invalid time interval '" + time + "'\n");
            return 1;
        }
        return 0;
    }
}
