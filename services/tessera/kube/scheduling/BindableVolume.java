package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A PersistentVolume as it is bound to claims that wait for a pod.
 *
 * @param available    whether it is bound to none; one that a manifest brings has no phase yet, and is
 * @param claimNamespace of the claim that it is reserved for; empty for any
 * @param claimName    of the same claim; empty for any
 * @param nodeAffinity where it can be reached; empty for everywhere
 */
public record BindableVolume(String storageClass, long bytes, boolean available, String claimNamespace,
        String claimName, Optional<RequiredNodeAffinity> nodeAffinity) {

    public static BindableVolume fromJson(JsonNode volume) {
        var spec = volume.path("spec");
        var owner = spec.path("claimRef");
        return new BindableVolume(spec.path("storageClassName").asText(),
                BindableVolumeClaim.storageBytes(spec.path("capacity")),
                volume.path("status").path("phase").asText("Available").equals("Available"),
                owner.path("namespace").asText(), owner.path("name").asText(),
                NodeAffinityReader.readVolumeAffinity(volume));
    }

    /** Returns whether it can be bound to a claim. */
    public boolean suits(BindableVolumeClaim claim) {
        return available && (claimName.isEmpty() || claimName.equals(claim.name()))
                && (claimNamespace.isEmpty() || claimNamespace.equals(claim.namespace()))
                && storageClass.equals(claim.storageClass()) && bytes >= claim.bytes();
    }
}
