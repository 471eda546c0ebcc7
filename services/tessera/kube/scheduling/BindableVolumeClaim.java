package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import tessera.kube.labels.LabelSelector;

/**
 * A PersistentVolumeClaim as it is bound to volumes.
 *
 * @param properties   that its volume is to have
 * @param selector     of volumes; empty for any
 * @param volume       that it names or is bound to; empty for none
 * @param selectedNode on which the scheduler has a volume made for it; empty for none
 * @param phase        of its binding
 */
public record BindableVolumeClaim(VolumeClaimRef ref, VolumeProperties properties, Optional<LabelSelector> selector,
        String volume, String selectedNode, VolumeClaimPhase phase, boolean deleted) {

    private static final String ONE_POD = "ReadWriteOncePod";

    /** The phase of a claim. */
    public enum VolumeClaimPhase {
        PENDING,
        BOUND,
        /** It was bound, and the volume is no more. */
        LOST
    }

    public static BindableVolumeClaim fromJson(JsonNode claim) {
        var metadata = claim.path("metadata");
        var spec = claim.path("spec");
        return new BindableVolumeClaim(VolumeClaimRef.of(metadata),
                VolumeProperties.of(claim, spec.path("resources").path("requests")),
                Optional.of(spec.path("selector")).filter(JsonNode::isObject).map(LabelSelector::of),
                spec.path("volumeName").asText(""),
                metadata.path("annotations").path("volume.kubernetes.io/selected-node").asText(""), phaseOf(claim),
                metadata.hasNonNull("deletionTimestamp"));
    }

    private static VolumeClaimPhase phaseOf(JsonNode claim) {
        var phase = claim.path("status").path("phase").asText();
        if (phase.equals("Lost")) {
            return VolumeClaimPhase.LOST;
        }
        if (phase.equals("Bound")
                || claim.path("metadata").path("annotations").has("pv.kubernetes.io/bind-completed")) {
            return VolumeClaimPhase.BOUND;
        }
        return VolumeClaimPhase.PENDING;
    }

    /** Returns the claim as one of another storage class, such as the default. */
    public BindableVolumeClaim withStorageClass(String other) {
        return new BindableVolumeClaim(ref, properties.withStorageClass(other), selector, volume, selectedNode, phase,
                deleted);
    }

    /** Returns whether only one pod may mount it. */
    public boolean isForOnePod() {
        return properties.accessModes().contains(ONE_POD);
    }

    /** Returns how the scheduler takes it. One that names its volume does not wait for a pod. */
    public VolumeBindingState bindingState(StorageClassBinding storageClass) {
        if (phase == VolumeClaimPhase.LOST) {
            return VolumeBindingState.LOST;
        }
        if (deleted) {
            return VolumeBindingState.DELETED;
        }
        if (phase == VolumeClaimPhase.BOUND) {
            return VolumeBindingState.BOUND;
        }
        if (storageClass.waitsForConsumer() && volume.isEmpty()) {
            return VolumeBindingState.WAITING;
        }
        return VolumeBindingState.UNBOUND;
    }

    /** The binding state of a claim. */
    public enum VolumeBindingState {
        MISSING,
        /** It was bound to a volume that is no more. */
        LOST,
        DELETED,
        /** Not bound, and not to be bound for a pod. */
        UNBOUND,
        BOUND,
        /** It is bound once the pod has a node: to a volume that there is, or to one that is made. */
        WAITING,
        /** Not known, and taken to be in nobody's way. */
        UNKNOWN
    }
}
