package tessera.demo.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.demo.object.SimulatedMetadata;
import tessera.kube.scheduling.BindableVolume;
import tessera.kube.scheduling.BindableVolumeClaim;
import tessera.kube.scheduling.BindableVolumeClaim.VolumeBindingState;
import tessera.kube.scheduling.MountedVolumeClaim;
import tessera.kube.scheduling.StorageClassBinding;
import tessera.kube.scheduling.VolumeClaimMount;

/** Persistent volume claims, volumes and storage classes, as far as they decide where a pod may run. */
public final class SimulatedVolumeClaimCache {

    private final Map<String, BindableVolumeClaim> claims = new HashMap<>();
    private final Map<String, BindableVolume> volumes = new HashMap<>();
    private final Map<String, StorageClassBinding> classes = new HashMap<>();

    public void putClaim(JsonNode claim) {
        var facts = BindableVolumeClaim.fromJson(claim);
        claims.put(claimKey(facts.ref().namespace(), facts.ref().name()), facts);
    }

    public void removeClaim(String namespace, String name) {
        claims.remove(claimKey(namespace, name));
    }

    public void putVolume(JsonNode volume) {
        volumes.put(SimulatedMetadata.nameOf(volume), BindableVolume.fromJson(volume));
    }

    public void removeVolume(String name) {
        volumes.remove(name);
    }

    public void putStorageClass(JsonNode storageClass) {
        classes.put(SimulatedMetadata.nameOf(storageClass), StorageClassBinding.fromJson(storageClass));
    }

    public void removeStorageClass(String name) {
        classes.remove(name);
    }

    List<MountedVolumeClaim> mountedClaims(SimulatedPendingPod pod) {
        return pod.volumeClaims().stream().map(mount -> mountedClaim(pod.namespace(), mount)).toList();
    }

    private MountedVolumeClaim mountedClaim(String namespace, VolumeClaimMount mount) {
        var claim = claims.get(claimKey(namespace, mount.claim()));
        if (claim == null) {
            return MountedVolumeClaim.of(mount, VolumeBindingState.MISSING);
        }
        return MountedVolumeClaim.of(mount, claim,
                classes.getOrDefault(claim.properties().storageClass(), StorageClassBinding.MISSING), volumes);
    }

    private static String claimKey(String namespace, String name) {
        return namespace + "/" + name;
    }
}
