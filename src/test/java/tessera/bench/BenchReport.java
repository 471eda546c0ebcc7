package tessera.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The report of a benchmark: its tables, with the load of the machine before and after, as machines are shared. */
public final class BenchReport {

    private final Path file;
    private final double loadBefore = load();

    /** Begins a report before anything is measured. */
    public BenchReport(String name) {
        file = Path.of("target/bench", name);
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** Writes and prints a table. */
    public void write(String table) throws IOException {
        var report = table
                + String.format(Locale.ROOT, "%nLoad of the last minute on %d processors: %.1f before, %.1f after.%n",
                        Runtime.getRuntime().availableProcessors(), loadBefore, load());
        Files.createDirectories(file.getParent());
        Files.writeString(file, report);
        System.out.println(report);
    }
}
