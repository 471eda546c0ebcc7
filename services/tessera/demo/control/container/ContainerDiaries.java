package tessera.demo.control.container;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import tessera.demo.api.kubelet.ContainerLogSource.SourceLine;

/** What containers write about what they really do, beside what such containers write anyway. Any thread. */
public final class ContainerDiaries {

    /** What is written twice in so short a time is one line. */
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private final Map<String, List<SourceLine>> byContainer = new ConcurrentHashMap<>();

    /** Writes a line into the log of a pod's container. */
    public void write(String uid, String container, Instant at, String text) {
        var lines = byContainer.computeIfAbsent(key(uid, container), _ -> new CopyOnWriteArrayList<>());
        boolean again = !lines.isEmpty() && lines.getLast().text().equals(text)
                && at.isBefore(lines.getLast().at().plus(AT_ONCE));
        if (!again) {
            lines.add(new SourceLine(at, text));
        }
    }

    /** Throws away what the containers of a pod wrote. */
    public void forget(String uid) {
        byContainer.keySet().removeIf(key -> key.startsWith(uid + "/"));
    }

    /** The lines so far; later ones come at its end. */
    List<SourceLine> of(String uid, String container) {
        return byContainer.getOrDefault(key(uid, container), List.of());
    }

    private static String key(String uid, String container) {
        return uid + "/" + container;
    }
}
