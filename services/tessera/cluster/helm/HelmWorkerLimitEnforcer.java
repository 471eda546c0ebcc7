package tessera.cluster.helm;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import tessera.file.SizeLimitedFileReader;

/**
 * Limits of the Helm worker process: its memory, and that only the program which started it may end it. A key
 * that a terminal knows as the wish to end goes to both, and Helm in the middle of a change must hear of it from the program.
 */
final class HelmWorkerLimitEnforcer {

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
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getCommittedVirtualMemorySize();
    }

    private static long residentKibibytesOnMac() throws IOException, InterruptedException {
        var process = new ProcessBuilder("/bin/ps", "-o", "rss=", "-p", String.valueOf(ProcessHandle.current().pid()))
                .start();
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
