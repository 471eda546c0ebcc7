package tessera.insight;

import java.util.Collection;
import tessera.dra.DevicePool;

/** What is not known of the GPUs of a node because slices of their pools are missing. */
enum PoolGap {
    NONE,
    /** More may be there, and free: the scheduler allocates what it sees of such pools. */
    FREE,
    /** More may be there, out of service: the scheduler passes such pools over. */
    OUT_OF_SERVICE;

    static PoolGap of(Collection<DevicePool> pools) {
        return pools.stream().filter(pool -> pool.status() == DevicePool.Status.UPDATING
                && GpuDriver.named(pool.driver()).isPresent()).map(pool -> pool.open() ? FREE : OUT_OF_SERVICE)
                .findFirst().orElse(NONE);
    }

    /** Returns how a count of all these GPUs stands to the truth. */
    EstimateBound total() {
        return this == NONE ? EstimateBound.EXACT : EstimateBound.AT_LEAST;
    }

    /** Returns how a count of the free ones stands to the truth, as far as this goes. */
    EstimateBound free() {
        return this == FREE ? EstimateBound.AT_LEAST : EstimateBound.EXACT;
    }

    /** Returns how a count of those out of service stands to the truth, as far as this goes. */
    EstimateBound outOfService() {
        return this == OUT_OF_SERVICE ? EstimateBound.AT_LEAST : EstimateBound.EXACT;
    }
}
