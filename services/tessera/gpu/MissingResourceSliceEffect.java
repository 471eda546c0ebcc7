package tessera.gpu;

import java.util.Collection;
import tessera.dra.DraDevicePool;

/** The knowledge that is missing of a node's GPUs because slices of their pools are missing. */
enum MissingResourceSliceEffect {
    NONE,
    /** More may be there, and free: the scheduler allocates what it sees of such pools. */
    FREE,
    /** More may be there, out of service: the scheduler passes such pools over. */
    OUT_OF_SERVICE;

    static MissingResourceSliceEffect of(Collection<DraDevicePool> pools) {
        return pools.stream()
                .filter(pool -> pool.status() == DraDevicePool.DevicePoolCompleteness.UPDATING
                        && DraGpuDriver.find(pool.driver()).isPresent())
                .map(pool -> pool.isAllocatable() ? FREE : OUT_OF_SERVICE).findFirst().orElse(NONE);
    }

    /** Returns the bound of the number of all these GPUs. */
    EstimateBoundKind totalBound() {
        return this == NONE ? EstimateBoundKind.EXACT : EstimateBoundKind.AT_LEAST;
    }

    /** Returns the bound of the number of free GPUs, as far as missing slices matter. */
    EstimateBoundKind freeBound() {
        return this == FREE ? EstimateBoundKind.AT_LEAST : EstimateBoundKind.EXACT;
    }

    /** Returns the bound of the number of GPUs out of service, as far as missing slices matter. */
    EstimateBoundKind outOfServiceBound() {
        return this == OUT_OF_SERVICE ? EstimateBoundKind.AT_LEAST : EstimateBoundKind.EXACT;
    }
}
