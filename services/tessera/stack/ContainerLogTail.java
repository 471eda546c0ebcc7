package tessera.stack;

import java.util.List;

/**
 * The last log lines of a container.
 *
 * @param container its name
 * @param hasPreviousRun whether it has ended badly and is to run again, or does: why it did is in the log of the run before
 */
public record ContainerLogTail(String container, boolean hasPreviousRun, List<String> lines) {

    public ContainerLogTail {
        lines = List.copyOf(lines);
    }
}
