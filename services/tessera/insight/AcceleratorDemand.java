package tessera.insight;

import java.util.Collection;
import tessera.model.PodFacts;
import tessera.model.ResourceAmounts;

/**
 * What some pods want of accelerators, by what it would be handed out as: an instance is no GPU.
 *
 * @param devices    whole ones, as far as their requests tell
 * @param instances  MIG instances
 * @param partitions other partitions of devices
 * @param shares     shares of devices
 */
public record AcceleratorDemand(long devices, long instances, long partitions, long shares) {

    public static final AcceleratorDemand NONE = new AcceleratorDemand(0, 0, 0, 0);

    public static AcceleratorDemand of(Collection<PodFacts> pods, AcceleratorCatalog accelerators) {
        var demand = NONE;
        for (var pod : pods) {
            demand = demand.plus(new AcceleratorDemand(0, 0, 0, GpuFraction.of(pod).map(GpuFraction::gpus).orElse(0)));
            for (var name : pod.requests().names()) {
                var kind = accelerators.of(name).filter(Accelerator::computes);
                if (kind.isPresent()) {
                    demand = demand.plus(of(kind.get(), pod.requests().get(name)));
                }
            }
        }
        return demand;
    }

    private static AcceleratorDemand of(Accelerator kind, long units) {
        if (kind.mig()) {
            return new AcceleratorDemand(0, units, 0, 0);
        }
        return switch (kind.form()) {
            case PARTITION -> new AcceleratorDemand(0, 0, units, 0);
            case REPLICA -> new AcceleratorDemand(0, 0, 0, units);
            case DEVICE, FRACTION, HANDLE, SYSTEM -> new AcceleratorDemand(units, 0, 0, 0);
        };
    }

    private AcceleratorDemand plus(AcceleratorDemand other) {
        return new AcceleratorDemand(ResourceAmounts.saturatedSum(devices, other.devices),
                ResourceAmounts.saturatedSum(instances, other.instances),
                ResourceAmounts.saturatedSum(partitions, other.partitions),
                ResourceAmounts.saturatedSum(shares, other.shares));
    }
}
