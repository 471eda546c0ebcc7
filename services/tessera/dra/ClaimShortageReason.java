package tessera.dra;

import java.util.List;
import tessera.text.Reason;

/** The reason why a claim fits no node, whatever is free. */
sealed interface ClaimShortageReason extends Reason {

    /**
     * A request for more devices than a claim can get on one node.
     *
     * @param claim        the claim's name; empty where the scheduler made it for an extended resource of the pod
     * @param place        a place that has enough devices, though not for the claim; empty for none
     * @param availability the availability of the devices there
     */
    record ClaimExceedsNodes(String claim, long count, String deviceClass, String place, String availability,
            long maximum) implements ClaimShortageReason {}

    /**
     * A DeviceClass of which no node has a device.
     *
     * @param claim     the claim's name; empty where the scheduler made it for an extended resource of the pod
     * @param selectors the expressions of the class that match no device; empty where no device is published
     * @param devices   the number of published devices
     */
    record ClaimClassWithoutDevices(String claim, String deviceClass, List<String> selectors,
            int devices) implements ClaimShortageReason {

        public ClaimClassWithoutDevices {
            selectors = List.copyOf(selectors);
        }
    }

    /**
     * Selectors of a claim's request that match no device of its DeviceClass.
     *
     * @param request   the request, as the claim names it
     * @param selectors the expressions of the request that match no device
     * @param devices   the number of devices of the class
     */
    record ClaimSelectorMismatch(String claim, String request, String deviceClass, List<String> selectors, int devices,
            List<DeviceMismatchReason> mismatches) implements ClaimShortageReason {

        public ClaimSelectorMismatch {
            selectors = List.copyOf(selectors);
            mismatches = List.copyOf(mismatches);
        }
    }

    /**
     * A selector of which it is not known which devices it matches.
     *
     * @param request     the request whose selector it is; empty where it is the selector of the DeviceClass
     * @param deviceClass the DeviceClass of the request
     */
    record UndeterminedDeviceSelector(String request, String deviceClass,
            String selector) implements ClaimShortageReason {}
}
