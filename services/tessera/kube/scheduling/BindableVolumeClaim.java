package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import tessera.kube.quantity.QuantityParser;

/**
 * A PersistentVolumeClaim as it is bound to volumes.
 *
 * @param storageClass its name; empty where the claim names none
 * @param volume       that it names or is bound to; empty for none
 * @param bytes        that it wants
 */
public record BindableVolumeClaim(String namespace, String name, String storageClass, String volume, long bytes,
        boolean bound, boolean deleted) {

    public static BindableVolumeClaim fromJson(JsonNode claim) {
        var metadata = claim.path("metadata");
        var spec = claim.path("spec");
        return new BindableVolumeClaim(metadata.path("namespace").asText(), metadata.path("name").asText(),
                spec.path("storageClassName").asText(), spec.path("volumeName").asText(),
                storageBytes(spec.path("resources").path("requests")),
                metadata.path("annotations").has("pv.kubernetes.io/bind-completed")
                        || claim.path("status").path("phase").asText().equals("Bound"),
                metadata.hasNonNull("deletionTimestamp"));
    }

    /** Returns the claim as one of another storage class, such as the default. */
    public BindableVolumeClaim withStorageClass(String other) {
        return new BindableVolumeClaim(namespace, name, other, volume, bytes, bound, deleted);
    }

    /** Returns the bytes of the resource {@code storage}. */
    public static long storageBytes(JsonNode quantities) {
        return QuantityParser.parseUnits(quantities.path("storage").asText()).orElse(0);
    }
}
