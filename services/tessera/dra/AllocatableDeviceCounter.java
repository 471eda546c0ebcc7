package tessera.dra;

import java.util.Collection;
import java.util.function.Predicate;
import tessera.dra.DraDeviceInventory.InventoryDevice;
import tessera.model.DeviceSubRequest;

/**
 * The number of devices that a request could be given, one after the other: each consumes counters of its pool or capacity.
 *
 * @param sharesPerDevice most that is given of a device that several claims may share
 */
record AllocatableDeviceCounter(DeviceSubRequest request, int sharesPerDevice) {

    /** Shares of a device beyond that are not counted: an amount that nobody accounts for has no end of them. */
    static final int SHARES = 1_000;

    /** @param use what is taken of them; grows by what is given */
    long countGranted(Collection<InventoryDevice> entries, DraDeviceUsage use, Predicate<InventoryDevice> given) {
        long count = 0;
        for (var entry : entries) {
            var device = entry.device();
            boolean shares = device.device().shareable() && !request.adminAccess() && !request.all();
            int one = shares ? sharesPerDevice : 1;
            int maximum = given.test(entry) ? one : 0;
            for (int at = 0; at < maximum && use.isAvailable(device, request); at++) {
                use.takeDevice(device, request);
                count++;
            }
        }
        return count;
    }

    /** Returns whether the scheduler would allocate a device for the request, if it were free. */
    boolean allowsAllocation(InventoryDevice entry) {
        return entry.pool().isAllocatable() && entry.device().untoleratedTaints(request.tolerations()).isEmpty();
    }
}
