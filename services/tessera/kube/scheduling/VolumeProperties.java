package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tessera.kube.quantity.QuantityParser;

/**
 * The properties of storage that a PersistentVolume has, or that a PersistentVolumeClaim wants.
 *
 * @param storageClass    its name; empty for none
 * @param attributesClass the name of its VolumeAttributesClass; empty for none
 * @param mode            {@code Filesystem} or {@code Block}
 */
public record VolumeProperties(String storageClass, String attributesClass, long bytes, String mode,
        Set<String> accessModes) {

    /** Before there was a field for it, an annotation named the storage class, and it still decides. */
    private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

    public VolumeProperties {
        accessModes = Set.copyOf(accessModes);
    }

    /** @param amounts which has its size under {@code storage} */
    static VolumeProperties of(JsonNode object, JsonNode amounts) {
        var spec = object.path("spec");
        var modes = new HashSet<String>();
        spec.path("accessModes").forEach(mode -> modes.add(mode.asText()));
        return new VolumeProperties(
                object.path("metadata").path("annotations").path(CLASS_ANNOTATION).asText(
                        spec.path("storageClassName").asText("")),
                spec.path("volumeAttributesClassName").asText(""),
                QuantityParser.parseUnits(amounts.path("storage").asText()).orElse(0),
                spec.path("volumeMode").asText("Filesystem"), modes);
    }

    VolumeProperties withStorageClass(String other) {
        return new VolumeProperties(other, attributesClass, bytes, mode, accessModes);
    }

    /** Returns why a volume with these properties does not do for a claim, in the words of the API server's events. */
    Optional<String> mismatchMessage(VolumeProperties wanted) {
        if (bytes < wanted.bytes()) {
            return Optional.of("requested PV is too small");
        }
        if (!storageClass.equals(wanted.storageClass())) {
            return Optional.of("storageClassName does not match");
        }
        if (!attributesClass.equals(wanted.attributesClass())) {
            return Optional.of("volumeAttributesClassName does not match");
        }
        if (!mode.equals(wanted.mode())) {
            return Optional.of("incompatible volumeMode");
        }
        if (accessModes.containsAll(wanted.accessModes())) {
            return Optional.empty();
        }
        return Optional.of("incompatible accessMode");
    }
}
