package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import tessera.kube.scheduling.MountedVolumeClaim;
import tessera.kube.scheduling.MountedVolumeClaim.VolumeBindingState;
import tessera.kube.scheduling.NodeRejectionReason;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.model.NodeSummary;

/**
 * A PersistentVolumeClaim that a pod mounts.
 *
 * @param similarName    one that was probably meant where it is not there; empty where none is alike
 * @param volumeNodeRules where each of the volumes can be reached that are bound to it or could be; empty inside for everywhere
 */
public record PodVolumeClaim(String name, VolumeClaimBindingState state, Optional<String> similarName,
        List<Optional<RequiredNodeAffinity>> volumeNodeRules) {

    /** The binding state of a claim. */
    public enum VolumeClaimBindingState {
        MISSING,
        DELETED,
        /** Not bound, and nobody waits for a pod to bind it. */
        UNBOUND,
        /** The same, and it names no class of storage from which it could get one. */
        UNCLASSED,
        /** The same, and it wants one that no class of storage made. */
        HANDMADE,
        /** The same, and the class of storage that it names is not there. */
        MISCLASSED,
        /** The same, and the volume that it names is not there. */
        MISNAMED,
        /** The same, and the volume that it names is kept for another claim. */
        TAKEN,
        /** The same, and the volume that it names has another size, class or mode. */
        MISMATCHED,
        /** Only in a manifest so far, and nobody would bind it once it is made. */
        UNSERVED,
        BOUND,
        /** A volume is made wherever the pod comes to run. */
        MADE,
        /** One of those that are there is taken. */
        CHOSEN,
        UNKNOWN
    }

    public PodVolumeClaim {
        volumeNodeRules = List.copyOf(volumeNodeRules);
    }

    PodVolumeClaim(String name, VolumeClaimBindingState state, List<Optional<RequiredNodeAffinity>> volumes) {
        this(name, state, Optional.empty(), volumes);
    }

    /** Returns the claim as the scheduler sees it, who does not care why it is not bound. */
    MountedVolumeClaim asMountedClaim() {
        return new MountedVolumeClaim(name, switch (state) {
            case MISSING -> VolumeBindingState.MISSING;
            case DELETED -> VolumeBindingState.DELETED;
            case UNBOUND, UNCLASSED, HANDMADE, MISCLASSED, MISNAMED, TAKEN, MISMATCHED, UNSERVED ->
                VolumeBindingState.UNBOUND;
            case BOUND -> VolumeBindingState.BOUND;
            case MADE -> VolumeBindingState.PROVISIONED;
            case CHOSEN -> VolumeBindingState.WAITING;
            case UNKNOWN -> VolumeBindingState.UNKNOWN;
        }, volumeNodeRules);
    }

    /** Returns the reason why it has no volume yet; empty where that is not the obstacle. */
    Optional<String> missingVolumeText() {
        return switch (state) {
            case UNBOUND, UNSERVED -> Optional.of("The claim %s that it mounts has no volume yet".formatted(name));
            case UNCLASSED -> Optional.of(
                    "The claim %s that it mounts has no volume, and names no storage class to get one".formatted(name));
            case HANDMADE ->
                Optional.of(("The claim %s that it mounts has no volume, and asks for none to be made: its "
                        + "storageClassName is empty").formatted(name));
            case MISCLASSED -> Optional.of(
                    "The claim %s that it mounts has no volume, and its storage class is not there".formatted(name));
            case MISNAMED -> Optional.of(
                    "The claim %s that it mounts names a volume that is not there".formatted(name));
            case TAKEN -> Optional.of(
                    "The claim %s that it mounts names a volume that is kept for another claim".formatted(name));
            case MISMATCHED -> Optional.of(
                    "The claim %s that it mounts names a volume that does not suit it: too small, or of another class or mode"
                            .formatted(name));
            case MISSING, DELETED, BOUND, MADE, CHOSEN, UNKNOWN -> Optional.empty();
        };
    }

    Optional<PredictedNodeFilterFailure> failureOn(NodeSummary node) {
        return asMountedClaim().rejectionOn(node.name(), node.labels())
                .map(reason -> PredictedNodeFilterFailure.permanent(SchedulerFilterKind.VOLUMES, reason,
                        (reason == NodeRejectionReason.VOLUME_NODE_AFFINITY
                                ? "the volume of claim %s cannot be reached from here"
                                : "no volume is free here for claim %s").formatted(name)));
    }
}
