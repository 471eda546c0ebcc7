package tessera.insight;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;
import tessera.model.Snapshot;

/**
 * Extended resources that count no accelerators: network adapters, FPGAs, and whatever a device plugin that the catalogue does not
 * know offers.
 */
public final class OtherDevices {

    /** Names of this domain are the cluster's own and count no devices. */
    private static final String NATIVE = "kubernetes.io/";

    private final AcceleratorCatalog accelerators;

    public OtherDevices(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    /** How many of each some amounts include. */
    public SortedMap<String, Long> of(ResourceAmounts requests) {
        var devices = new TreeMap<String, Long>();
        requests.names().stream().filter(name -> requests.get(name) > 0 && name.contains("/"))
                .filter(name -> !name.contains(NATIVE) && !accelerators.wants(requests, name))
                .forEach(name -> devices.put(name, requests.get(name)));
        return devices;
    }

    /** Whether a pod asks for such devices and for no accelerator, so that it is not among those of the fleet. */
    public boolean alone(PodFacts pod) {
        return !accelerators.wantedBy(pod.requests()) && pod.claims().isEmpty() && !of(pod.requests()).isEmpty();
    }

    /** The pods that wait for such devices alone, longest waiting first. */
    public List<PodFacts> waiting(Snapshot snapshot) {
        return snapshot.unbound().stream().filter(pod -> pod.waitsForNode() && alone(pod))
                .sorted(GpuFleet.LONGEST_FIRST).toList();
    }

    /** The names of what some pods ask for, in one line. */
    public String names(List<PodFacts> pods) {
        var names = new TreeSet<String>();
        pods.forEach(pod -> names.addAll(of(pod.requests()).keySet()));
        return names.stream().collect(Collectors.joining(", "));
    }
}
