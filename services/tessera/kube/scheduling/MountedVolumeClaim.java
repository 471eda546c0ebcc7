package tessera.kube.scheduling;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.BindableVolumeClaim.VolumeBindingState;

/**
 * A PersistentVolumeClaim that a pod mounts, as the scheduler's plugins see it.
 *
 * @param claim        null where it does not exist or is not known
 * @param storageClass its class
 * @param volumes      of a bound claim its volume, none where that does not exist; of one that waits for a pod those that
 *                     there are
 */
public record MountedVolumeClaim(VolumeClaimMount mount, VolumeBindingState state, @Nullable BindableVolumeClaim claim,
        StorageClassBinding storageClass, List<BindableVolume> volumes) {

    public MountedVolumeClaim {
        volumes = List.copyOf(volumes);
    }

    /** Returns a claim of which nothing but its name and state is known. */
    public static MountedVolumeClaim of(VolumeClaimMount mount, VolumeBindingState state) {
        return new MountedVolumeClaim(mount, state, null, StorageClassBinding.MISSING, List.of());
    }

    /**
     * Returns a claim with all that its binding depends on.
     *
     * @param volumes by name; those that the claim is not bound to matter only where it waits for a pod
     */
    public static MountedVolumeClaim of(VolumeClaimMount mount, BindableVolumeClaim claim,
            StorageClassBinding storageClass, Map<String, BindableVolume> volumes) {
        var state = claim.bindingState(storageClass);
        return new MountedVolumeClaim(mount, state, claim, storageClass, switch (state) {
            case BOUND -> Optional.ofNullable(volumes.get(claim.volume())).stream().toList();
            // Asked of every node, so without those that are out of the question.
            case WAITING -> volumes.values().stream()
                    .filter(volume -> volume.isOpenTo(claim) && volume.isOfClassOf(claim)).toList();
            case MISSING, LOST, DELETED, UNBOUND, UNKNOWN -> List.<BindableVolume>of();
        });
    }

    public String name() {
        return mount.claim();
    }

    /** Returns whether another pod that mounts it keeps this one away. */
    public boolean isForOnePod() {
        return claim != null && claim.isForOnePod() && !mount.ephemeral();
    }

    /** Returns the name of the volume that it names or is bound to; empty for none. */
    String volumeName() {
        return claim == null ? "" : claim.volume();
    }

    long wantedBytes() {
        return claim == null ? 0 : claim.properties().bytes();
    }

    /** Returns why a bound claim keeps the pod off a node; empty for no reason. */
    Optional<NodeRejectionReason> boundRejectionOn(String node, Map<String, String> labels) {
        if (state != VolumeBindingState.BOUND) {
            return Optional.empty();
        }
        if (volumes.isEmpty()) {
            return Optional.of(NodeRejectionReason.NO_BOUND_VOLUME);
        }
        if (volumes.getFirst().isReachableFrom(node, labels)) {
            return Optional.empty();
        }
        return Optional.of(NodeRejectionReason.VOLUME_NODE_AFFINITY);
    }

    /** Returns whether a node does not reach the volume of a bound claim. */
    public boolean isOutOfReachOf(String node, Map<String, String> labels) {
        return boundRejectionOn(node, labels).isPresent() || isElsewhere(labels);
    }

    /** Returns whether the volume of a bound claim is in another zone or region than a node. */
    boolean isElsewhere(Map<String, String> nodeLabels) {
        return state == VolumeBindingState.BOUND && !mount.ephemeral()
                && volumes.stream().anyMatch(volume -> !volume.isInPlaceOf(nodeLabels));
    }

    /**
     * Returns whether a claim that waits gets no volume on a node.
     *
     * @param taken volumes for other claims of the pod, to which that of this one is added
     */
    boolean isUnservedOn(String node, Map<String, String> labels, Set<String> taken) {
        if (state != VolumeBindingState.WAITING || claim == null) {
            return false;
        }
        if (!claim.selectedNode().isEmpty()) {
            return !claim.selectedNode().equals(node) || !isProvisionedFor(node, labels);
        }
        var found = VolumeMatcher.findOnNode(claim, volumes, node, labels, taken);
        found.ifPresent(volume -> taken.add(volume.name()));
        return found.isEmpty() && !isProvisionedFor(node, labels);
    }

    private boolean isProvisionedFor(String node, Map<String, String> labels) {
        return storageClass.provisions() && storageClass.topologies().matches(node, labels);
    }
}
