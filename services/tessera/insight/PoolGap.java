package tessera.insight;

import java.util.Collection;
import tessera.dra.DevicePool;

/** The knowledge that is missing of a node's GPUs because slices of their pools are missing. */
enum PoolGap {
    NONE,
    /** More may be there, and free: the scheduler allocates what it sees of such pools. */
    FREE,
    /** More may be there, out of service: the scheduler passes such pools over. */
    OUT_OF_SERVICE;

    static PoolGap of(Collection<DevicePool> pools) {
        return pools.stream().filter(pool -> pool.status() == DevicePool.PoolStatus.UPDATING
                && GpuDriver.find(pool.driver()).isPresent()).map(pool -> pool.isAllocatable() ? FREE : OUT_OF_SERVICE)
                .findFirst().orElse(NONE);
    }

    /** Returns the bound of the number of all these GPUs. */
    EstimateBound totalBound() {
        return this == NONE ? EstimateBound.EXACT : EstimateBound.AT_LEAST;
    }

    /** Returns the bound of the number of free GPUs, as far as missing slices matter. */
    EstimateBound freeBound() {
        return this == FREE ? EstimateBound.AT_LEAST : EstimateBound.EXACT;
    }

    /** Returns the bound of the number of GPUs out of service, as far as missing slices matter. */
    EstimateBound outOfServiceBound() {
        return this == OUT_OF_SERVICE ? EstimateBound.AT_LEAST : EstimateBound.EXACT;
    }
}
