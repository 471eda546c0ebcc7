package tessera.insight;

import java.util.Collection;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;

/**
 * The accelerators that some pods request, by unit: devices, instances, partitions and shares.
 *
 * @param devices    whole ones, as far as their requests tell
 * @param instances  MIG instances
 * @param partitions other partitions of devices
 * @param shares     shares of devices
 */
public record AcceleratorRequests(long devices, long instances, long partitions, long shares) {

    public static final AcceleratorRequests NONE = new AcceleratorRequests(0, 0, 0, 0);

    public static AcceleratorRequests of(Collection<PodFacts> pods, AcceleratorCatalog accelerators) {
        var demand = NONE;
        for (var pod : pods) {
            demand = demand.plus(new AcceleratorRequests(0, 0, 0,
                    GpuFraction.fromAnnotations(pod).map(GpuFraction::gpus).orElse(0)));
            for (var name : pod.requests().names()) {
                var kind = accelerators.acceleratorOf(name).filter(Accelerator::isCompute);
                if (kind.isPresent()) {
                    demand = demand.plus(ofKind(kind.get(), pod.requests().get(name)));
                }
            }
        }
        return demand;
    }

    private static AcceleratorRequests ofKind(Accelerator kind, long units) {
        if (kind.isMig()) {
            return new AcceleratorRequests(0, units, 0, 0);
        }
        return switch (kind.form()) {
            case PARTITION -> new AcceleratorRequests(0, 0, units, 0);
            case REPLICA -> new AcceleratorRequests(0, 0, 0, units);
            case DEVICE, FRACTION, HANDLE, SYSTEM -> new AcceleratorRequests(units, 0, 0, 0);
        };
    }

    private AcceleratorRequests plus(AcceleratorRequests other) {
        return new AcceleratorRequests(ResourceAmounts.saturatedSum(devices, other.devices),
                ResourceAmounts.saturatedSum(instances, other.instances),
                ResourceAmounts.saturatedSum(partitions, other.partitions),
                ResourceAmounts.saturatedSum(shares, other.shares));
    }
}
