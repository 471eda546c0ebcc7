package tessera.demo.api.kubelet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What a machine or the containers of a pod use of processors and memory, as the kubelet measured it.
 *
 * @param at     when
 * @param window over which time the processors were watched
 * @param parts  one for each container that runs; of a machine one without a name
 */
public record MeasuredUsage(Instant at, Duration window, List<ContainerUsage> parts) {

    /**
     * What one container uses.
     *
     * @param cores of processors, as a mean over the window
     * @param bytes of memory
     */
    public record ContainerUsage(String container, double cores, long bytes) {}

    public MeasuredUsage {
        parts = List.copyOf(parts);
    }
}
