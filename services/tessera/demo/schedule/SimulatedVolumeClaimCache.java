package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.kube.scheduling.BindableVolume;
import tessera.kube.scheduling.BindableVolumeClaim;
import tessera.kube.scheduling.MountedVolumeClaim;
import tessera.kube.scheduling.MountedVolumeClaim.VolumeBindingState;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.StorageClassBinding;

/** Persistent volume claims, volumes and storage classes, as far as they decide where a pod may run. */
public final class SimulatedVolumeClaimCache {

    private static final StorageClassBinding NO_CLASS = new StorageClassBinding(false, false);

    private final Map<String, BindableVolumeClaim> claims = new HashMap<>();
    private final Map<String, BindableVolume> volumes = new HashMap<>();
    private final Map<String, StorageClassBinding> classes = new HashMap<>();

    public void putClaim(JsonNode claim) {
        var facts = BindableVolumeClaim.fromJson(claim);
        claims.put(claimKey(facts.namespace(), facts.name()), facts);
    }

    public void removeClaim(String namespace, String name) {
        claims.remove(claimKey(namespace, name));
    }

    public void putVolume(JsonNode volume) {
        volumes.put(volume.path("metadata").path("name").asText(), BindableVolume.fromJson(volume));
    }

    public void removeVolume(String name) {
        volumes.remove(name);
    }

    public void putStorageClass(JsonNode storageClass) {
        classes.put(storageClass.path("metadata").path("name").asText(), StorageClassBinding.fromJson(storageClass));
    }

    public void removeStorageClass(String name) {
        classes.remove(name);
    }

    /** Returns the claims that a pod mounts. */
    List<MountedVolumeClaim> mountedClaims(SimulatedPendingPod pod) {
        return pod.volumeClaims().stream().map(name -> mountedClaim(pod.namespace(), name)).toList();
    }

    private MountedVolumeClaim mountedClaim(String namespace, String name) {
        var claim = claims.get(claimKey(namespace, name));
        if (claim == null) {
            return new MountedVolumeClaim(name, VolumeBindingState.MISSING, List.of());
        }
        var storageClass = classes.getOrDefault(claim.storageClass(), NO_CLASS);
        var state = bindingState(claim, storageClass);
        return new MountedVolumeClaim(name, state, switch (state) {
            case BOUND -> Optional.ofNullable(volumes.get(claim.volume())).map(BindableVolume::nodeAffinity).stream()
                    .toList();
            case WAITING -> volumes.values().stream().filter(volume -> volume.suits(claim))
                    .map(BindableVolume::nodeAffinity).toList();
            default -> List.<Optional<RequiredNodeAffinity>>of();
        });
    }

    private static VolumeBindingState bindingState(BindableVolumeClaim claim, StorageClassBinding storageClass) {
        if (claim.deleted()) {
            return VolumeBindingState.DELETED;
        }
        if (claim.bound()) {
            return VolumeBindingState.BOUND;
        }
        // One that names its volume does not wait for a pod.
        if (!claim.volume().isEmpty() || !storageClass.waitsForConsumer()) {
            return VolumeBindingState.UNBOUND;
        }
        return storageClass.provisions() ? VolumeBindingState.PROVISIONED : VolumeBindingState.WAITING;
    }

    private static String claimKey(String namespace, String name) {
        return namespace + "/" + name;
    }
}
