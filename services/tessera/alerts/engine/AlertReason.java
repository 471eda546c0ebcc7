package tessera.alerts.engine;

import java.util.List;
import java.util.stream.Stream;
import tessera.alerts.AlertSignal;
import tessera.alerts.AlertThreshold;
import tessera.text.Reason;

/** Problems of the subject of an alert. Where the condition lasts, its duration may follow the sentence. */
sealed interface AlertReason extends Reason {

    record TemperatureLevel(String device, String value, ComparedBound comparison) implements AlertReason {}

    record MemoryTemperatureLevel(String device, String value, ComparedBound comparison) implements AlertReason {}

    record MemoryUseLevel(String device, String value, ComparedBound comparison) implements AlertReason {}

    record AllocatedUtilizationLevel(String device, String pod, String value,
            ComparedBound comparison) implements AlertReason {}

    record PowerLevel(String device, String power, String limit) implements AlertReason {}

    record ClocksThrottled(String device, List<ThrottleCause> causes) implements AlertReason {

        public ClocksThrottled {
            causes = List.copyOf(causes);
        }
    }

    record RowRemapFailed(String device) implements AlertReason {}

    record PcieReplayRate(String device, String value, ComparedBound comparison) implements AlertReason {}

    record SignalLevel(String device, String value) implements AlertReason {}

    record CounterIncreased(String device, long count, AlertSignal signal) implements AlertReason {}

    /**
     * A health check that failed or warns.
     *
     * @param warning whether it warns, rather than having failed
     */
    record HealthCheckFailed(String device, String check, boolean warning, String detail) implements AlertReason {}

    /** GPUs that a node lacks, with what accounts for it. */
    record CausedShortage(String shortage, String cause) implements AlertReason {}

    record NodeNotReady(String node) implements AlertReason {}

    record NodeUnreachable(String node) implements AlertReason {}

    /**
     * GPUs that no extended resource of a node advertises.
     *
     * @param slicesKnown whether ResourceSlices could be read, in which a DRA driver may publish them
     */
    record GpusNotAdvertised(String node, boolean slicesKnown) implements AlertReason {}

    record MigChangePending(String node, String state) implements AlertReason {}

    record MigLayoutChangeFailed(String node) implements AlertReason {}

    record NodeChangePending(String node, String title, String phase) implements AlertReason {}

    /**
     * A node fault that a condition or a mark reports.
     *
     * @param marked whether a mark such as a label reports it, rather than a condition
     */
    record NodeFaultReported(String node, String fault, boolean marked) implements AlertReason {}

    /**
     * A node condition, such as Ready, that is not True.
     *
     * @param detail the reporter's message; may be empty
     */
    record NodeConditionNotTrue(String node, String condition, String status, String detail) implements AlertReason {}

    /**
     * Devices of a node that are withheld from the scheduler.
     *
     * @param shares the number of shares in which the devices are advertised; 0 where they are advertised whole
     */
    record DevicesWithheld(String node, long count, long shares) implements AlertReason {}

    record OperatorComponentDown(String component, String node) implements AlertReason {}

    /**
     * A metrics exporter that gives no readable answer.
     *
     * @param answers whether it answers, but with unreadable metrics
     */
    record ExporterSilent(String node, boolean answers) implements AlertReason {}

    /**
     * An XID error that a device reported.
     *
     * @param count the number of times in the exporter's window, in words; empty where it is not known
     */
    record XidReported(String device, String xid, String count) implements AlertReason {}

    record XidPresent(String device, String xid, String moment) implements AlertReason {}

    /**
     * A value compared with the bound at which an alert begins or ends.
     *
     * @param exactly whether the rounded value reads as the bound
     * @param bound   empty where nothing is compared
     */
    record ComparedBound(boolean violated, AlertThreshold.ThresholdComparison relation, boolean exactly, String bound,
            String unit) implements Reason {}

    /** A cause of throttling, as a bit of what NVIDIA's driver reports. */
    enum ThrottleCause implements Reason {
        IDLE,
        APPLICATION_CLOCKS,
        SOFTWARE_POWER_CAP,
        HARDWARE_SLOWDOWN,
        SYNC_BOOST,
        SOFTWARE_THERMAL,
        HARDWARE_THERMAL,
        HARDWARE_POWER_BRAKE,
        DISPLAY_CLOCKS;

        // The constants stand in the order of NVML's bits.
        @SuppressWarnings("EnumOrdinal")
        static List<ThrottleCause> of(long bits) {
            return Stream.of(values()).filter(cause -> (bits & 1L << cause.ordinal()) != 0).toList();
        }
    }
}
