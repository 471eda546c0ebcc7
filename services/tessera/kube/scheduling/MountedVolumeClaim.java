package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A PersistentVolumeClaim that a pod mounts, as the plugin {@code VolumeBinding} sees it.
 *
 * @param volumeNodeRules where each of the volumes can be reached that is bound to it or could be; empty inside for everywhere
 */
public record MountedVolumeClaim(String name, VolumeBindingState state,
        List<Optional<RequiredNodeAffinity>> volumeNodeRules) {

    /** The binding state of a claim. */
    public enum VolumeBindingState {
        MISSING,
        DELETED,
        /** Not bound, and not to be bound for a pod. */
        UNBOUND,
        /** Bound; to a volume that is not known where there are no rules. */
        BOUND,
        /** A volume is made wherever the pod comes to run. */
        PROVISIONED,
        /** One of the volumes that are there is bound once the pod has a node. */
        WAITING,
        /** Not known, and taken to be in nobody's way. */
        UNKNOWN
    }

    public MountedVolumeClaim {
        volumeNodeRules = List.copyOf(volumeNodeRules);
    }

    /** Returns the scheduler's refusal before it looks at nodes; empty for none. */
    public Optional<String> refusalMessage() {
        return switch (state) {
            case MISSING -> Optional.of(SchedulerFailureMessages.missingClaimMessage(name));
            case DELETED -> Optional.of(SchedulerFailureMessages.deletedClaimMessage(name));
            case UNBOUND -> Optional.of(SchedulerFailureMessages.UNBOUND_CLAIMS);
            case BOUND, PROVISIONED, WAITING, UNKNOWN -> Optional.empty();
        };
    }

    /** Returns the reason why a pod that mounts it cannot run on a node; empty for none. */
    public Optional<NodeRejectionReason> rejectionOn(String node, Map<String, String> labels) {
        boolean bound = state == VolumeBindingState.BOUND && !volumeNodeRules.isEmpty();
        if (!bound && state != VolumeBindingState.WAITING) {
            return Optional.empty();
        }
        for (var rule : volumeNodeRules) {
            if (rule.isEmpty() || rule.get().matches(node, labels)) {
                return Optional.empty();
            }
        }
        return Optional.of(bound ? NodeRejectionReason.VOLUME_NODE_AFFINITY : NodeRejectionReason.NO_VOLUME_TO_BIND);
    }
}
