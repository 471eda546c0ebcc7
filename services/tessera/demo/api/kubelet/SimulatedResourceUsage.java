package tessera.demo.api.kubelet;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The cpu and memory usage of a node or of a pod's containers, as the kubelet measured it.
 *
 * @param at     when
 * @param window over which time the processors were watched
 * @param containers  one for each container that runs; of a machine one without a name
 */
public record SimulatedResourceUsage(Instant at, Duration window, List<ContainerUsage> containers) {

    /**
     * The usage of one container.
     *
     * @param cores of processors, as a mean over the window
     * @param bytes of memory
     */
    public record ContainerUsage(String container, double cores, long bytes) {}

    public SimulatedResourceUsage {
        containers = List.copyOf(containers);
    }
}
