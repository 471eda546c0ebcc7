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

    record ClaimClassWithoutDevices(String claim, String deviceClass) implements ClaimShortageReason {}

    record ClaimSelectorMismatch(String claim, String deviceClass, int devices, List<DeviceMismatchReason> mismatches)
            implements
                ClaimShortageReason {

        public ClaimSelectorMismatch {
            mismatches = List.copyOf(mismatches);
        }
    }
}
