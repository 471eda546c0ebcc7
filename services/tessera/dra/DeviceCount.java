package tessera.dra;

import java.util.Collection;
import java.util.function.Predicate;
import tessera.dra.DeviceLedger.LedgerEntry;
import tessera.model.DeviceSubRequest;

/**
 * How many devices a request could be given of some, one after the other, in their order: what was given is gone for those
 * behind it, be it counters of a pool or capacity of a device.
 *
 * @param each most that is given of a device that several claims may share
 */
record DeviceCount(DeviceSubRequest request, int each) {

    /** Shares of a device beyond that are not counted: an amount that nobody accounts for has no end of them. */
    static final int SHARES = 1_000;

    /** @param use what is taken of them; grows by what is given */
    long of(Collection<LedgerEntry> entries, DeviceUse use, Predicate<LedgerEntry> given) {
        long count = 0;
        for (var entry : entries) {
            var device = entry.device();
            boolean shares = device.device().shareable() && !request.admin() && !request.all();
            int one = shares ? each : 1;
            int most = given.test(entry) ? one : 0;
            for (int at = 0; at < most && use.leaves(device, request); at++) {
                use.take(device, request);
                count++;
            }
        }
        return count;
    }

    /** Whether the scheduler would allocate a device for the request, were it free. */
    boolean admits(LedgerEntry entry) {
        return entry.pool().open() && entry.device().repelling(request.tolerations()).isEmpty();
    }
}
