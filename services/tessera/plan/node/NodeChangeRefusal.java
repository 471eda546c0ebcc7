package tessera.plan.node;

import java.util.Collection;
import tessera.text.Reason;

/** Why nodes, labels, taints or extended resources must not change as requested. */
sealed interface NodeChangeRefusal extends Reason {

    record UnmatchedNodeSelection() implements NodeChangeRefusal {}

    record MissingTaint() implements NodeChangeRefusal {}

    record MissingLabel() implements NodeChangeRefusal {}

    /** A taint or key that is both set and removed. */
    record ContradictoryChange(String name) implements NodeChangeRefusal {}

    record DuplicateTaint() implements NodeChangeRefusal {}

    record InvalidKey(String key) implements NodeChangeRefusal {}

    record InvalidKeyValue(String key, String value) implements NodeChangeRefusal {}

    record InvalidTaintEffect(String effect) implements NodeChangeRefusal {}

    record InvalidExtendedResource(String name) implements NodeChangeRefusal {}

    record NegativeResourceAmount() implements NodeChangeRefusal {}

    record PluginReportedResource(String resource, String node, String plugin,
            long amount) implements NodeChangeRefusal {}

    /**
     * Pods use GPUs that the MIG manager would repartition.
     *
     * @param config  the new value of the label; empty for none
     * @param targets the nodes, as arguments of a command
     */
    record UnplannedMigChange(String label, Collection<String> nodes, Collection<String> pods, String config,
            String targets) implements NodeChangeRefusal {}

    /**
     * A node label change that alters GPU sharing outside of its planner.
     *
     * @param changes the arguments of the {@code tessera plan share} command to use instead
     */
    record UnplannedSharingChange(String label, Collection<String> nodes, Collection<String> pods,
            String changes) implements NodeChangeRefusal {}
}
