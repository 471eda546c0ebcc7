package tessera.scheduling;

import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.text.Reason;

/** A known reason why an autoscaler or its cloud adds no node, by the messages that tell it. */
enum AutoscalerReason implements Reason {
    CLOUD_QUOTA_EXCEEDED("\\bquota|VcpuLimitExceeded|InstanceLimitExceeded"),
    CLOUD_CAPACITY_EXHAUSTED(
            "out of resources|POOL_EXHAUSTED|stock ?out|Insufficient\\w{0,40}Capacity|insufficient capacity"
                    + "|SkuNotAvailable|AllocationFailed|types were unavailable"),
    SUBNET_EXHAUSTED("IP space exhausted|InsufficientFreeAddresses|not enough free (IP )?addresses"),
    NODE_POOL_LIMIT_REACHED("exceed limits for nodepool", true),
    INSTANCE_TYPES_TOO_SMALL("no instance type (?:has enough|satisfied) resources", true),
    INSTANCE_TYPES_UNSUITABLE("no instance type (?:met all requirements|has the required offering)", true),
    NODE_POOL_LABELS_MISMATCH("Failed to schedule pod, (?:.{1,400}; )?incompatible requirements", true),
    NODE_POOL_TAINT_UNTOLERATED("did not tolerate taint", true),
    NODE_GROUP_AT_MAXIMUM("max node group size reached"),
    CLUSTER_LIMIT_REACHED("max cluster .{1,80}? limit reached|max total nodes in cluster reached"),
    SCALE_UP_BACKOFF("in backoff after failed scale-up"),
    NODE_GROUPS_NOT_READY("^pod didn't trigger scale-up[^:]*: \\d+ not ready for scale-up$"),
    NODE_GROUPS_UNSUITABLE("^pod didn't trigger scale-up");

    private final Pattern pattern;
    private final boolean ofNodePools;

    AutoscalerReason(String pattern) {
        this(pattern, false);
    }

    AutoscalerReason(String pattern, boolean ofNodePools) {
        this.pattern = Pattern.compile("(?i)" + pattern);
        this.ofNodePools = ofNodePools;
    }

    /** Returns the reason that a message tells; empty where it is not known. */
    static Optional<AutoscalerReason> ofMessage(String message) {
        return Stream.of(values()).filter(reason -> reason.pattern.matcher(message).find()).findFirst();
    }

    /** Returns what would help; empty where the rest of the answer tells it. */
    Optional<SchedulingRemedy> remedy() {
        var text = remedyText();
        var command = ofNodePools ? "kubectl get nodepools" : "";
        return text.isEmpty() ? Optional.empty()
                : Optional.of(new SchedulingRemedy(text, command, new SchedulingRemedyChange.WaitAction()));
    }
}
