package tessera.doctor;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.model.ExceededQuota.RequiredQuota;
import tessera.model.ObjectRef;
import tessera.scheduling.RemedyAction;

/** The change of the cluster that resolves a finding, or begins to. */
public sealed interface Remediation {

    /** Returns one change that does both, where there is one; else this alone. */
    default Remediation combinedWith(Remediation other) {
        return switch (this) {
            case CordonNodes(var nodes) when other instanceof CordonNodes(var more) ->
                new CordonNodes(concat(nodes, more));
            case OpenNodes(var nodes) when other instanceof OpenNodes(var more) -> new OpenNodes(concat(nodes, more));
            case DeletePods(var keys) when other instanceof DeletePods(var more) -> new DeletePods(concat(keys, more));
            case RelabelNodes(var nodes, var set, var remove) when other instanceof RelabelNodes(var more, var given, var gone)
                    && given.equals(set) && gone.equals(remove) ->
                new RelabelNodes(concat(nodes, more), set, remove);
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
    record CordonNodes(List<String> nodes) implements Remediation {

        public CordonNodes {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * Uncordons nodes.
     *
     * @param nodes by name; at least one
     */
    record OpenNodes(List<String> nodes) implements Remediation {

        public OpenNodes {
            nodes = List.copyOf(nodes);
        }
    }

    /** Ends a change of MIG. */
    record EndMigChange(String node) implements Remediation {}

    /** Changes the MIG layout of a node to one of the available layouts. */
    record PartitionNode(String node) implements Remediation {}

    /**
     * Sets the labels that nodes should have, and removes those they should not.
     *
     * @param nodes by name; at least one
     */
    record RelabelNodes(List<String> nodes, Map<String, String> set, Set<String> remove) implements Remediation {

        public RelabelNodes {
            nodes = List.copyOf(nodes);
            set = Map.copyOf(set);
            remove = Set.copyOf(remove);
        }
    }

    /** Retries the upgrade of a driver. */
    record RetryUpgrade(String node) implements Remediation {}

    /** Installs the GPU stack. */
    record InstallStack() implements Remediation {}

    /**
     * Deletes pods that will not run any more.
     *
     * @param keys at least one
     */
    record DeletePods(List<String> keys) implements Remediation {

        public DeletePods {
            keys = List.copyOf(keys);
        }
    }

    /** Delete a claim that no pod uses. */
    record DeleteClaim(ObjectRef claim) implements Remediation {}

    /**
     * Raises a quota.
     *
     * @param requiredQuota what it would have to allow
     */
    record ChangeQuota(String namespace, String name, RequiredQuota requiredQuota) implements Remediation {}

    /** Changes a limit range. */
    record ChangeLimits(String namespace, String name) implements Remediation {}

    /** Applies a remedy that lets a pod be scheduled. */
    record UnblockPod(String pod, RemedyAction remedy) implements Remediation {}
}
