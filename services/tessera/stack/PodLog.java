package tessera.stack;

import java.util.List;

/**
 * The last lines that a container of a pod wrote.
 *
 * @param container its name
 * @param ranBefore whether it has ended badly and is to run again, or does: why it did is in the log of the run before
 */
public record PodLog(String container, boolean ranBefore, List<String> lines) {

    public PodLog {
        lines = List.copyOf(lines);
    }
}
