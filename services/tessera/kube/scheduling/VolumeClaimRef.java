package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A reference to a PersistentVolumeClaim.
 *
 * @param uid empty where any claim of the name is meant, and of a claim that is not created yet
 */
public record VolumeClaimRef(String namespace, String name, String uid) {

    /** Reads the metadata of a claim, or the {@code claimRef} of a volume. */
    static VolumeClaimRef of(JsonNode reference) {
        return new VolumeClaimRef(reference.path("namespace").asText(), reference.path("name").asText(),
                reference.path("uid").asText());
    }

    /** Returns whether a volume with this reference is kept for a claim. */
    boolean refersTo(VolumeClaimRef claim) {
        return name.equals(claim.name()) && namespace.equals(claim.namespace())
                && (uid.isEmpty() || uid.equals(claim.uid()));
    }
}
