package tessera.doctor;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.ExceededQuotaMessage.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.scheduling.SchedulingRemedyChange;

/** The change of the cluster that resolves a finding, or begins to. */
public sealed interface FindingRemediation {

    /** Returns one change that does both, where there is one; else this alone. */
    default FindingRemediation combinedWith(FindingRemediation other) {
        return switch (this) {
            case CordonNodesRemedy(var nodes) when other instanceof CordonNodesRemedy(var more) ->
                new CordonNodesRemedy(concat(nodes, more));
            case UncordonNodesRemedy(var nodes) when other instanceof UncordonNodesRemedy(var more) ->
                new UncordonNodesRemedy(concat(nodes, more));
            case PodDeletionRemedy(var keys) when other instanceof PodDeletionRemedy(var more) ->
                new PodDeletionRemedy(concat(keys, more));
            case NodeLabelRemedy(var nodes, var set, var remove) when other instanceof NodeLabelRemedy(var more, var given, var gone)
                    && given.equals(set) && gone.equals(remove) ->
                new NodeLabelRemedy(concat(nodes, more), set, remove);
            default -> this;
        };
    }

    private static List<String> concat(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).distinct().toList();
    }

    /**
     * Cordons nodes; those that are cordoned already are drained.
     *
     * @param nodes by name; at least one
     */
    record CordonNodesRemedy(List<String> nodes) implements FindingRemediation {

        public CordonNodesRemedy {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * Uncordons nodes.
     *
     * @param nodes by name; at least one
     */
    record UncordonNodesRemedy(List<String> nodes) implements FindingRemediation {

        public UncordonNodesRemedy {
            nodes = List.copyOf(nodes);
        }
    }

    /** Ends a change of MIG. */
    record EndMigChangeRemedy(String node) implements FindingRemediation {}

    /** Changes the MIG layout of a node to one of the available layouts. */
    record MigLayoutRemedy(String node) implements FindingRemediation {}

    /**
     * Sets the labels that nodes should have, and removes those they should not.
     *
     * @param nodes by name; at least one
     */
    record NodeLabelRemedy(List<String> nodes, Map<String, String> set,
            Set<String> remove) implements FindingRemediation {

        public NodeLabelRemedy {
            nodes = List.copyOf(nodes);
            set = Map.copyOf(set);
            remove = Set.copyOf(remove);
        }
    }

    /** Retries the upgrade of a driver. */
    record DriverUpgradeRetryRemedy(String node) implements FindingRemediation {}

    /** Installs the GPU stack. */
    record GpuStackInstallRemedy() implements FindingRemediation {}

    /**
     * Deletes pods that will not run any more.
     *
     * @param keys at least one
     */
    record PodDeletionRemedy(List<String> keys) implements FindingRemediation {

        public PodDeletionRemedy {
            keys = List.copyOf(keys);
        }
    }

    /** Deletes a claim that no pod uses. */
    record ResourceClaimDeletionRemedy(ObjectRef claim) implements FindingRemediation {}

    /**
     * Raises a quota.
     *
     * @param requiredQuota what it would have to allow
     */
    record QuotaIncreaseRemedy(String namespace, String name,
            RequiredQuota requiredQuota) implements FindingRemediation {}

    /** Changes a limit range. */
    record LimitRangeRemedy(String namespace, String name) implements FindingRemediation {}

    /** Applies a remedy that lets a pod be scheduled. */
    record PodUnblockRemedy(String pod, SchedulingRemedyChange remedy) implements FindingRemediation {}
}
