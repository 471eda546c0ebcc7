package tessera.model;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The specification and container status of a pod, read in full when its details are shown.
 *
 * @param containers in the order in which they start
 * @param volumes    what each is made of, by name
 * @param placement  what decides where it goes and who goes first, in words, by what it is
 */
public record PodDetails(List<ContainerDetails> containers, Map<String, String> volumes, List<PodSetting> placement) {

    /** A named setting of a pod, e.g. {@code Priority} and {@code 1000 (training)}. */
    public record PodSetting(String name, String value) {}

    /**
     * A container of the pod.
     *
     * @param kind     e.g. {@code init container}; empty for the usual kind
     * @param state    e.g. {@code running} or {@code CrashLoopBackOff}
     * @param running  whether it runs
     * @param running  whether it runs
     * @param since    when that began; null where nobody says
     * @param last     how the run before ended; empty where there was none
     * @param requests by resource, as written
     * @param limits   by resource, as written
     * @param ports    numbers of the declared ports
     * @param settings    probes, ports, mounts and the like
     */
    public record ContainerDetails(String name, String kind, String image, String state, boolean running,
            @Nullable Instant since, String last, int restarts, boolean ready, Map<String, String> requests,
            Map<String, String> limits, List<String> ports, List<PodSetting> settings) {

        public ContainerDetails {
            requests = Collections.unmodifiableMap(new TreeMap<>(requests));
            limits = Collections.unmodifiableMap(new TreeMap<>(limits));
            ports = List.copyOf(ports);
            settings = List.copyOf(settings);
        }
    }

    public PodDetails {
        containers = List.copyOf(containers);
        volumes = Collections.unmodifiableMap(new TreeMap<>(volumes));
        placement = List.copyOf(placement);
    }
}
