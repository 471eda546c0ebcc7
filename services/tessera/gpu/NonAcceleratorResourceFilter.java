package tessera.gpu;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.PodSummary;

/**
 * Extended resources that are no accelerators, such as network adapters, FPGAs and resources of unknown device plugins.
 */
public final class NonAcceleratorResourceFilter {

    /** Names of this domain are the cluster's own and count no devices. */
    private static final String NATIVE = "kubernetes.io/";

    private final AcceleratorCatalog accelerators;

    public NonAcceleratorResourceFilter(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    /** Returns the amounts of such devices among some requests. */
    public SortedMap<String, Long> amountsOf(ResourceAmounts requests) {
        var devices = new TreeMap<String, Long>();
        requests.names().stream().filter(name -> requests.get(name) > 0 && name.contains("/"))
                .filter(name -> !name.contains(NATIVE) && !accelerators.isRequested(requests, name))
                .forEach(name -> devices.put(name, requests.get(name)));
        return devices;
    }

    /** Returns whether a pod requests such devices and no accelerator, so that it is not part of the fleet. */
    public boolean isOnlyRequest(PodSummary pod) {
        return !accelerators.isRequestedBy(pod.requests()) && !pod.needsClaims()
                && !amountsOf(pod.requests()).isEmpty();
    }

    /** Returns the pods that wait for such devices alone, longest waiting first. */
    public List<PodSummary> waitingPods(ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.unbound().stream().filter(pod -> pod.waitsForNode() && isOnlyRequest(pod))
                .sorted(GpuFleet.LONGEST_FIRST).toList();
    }

    /** Returns the names of the devices that pods request, in one line. */
    public String namesText(List<PodSummary> pods) {
        var names = new TreeSet<String>();
        pods.forEach(pod -> names.addAll(amountsOf(pod.requests()).keySet()));
        return names.stream().collect(Collectors.joining(", "));
    }
}
