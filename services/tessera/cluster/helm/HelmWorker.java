package tessera.cluster.helm;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.ShowCommand;
import com.marcnuri.helm.UpgradeCommand;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tessera.file.SizeLimitedFileReader;

/**
 * Main class of the Helm worker process: Helm's library is Go, which cannot be interrupted and does not give memory back.
 * It reads requests from standard input and answers on standard output, ends with the program that started it, and ends itself
 * where it takes too much memory.
 */
public final class HelmWorker {

    /** What begins an answer; Helm may print something of its own. */
    static final String ANSWER = "tessera-helm ";
    static final String DONE = "done";
    static final String FAILED = "failed";
    static final String UNLOADED = "unloaded";
    /** How it ends when it took too much memory. */
    static final int OUT_OF_MEMORY = 9;
    /** Seconds for each hook, as the helm command has them; the library would wait for ever. */
    static final int PATIENCE = 300;
    /** Seconds after which nobody is likely to ask soon. */
    private static final int IDLE = 60;

    private final LinkedBlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final PrintStream answers;
    private final Path folder;

    private HelmWorker(PrintStream answers, Path folder) {
        this.answers = answers;
        this.folder = folder;
    }

    /**
     * Serves the requests on standard input until it ends.
     *
     * @param arguments the folder for temporary files
     */
    public static void main(String[] arguments) throws InterruptedException {
        var worker = new HelmWorker(System.out, Path.of(arguments[0]));
        Thread.ofPlatform().daemon().name("requests").start(worker::readRequests);
        Thread.ofPlatform().daemon().name("limits").start(HelmWorkerLimitEnforcer::enforce);
        worker.serveRequests();
        Runtime.getRuntime().halt(0);
    }

