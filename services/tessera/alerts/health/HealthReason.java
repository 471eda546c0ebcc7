package tessera.alerts.health;

import java.util.List;
import tessera.text.Reason;

/** Evidence against the health of an object. The remedy tells what else is known of it, and what to do. */
sealed interface HealthReason extends Reason {

    record DriverReportsUnhealthy(String board) implements HealthReason {}

    record FailedRowRemap(String board) implements HealthReason {}

    record UncorrectableMemoryErrors(String board, long count) implements HealthReason {}

    record PendingRowRemap(String board) implements HealthReason {}

    record RemappedMemoryRows(String board, long count) implements HealthReason {}

    record ProtectiveThrottling(String board) implements HealthReason {}

    record LastXidReported(String board, String xid, String meaning, String action) implements HealthReason {}

    record NodeKubeletSilent() implements HealthReason {}

    record NodeReportsNotReady() implements HealthReason {}

    record NodePressureReported(String condition) implements HealthReason {}

    /**
     * A node condition that reports a fault.
     *
     * @param inverted whether True is the healthy status of the condition
     */
    record NodeFaultCondition(String signal, String status, boolean inverted) implements HealthReason {}

    /**
     * Devices of the node that cannot be allocated.
     *
     * @param boards the number of GPUs whose shares the devices are; 0 where they are whole devices
     * @param claims whether only ResourceClaims allocate the devices
     */
    record NodeDevicesWithheld(List<String> amounts, long boards, boolean claims) implements HealthReason {

        public NodeDevicesWithheld {
            amounts = List.copyOf(amounts);
        }
    }

    record NodeOvercommitted(long count, String resource) implements HealthReason {}

    record PlannedNodeChange(String title, String phase) implements HealthReason {}

    /**
     * GPUs that no extended resource of a node advertises.
     *
     * @param slicesKnown whether ResourceSlices could be read, in which a DRA driver may publish them
     */
    record NodeGpusNotAdvertised(boolean slicesKnown) implements HealthReason {}

    /**
     * The cordon of the node, which keeps new pods away.
     *
     * @param owner who cordoned it, as in {@code by NVSentinel}; empty where that is not known
     */
    record NodeCordoned(String owner) implements HealthReason {}

    record PodContainersRestarted(int count) implements HealthReason {}
}
