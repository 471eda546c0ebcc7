package tessera.model;

import java.util.Map;

/**
 * A device that is allocated to a claim.
 *
 * @param adminAccess    whether the claim only looks on
 * @param shareId    tells a share of the device from others; empty where the claim has the whole device
 * @param consumedCapacity amounts of the device that the share takes
 */
public record AllocatedDevice(String request, String driver, String pool, String device, boolean adminAccess,
        String shareId, Map<String, Long> consumedCapacity) {

    public String poolKey() {
        return driver + "/" + pool;
    }

    /** Returns the key that identifies the device. */
    public String deviceKey() {
        return driver + "/" + pool + "/" + device;
    }
}
