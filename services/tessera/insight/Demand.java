package tessera.insight;

import java.util.Collection;
import tessera.model.PodFacts;
import tessera.model.Resources;

/**
 * What some pods want of accelerators, by what it would be handed out as: an instance is no GPU.
 *
 * @param devices    whole ones, as far as their requests tell
 * @param instances  MIG instances
 * @param partitions other partitions of devices
 * @param shares     shares of devices
 */
public record Demand(long devices, long instances, long partitions, long shares) {

    public static final Demand NONE = new Demand(0, 0, 0, 0);

    public static Demand of(Collection<PodFacts> pods, Accelerators accelerators) {
        var demand = NONE;
        for (var pod : pods) {
            demand = demand.plus(new Demand(0, 0, 0, GpuFraction.of(pod).map(GpuFraction::gpus).orElse(0)));
            for (var name : pod.requests().names()) {
                var kind = accelerators.of(name).filter(Accelerator::computes);
                if (kind.isPresent()) {
                    demand = demand.plus(of(kind.get(), pod.requests().get(name)));
                }
            }
        }
        return demand;
    }

    private static Demand of(Accelerator kind, long units) {
        if (kind.mig()) {
            return new Demand(0, units, 0, 0);
        }
        return switch (kind.form()) {
            case PARTITION -> new Demand(0, 0, units, 0);
            case REPLICA -> new Demand(0, 0, 0, units);
            case DEVICE, FRACTION, HANDLE, SYSTEM -> new Demand(units, 0, 0, 0);
        };
    }

    private Demand plus(Demand other) {
        return new Demand(Resources.saturatedSum(devices, other.devices),
                Resources.saturatedSum(instances, other.instances),
                Resources.saturatedSum(partitions, other.partitions), Resources.saturatedSum(shares, other.shares));
    }
}
