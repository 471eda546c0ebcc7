package tessera.demo.control.container;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tessera.demo.api.kubelet.SimulatedContainerLog.LogSourceLine;

/** Log lines about what containers really do, beside the lines generated for such containers. Any thread. */
public final class SimulatedContainerActivityLog {

    /** What is written twice in so short a time is one line. */
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private final Map<String, List<LogSourceLine>> byContainer = new ConcurrentHashMap<>();

    /** Adds a line to the log of a pod's container. */
    public void writeLine(String uid, String container, Instant at, String text) {
        var lines = byContainer.computeIfAbsent(containerKey(uid, container), _ -> new CopyOnWriteArrayList<>());
        boolean again = !lines.isEmpty() && lines.getLast().text().equals(text)
                && at.isBefore(lines.getLast().at().plus(AT_ONCE));
        if (!again) {
            lines.add(new LogSourceLine(at, text));
        }
    }

    /** Drops the lines of a pod's containers. */
    public void forgetPod(String uid) {
        byContainer.keySet().removeIf(key -> key.startsWith(uid + "/"));
    }

    /** Returns the lines so far; later ones are appended. */
    List<LogSourceLine> linesOf(String uid, String container) {
        return byContainer.getOrDefault(containerKey(uid, container), List.of());
    }

    private static String containerKey(String uid, String container) {
        return uid + "/" + container;
    }
}
