package tessera.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What this process takes. */
final class Vitals {

    private static final int COLLECTIONS = 3;

    private Vitals() {}

    /** The most memory it ever took from the machine, in bytes; Linux only. */
    static long peak() throws IOException {
        return status("VmHWM:");
    }

    static long resident() throws IOException {
        return status("VmRSS:");
    }

    private static long status(String name) throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        throw new IOException("no " + name + " in /proc/self/status");
    }

    static Duration processorTime() {
        var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return Duration.ofNanos(machine.getProcessCpuTime());
    }

    /** What is still held after everything else was collected, in bytes. */
    static long retained() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(100);
        }
        // What came since the last collection is left out.
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getCollectionUsage().getUsed()).sum();
    }

    static long used() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
