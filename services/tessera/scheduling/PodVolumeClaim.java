package tessera.scheduling;

import java.util.Optional;
import tessera.kube.scheduling.BindableVolumeClaim.VolumeBindingState;
import tessera.kube.scheduling.MountedVolumeClaim;
import tessera.kube.scheduling.VolumeClaimMount;
import tessera.text.Reason;

/**
 * A PersistentVolumeClaim that a pod mounts.
 *
 * @param mounted     as the scheduler sees it, who does not care why it is not bound
 * @param unbound     why it is not bound; empty where that is no obstacle
 * @param similarName one that was probably meant where it is not there; empty where none is alike
 */
public record PodVolumeClaim(MountedVolumeClaim mounted, Optional<UnboundClaimCause> unbound,
        Optional<String> similarName) {

    /** The cause for which a claim is not bound, and nobody waits for a pod to bind it. */
    public enum UnboundClaimCause implements Reason {
        /** None that is seen. */
        PENDING,
        /** It names no class of storage from which it could get one. */
        UNCLASSED,
        /** It wants one that no class of storage made. */
        HANDMADE,
        /** The class of storage that it names is not there. */
        MISCLASSED,
        /** The volume that it names is not there. */
        MISNAMED,
        /** The volume that it names is kept for another claim. */
        TAKEN,
        /** The volume that it names has another size, class or mode. */
        MISMATCHED,
        /** It is only in a manifest so far, and nobody would bind it once it is made. */
        UNSERVED
    }

    static PodVolumeClaim of(MountedVolumeClaim mounted) {
        return new PodVolumeClaim(mounted, Optional.empty(), Optional.empty());
    }

    static PodVolumeClaim of(VolumeClaimMount mount, UnboundClaimCause cause) {
        return new PodVolumeClaim(MountedVolumeClaim.of(mount, VolumeBindingState.UNBOUND), Optional.of(cause),
                Optional.empty());
    }

    /** Returns a claim that is taken to be in nobody's way. */
    static PodVolumeClaim unknown(VolumeClaimMount mount) {
        return of(MountedVolumeClaim.of(mount, VolumeBindingState.UNKNOWN));
    }

    public String name() {
        return mounted.name();
    }

    /** Returns whether one of the volumes that are there is bound to it once its pod has a node, and none is made. */
    boolean isServedByPresentVolumes() {
        return mounted.state() == VolumeBindingState.WAITING && !mounted.storageClass().provisions();
    }
}
