package tessera.gpu;

import java.util.Collection;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.PodSummary;

/**
 * The accelerators that some pods request, by unit: devices, instances, partitions and shares.
 *
 * @param devices    whole ones, as far as their requests tell
 * @param instances  MIG instances
 * @param partitions other partitions of devices
 * @param shares     shares of devices
 */
public record PodAcceleratorRequests(long devices, long instances, long partitions, long shares) {

    public static final PodAcceleratorRequests NONE = new PodAcceleratorRequests(0, 0, 0, 0);

    public static PodAcceleratorRequests of(Collection<PodSummary> pods, AcceleratorCatalog accelerators) {
        var requests = NONE;
        for (var pod : pods) {
            requests = requests.plus(new PodAcceleratorRequests(0, 0, 0,
                    KaiGpuFraction.fromAnnotations(pod).map(KaiGpuFraction::gpus).orElse(0)));
            for (var name : pod.requests().names()) {
                var kind = accelerators.acceleratorOf(name).filter(AcceleratorCatalogEntry::isCompute);
                if (kind.isPresent()) {
                    requests = requests.plus(ofKind(kind.get(), pod.requests().get(name)));
                }
            }
        }
        return requests;
    }

    private static PodAcceleratorRequests ofKind(AcceleratorCatalogEntry kind, long units) {
        if (kind.isMig()) {
            return new PodAcceleratorRequests(0, units, 0, 0);
        }
        return switch (kind.unitKind()) {
            case PARTITION -> new PodAcceleratorRequests(0, 0, units, 0);
            case REPLICA -> new PodAcceleratorRequests(0, 0, 0, units);
            case DEVICE, FRACTION, HANDLE, SYSTEM -> new PodAcceleratorRequests(units, 0, 0, 0);
        };
    }

    private PodAcceleratorRequests plus(PodAcceleratorRequests other) {
        return new PodAcceleratorRequests(ResourceAmounts.saturatedSum(devices, other.devices),
                ResourceAmounts.saturatedSum(instances, other.instances),
                ResourceAmounts.saturatedSum(partitions, other.partitions),
                ResourceAmounts.saturatedSum(shares, other.shares));
    }
}