    /** Reads requests; ends the process when its input closes, also because its parent was killed. */
    private void readRequests() {
        try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                requests.add(line);
            }
        } catch (IOException _) {
            // As if it had ended.
        }
        Runtime.getRuntime().halt(0);
    }

    private void serveRequests() throws InterruptedException {
        for (var line = requests.poll(IDLE, TimeUnit.SECONDS); line != null; line = requests.poll(IDLE,
                TimeUnit.SECONDS)) {
            var answer = runRequest(HelmWorkerRequest.parse(line));
            deleteLibrary();
            answers.println(ANSWER + HelmWorkerRequest.joinParts(answer));
            answers.flush();
        }
    }

    private static List<String> runRequest(HelmWorkerRequest request) {
        try {
            return List.of(DONE, executeVerb(request));
        } catch (LinkageError e) {
            return List.of(UNLOADED, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            return List.of(FAILED, String.valueOf(e.getMessage()));
        }
    }

    /** Deletes the unpacked library where the system allows it: its hundred megabytes are not needed once it is loaded. */
    private void deleteLibrary() {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder())
                    .filter(path -> !path.equals(folder) && folder.relativize(path).toString().startsWith("helm-java"))
                    .toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException _) {
            // It goes with the folder.
        }
    }

    private static String executeVerb(HelmWorkerRequest request) {
        return switch (request.verb()) {
            case SHOW_CHART -> showOutput(Helm.show(request.chart()).chart(), request);
            case SHOW_VALUES -> showOutput(Helm.show(request.chart()).values(), request);
            case SHOW_DEFINITIONS -> showOutput(Helm.show(request.chart()).crds(), request);
            case INSTALL -> {
                installChart(request);
                yield "";
            }
            case UPGRADE -> {
                upgradeRelease(request);
                yield "";
            }
            case UNINSTALL -> emptyIfNull(Helm.uninstall(request.release()).withNamespace(request.namespace())
                    .withKubeConfigContents(request.kubeconfig()).call());
        };
    }

    private static String showOutput(ShowCommand.ShowSubcommand command, HelmWorkerRequest request) {
        return emptyIfNull(
                request.version().isEmpty() ? command.call() : command.withVersion(request.version()).call());
    }

    /** Returns an empty text for null, which the library uses for it. */
    private static String emptyIfNull(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }

    private static void installChart(HelmWorkerRequest request) {
        InstallCommand command = Helm.install(request.chart()).withName(request.release())
                .withNamespace(request.namespace()).createNamespace().withTimeout(PATIENCE)
                .withDescription(request.description()).withKubeConfigContents(request.kubeconfig());
        if (!request.version().isEmpty()) {
            command.withVersion(request.version());
        }
        if (!request.values().isEmpty()) {
            command.withValuesFile(Path.of(request.values()));
        }
        if (request.skipCrds()) {
            command.skipCrds().disableOpenApiValidation();
        }
        command.call();
    }

    private static void upgradeRelease(HelmWorkerRequest request) {
        UpgradeCommand command = Helm.upgrade(request.chart()).withName(request.release())
                .withNamespace(request.namespace()).resetValues().disableOpenApiValidation().withTimeout(PATIENCE)
                .withDescription(request.description()).withKubeConfigContents(request.kubeconfig());
        if (!request.version().isEmpty()) {
            command.withVersion(request.version());
        }
        if (!request.values().isEmpty()) {
            command.withValuesFile(Path.of(request.values()));
        }
        if (request.force()) {
            command.force();
        }
        command.call();
    }

    /**
     * Limits of the Helm worker process: its memory, and that only the program which started it may end it. A key
     * that a terminal knows as the wish to end goes to both, and Helm in the middle of a change must hear of it from the program.
     */
    static final class HelmWorkerLimitEnforcer {

        /** As much as the charts of large stacks need several times. */
        static final long MOST_MEMORY = 1L << 30;
        private static final Duration GLANCE = Duration.ofMillis(50);
        private static final List<String> ENDING = List.of("HUP", "INT", "TERM");
        private static final int RESIDENT = 1;
        private static final int PAGE = 4096;
        private static final int LARGEST = 4096;
        /** Two numbers and five more, each of the whole process, in pages. */
        private static final Path LINUX = Path.of("/proc/self/statm");

        private HelmWorkerLimitEnforcer() {}

        /** Enforces the limits; never returns by itself. */
        static void enforce() {
            try {
                while (usedMemory() <= MOST_MEMORY) {
                    // Helm's code takes them for itself whenever it renders or installs.
                    ENDING.forEach(HelmWorkerLimitEnforcer::ignoreSignal);
                    Thread.sleep(GLANCE);
                }
            } catch (InterruptedException | IOException _) {
                // Without a limit it does not go on.
            }
            Runtime.getRuntime().halt(HelmWorker.OUT_OF_MEMORY);
        }

        private static long usedMemory() throws IOException, InterruptedException {
            var system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
            if (system.startsWith("linux")) {
                var numbers = SizeLimitedFileReader.readText(LINUX, LARGEST).split(" ", -1);
                return Long.parseLong(numbers[RESIDENT]) * PAGE;
            }
            if (system.startsWith("mac")) {
                return residentKibibytesOnMac() << 10;
            }
            // Of Windows what no other process could have; elsewhere it would be all that was reserved.
            return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getCommittedVirtualMemorySize();
        }

        private static long residentKibibytesOnMac() throws IOException, InterruptedException {
            var process = new ProcessBuilder("/bin/ps", "-o", "rss=", "-p",
                    String.valueOf(ProcessHandle.current().pid())).start();
            var said = new String(process.getInputStream().readNBytes(LARGEST), StandardCharsets.US_ASCII).strip();
            process.waitFor();
            return said.matches("\\d{1,12}") ? Long.parseLong(said) : 0;
        }

        /** Ignores a signal by reflection, as the compiler warns of the only class that can. */
        private static void ignoreSignal(String name) {
            try {
                var type = Class.forName("sun.misc.Signal");
                var handling = Class.forName("sun.misc.SignalHandler");
                var signal = type.getConstructor(String.class).newInstance(name);
                type.getMethod("handle", type, handling).invoke(null, signal, handling.getField("SIG_IGN").get(null));
            } catch (ReflectiveOperationException | IllegalArgumentException _) {
                // Not every system has all of them.
            }
        }
    }
}
