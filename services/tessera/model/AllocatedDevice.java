package tessera.model;

import java.util.Map;

/**
 * A device that a claim was given.
 *
 * @param admin    whether the claim only looks on
 * @param share    tells a share of the device from others; empty where the claim has the whole device
 * @param consumed amounts of the device that the share takes
 */
public record AllocatedDevice(String request, String driver, String pool, String device, boolean admin, String share,
        Map<String, Long> consumed) {

    public String poolKey() {
        return driver + "/" + pool;
    }

    /** Returns what tells the device from all others. */
    public String deviceKey() {
        return driver + "/" + pool + "/" + device;
    }
}
