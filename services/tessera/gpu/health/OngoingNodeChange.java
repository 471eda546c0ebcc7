package tessera.gpu.health;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.model.DriverUpgradeLabels;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.OperandDeployLabels;
import tessera.text.MessageCatalog;

/**
 * A planned change that takes GPUs of a node away for a while, without a fault.
 *
 * @param title a few words, e.g. {@code MIG change to all-1g.10gb}
 * @param phase the controller's word for where it stands
 */
public record OngoingNodeChange(NodeChangeType kind, String title, String phase) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(OngoingNodeChange.class);
    private static final Pattern WORKING = Pattern
            .compile("(pod-deletion|drain|node-maintenance|post-maintenance|pod-restart|validation|uncordon)-required");
    private static final String WAITS_FOR_JOBS = "wait-for-jobs-required";
    private static final Pattern NVSENTINEL = Pattern.compile("remediating|remediation-succeeded");
    private static final Pattern AMD_STATE = Pattern.compile("(?i)success|failure");
    private static final String AMD_TAINT = "amd-dcm";

    /** The kind of a change. */
    public enum NodeChangeType {
        MIG,
        DRIVER,
        /** Partitions of AMD GPUs. */
        PARTITION,
        /** A reset of GPUs by a repair system. */
        RESET
    }

    /** Returns the change that is under way on a node; empty for none. */
    public static Optional<OngoingNodeChange> of(NodeSummary node) {
        return migChange(node.labels()).or(() -> driverChange(node.labels())).or(() -> partitionChange(node))
                .or(() -> resetChange(node));
    }

    private static Optional<OngoingNodeChange> migChange(Map<String, String> labels) {
        var state = labels.getOrDefault(MigNodeLabels.STATE, "");
        if (state.equals("pending") || state.equals("rebooting")) {
            return Optional.of(new OngoingNodeChange(NodeChangeType.MIG,
                    MESSAGES.text("change.mig", labels.getOrDefault(MigNodeLabels.CONFIG, "")), state));
        }
        return Optional.empty();
    }

    /** Returns a driver upgrade; while it waits for jobs, the GPUs are offered as before. */
    private static Optional<OngoingNodeChange> driverChange(Map<String, String> labels) {
        var state = labels.getOrDefault(DriverUpgradeLabels.STATE, "");
        boolean works = WORKING.matcher(state).matches()
                || (state.equals(WAITS_FOR_JOBS) && !DriverUpgradeLabels.pausedOperands(labels).isEmpty());
        if (works) {
            return Optional.of(new OngoingNodeChange(NodeChangeType.DRIVER, MESSAGES.text("change.driver"),
                    state.replace("-required", "").replace('-', ' ')));
        }
        return Optional.empty();
    }

    private static Optional<OngoingNodeChange> partitionChange(NodeSummary node) {
        var wanted = node.label("dcm.amd.com/gpu-config-profile");
        boolean closed = node.taints().stream().anyMatch(taint -> taint.key().equals(AMD_TAINT));
        boolean over = AMD_STATE.matcher(node.label("dcm.amd.com/gpu-config-profile-state")).matches();
        if (closed && !wanted.isEmpty() && !over) {
            return Optional.of(new OngoingNodeChange(NodeChangeType.PARTITION,
                    MESSAGES.text("change.partition", wanted), "pending"));
        }
        return Optional.empty();
    }

    private static Optional<OngoingNodeChange> resetChange(NodeSummary node) {
        var state = node.label("dgxc.nvidia.com/nvsentinel-state");
        boolean off = node.label(OperandDeployLabels.PREFIX + "device-plugin").equals("false");
        if (off && node.unschedulable() && NVSENTINEL.matcher(state).matches()) {
            return Optional.of(new OngoingNodeChange(NodeChangeType.RESET, MESSAGES.text("change.repair"),
                    state.toLowerCase(Locale.ROOT).replace('-', ' ')));
        }
        return Optional.empty();
    }
}
