package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Explains messages of autoscalers and clouds about nodes that are not added.
 *
 * @param text   as they go on behind others
 * @param remedyText   what would help; empty where the rest of the answer tells it
 * @param command that shows more; may be empty
 */
record AutoscalerMessageExplainer(String text, String remedyText, String command) {

    /** A message pattern and its explanation. */
    private record AutoscalerMessagePattern(Pattern pattern, AutoscalerMessageExplainer explanation) {

        AutoscalerMessagePattern(String said, String words, String helps, String command) {
            this(Pattern.compile("(?i)" + said), new AutoscalerMessageExplainer(words, helps, command));
        }
    }

    private static final List<AutoscalerMessagePattern> PHRASES = List.of(
            new AutoscalerMessagePattern("\\bquota|VcpuLimitExceeded|InstanceLimitExceeded",
                    "the quota that the cloud grants allows no more such machines",
                    "Ask the cloud provider for more quota of such machines or GPUs in that region", ""),
            new AutoscalerMessagePattern(
                    "out of resources|POOL_EXHAUSTED|stock ?out|Insufficient\\w{0,40}Capacity|insufficient capacity"
                            + "|SkuNotAvailable|AllocationFailed|types were unavailable",
                    "the cloud has no such machine left there for now",
                    "Wait, or let groups of nodes in other zones, or of other machine types, take the pod", ""),
            new AutoscalerMessagePattern("IP space exhausted|InsufficientFreeAddresses|not enough free (IP )?addresses",
                    "the subnet of its nodes has no addresses left",
                    "Give the cluster’s subnet more addresses, or a group of nodes another subnet", ""),
            new AutoscalerMessagePattern("exceed limits for nodepool", "the limits of its NodePool are reached",
                    "Let Karpenter have more nodes: a NodePool has as much as its limits allow (spec.limits)",
                    "kubectl get nodepools"),
            new AutoscalerMessagePattern("no instance type (?:has enough|satisfied) resources",
                    "no machine that the NodePools may launch is large enough for it",
                    "Let a NodePool have larger machines, or have the pod ask for less", "kubectl get nodepools"),
            new AutoscalerMessagePattern("no instance type (?:met all requirements|has the required offering)",
                    "no machine that the NodePools may launch is of the kind that it asks for",
                    "Allow the requested instance types, zones and capacity types in a NodePool",
                    "kubectl get nodepools"),
            new AutoscalerMessagePattern("Failed to schedule pod, (?:.{1,400}; )?incompatible requirements",
                    "no NodePool makes nodes with the labels that it selects",
                    "Compare what the pod selects with the labels and requirements of the NodePools",
                    "kubectl get nodepools"),
            new AutoscalerMessagePattern("did not tolerate taint",
                    "the NodePools make nodes with taints that it does not tolerate",
                    "Let the pod tolerate the taints of the NodePool that is meant for it", "kubectl get nodepools"),
            new AutoscalerMessagePattern("max node group size reached", "a group of nodes is as large as it may be",
                    "Let the autoscaler have more nodes: a group of them is as large as it may be, which is said where "
                            + "the group is kept and not in the cluster",
                    ""),
            new AutoscalerMessagePattern("max cluster .{1,80}? limit reached|max total nodes in cluster reached",
                    "the cluster is as large as it may make it",
                    "Let the autoscaler have more nodes, CPU, memory or GPUs in all (its limits for the cluster)", ""),
            new AutoscalerMessagePattern("in backoff after failed scale-up",
                    "a group of nodes could not be grown a while ago, and it waits before it tries again",
                    "Wait, or see in the cloud why the group of nodes could not be grown", ""),
            new AutoscalerMessagePattern("^pod didn't trigger scale-up[^:]*: \\d+ not ready for scale-up$",
                    "its groups of nodes are not ready to grow",
                    "See in the cloud, and in the log of the autoscaler, why they are not", ""),
            new AutoscalerMessagePattern("^pod didn't trigger scale-up",
                    "a new node of the groups that it may grow would not take the pod",
                    "", ""));

    /** Returns the explanation of a message; empty where it is not known. */
    static Optional<AutoscalerMessageExplainer> explain(String said) {
        return PHRASES.stream().filter(phrase -> phrase.pattern().matcher(said).find())
                .map(AutoscalerMessagePattern::explanation)
                .findFirst();
    }

    Optional<SchedulingRemedy> remedy() {
        return remedyText.isEmpty() ? Optional.empty()
                : Optional.of(new SchedulingRemedy(remedyText, command, new SchedulingRemedyChange.WaitAction()));
    }
}
