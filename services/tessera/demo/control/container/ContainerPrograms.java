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

/** The few programs that containers have. */
final class ContainerPrograms {

    private static final Set<String> USUAL = Set.of("cat", "clear", "date", "echo", "env", "false", "hostname",
            "id", "ls", "nproc", "printenv", "printf", "pwd", "sh", "sleep", "stty", "tar", "test", "true", "uname",
            "whoami");
    private static final Pattern PLACE = Pattern.compile("/(usr/(local/)?)?s?bin/([^/]+)");
    private static final Pattern SECONDS = Pattern.compile("\\d{1,7}(\\.\\d{1,3})?");
    private static final DateTimeFormatter DATE = DateTimeFormatter
            .ofPattern("EEE MMM ppd HH:mm:ss 'UTC' yyyy", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final ContainerScene scene;
    private final ContainerDisk disk;
    private final ContainerFiles files;
    private final ProgramConsole console;

    /** @param disk what was written in the container */
    ContainerPrograms(ContainerScene scene, ProgramConsole console, ContainerDisk disk) {
        this.scene = scene;
        this.console = console;
        this.disk = disk;
        files = new ContainerFiles(scene, disk);
    }

    /** The same in the same place, with another console. */
    ContainerPrograms at(ProgramConsole other) {
        return new ContainerPrograms(scene, other, disk);
    }

    ContainerFiles files() {
        return files;
    }

    ContainerScene scene() {
        return scene;
    }

    ProgramConsole console() {
        return console;
    }

    /** The program that a word names, or the empty text if there is none. */
    String named(String word) {
        var place = PLACE.matcher(word);
        var name = place.matches() ? place.group(3) : word;
        boolean there = switch (name) {
            case "nvidia-smi" -> !scene.devices().isEmpty();
            case "bash" -> scene.furnished() && !scene.small();
            default -> scene.furnished() && USUAL.contains(name);
        };
        return there ? name : "";
    }

    /** Whether a command is a shell that wants to be told what to do. */
    boolean asksForMore(List<String> words) {
        var name = words.isEmpty() ? "" : named(words.getFirst());
        return (name.equals("sh") || name.equals("bash"))
                && words.stream().skip(1).allMatch(word -> List.of("-i", "-l", "-il").contains(word));
    }

    /**
     * Runs a program.
     *
     * @return its exit code; nothing if there is no such program
     */
    OptionalInt run(List<String> words, String folder) throws IOException, InterruptedException {
        return switch (named(words.getFirst())) {
            case "" -> OptionalInt.empty();
            case "sh", "bash" -> OptionalInt.of(shell(words));
            case "nvidia-smi" -> OptionalInt.of(new NvidiaTool(scene).run(words, console));
            case "cat" -> OptionalInt.of(cat(words, folder));
            case "ls" -> OptionalInt.of(new LsProgram(files, console).run(words, folder));
            case "sleep" -> OptionalInt.of(sleep(words));
            case "stty" -> OptionalInt.of(size(words));
            case "printf" -> OptionalInt.of(new PrintfProgram(console).run(words));
            case "tar" -> OptionalInt.of(new TarProgram(files, console, folder).run(words));
            case "test" -> OptionalInt.of(test(words, folder));
            case "false" -> OptionalInt.of(1);
            case "env", "printenv" -> OptionalInt.of(environment(words));
            default -> {
                say(words, folder);
                yield OptionalInt.of(0);
            }
        };
    }

    private int shell(List<String> words) throws IOException, InterruptedException {
        int at = words.indexOf("-c");
        if (at < 0) {
            at = words.indexOf("-lc");
        }
        return at < 0 || at + 1 >= words.size() ? 0
                : new ContainerShell(this, named(words.getFirst())).run(words.get(at + 1));
    }

    private void say(List<String> words, String folder) throws IOException {
        var option = words.size() > 1 ? words.get(1) : "";
        switch (named(words.getFirst())) {
            case "echo" -> {
                boolean open = option.equals("-n");
                console.out(String.join(" ", words.subList(open ? 2 : 1, words.size())) + (open ? "" : "\n"));
            }
            case "clear" -> console.out("\u001b[H\u001b[2J\u001b[3J");
            case "hostname" -> console.out(scene.host() + "\n");
            case "whoami" -> console.out("root\n");
            case "id" -> console.out(option.equals("-u") ? "0\n" : "uid=0(root) gid=0(root) groups=0(root)\n");
            case "pwd" -> console.out(folder + "\n");
            case "date" -> console.out(DATE.format(scene.now()) + "\n");
            case "nproc" -> console.out(scene.node().path("status").path("capacity").path("cpu").asText("8") + "\n");
            case "uname" -> console.out(name(option) + "\n");
            default -> {}
        }
    }

    private String name(String option) {
        var kernel = scene.node().path("status").path("nodeInfo").path("kernelVersion").asText("6.8.0-71-generic");
        return switch (option) {
            case "-r" -> kernel;
            case "-n" -> scene.host();
            case "-m" -> "x86_64";
            case "-a" -> "Linux " + scene.host() + " " + kernel + " #71-Ubuntu SMP PREEMPT_DYNAMIC x86_64 GNU/Linux";
            default -> "Linux";
        };
    }

    private int size(List<String> words) throws IOException {
        boolean known = !console.size().isEmpty();
        if (known && words.contains("size")) {
            console.out(console.size() + "\n");
        } else if (!known) {
            console.err("stty: 'standard input': Inappropriate ioctl for device\n");
        }
        return known ? 0 : 1;
    }

    private int environment(List<String> words) throws IOException {
        var all = scene.environment();
        if (words.size() == 1) {
            for (var variable : all.entrySet()) {
                console.out(variable.getKey() + "=" + variable.getValue() + "\n");
            }
            return 0;
        }
        var value = all.get(words.get(1));
        if (value != null) {
            console.out(value + "\n");
        }
        return value == null ? 1 : 0;
    }

    private int cat(List<String> words, String folder) throws IOException {
        int code = 0;
        for (var word : words.subList(1, words.size())) {
            var path = ContainerFiles.from(folder, word);
            var text = files.text(path);
            if (text != null) {
                console.out(text);
            } else if (files.size(path) >= 0) {
                print(path);
            } else {
                console.err("cat: " + word + (files.folderAt(path)
                        ? ": Is a directory\n"
                        : ": No such file or directory\n"));
                code = 1;
            }
        }
        return code;
    }

    private void print(String path) throws IOException {
        try (var in = files.open(path)) {
            for (var piece = in.readNBytes(1 << 15); piece.length > 0; piece = in.readNBytes(1 << 15)) {
                console.raw(piece);
            }
        }
    }

    /** As far as it asks whether something is there. */
    private int test(List<String> words, String folder) {
        var path = words.size() == 3 ? ContainerFiles.from(folder, words.get(2)) : "";
        boolean so = switch (words.size() == 3 ? words.get(1) : "") {
            case "-d" -> files.folderAt(path);
            case "-f" -> files.size(path) >= 0;
            case "-e" -> files.folderAt(path) || files.size(path) >= 0;
            default -> false;
        };
        return so ? 0 : 1;
    }

    private int sleep(List<String> words) throws IOException, InterruptedException {
        var time = words.size() > 1 ? words.get(1) : "";
        if (time.equals("infinity")) {
            console.pause(Duration.ofDays(365));
        } else if (SECONDS.matcher(time).matches()) {
            console.pause(Duration.ofMillis(new BigDecimal(time).movePointRight(3).longValue()));
        } else {
            console.err(time.isEmpty()
                    ? "sleep: missing operand\n"
                    : "sleep: invalid time interval '" + time + "'\n");
            return 1;
        }
        return 0;
    }
}
