package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTrees;

/** Defaults of volumes and claims on them. */
final class StorageDefaults {

    private StorageDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "PersistentVolume" -> {
                var spec = JsonTrees.under(object, "spec");
                JsonTrees.missing(spec, "persistentVolumeReclaimPolicy", "Retain");
                JsonTrees.missing(spec, "volumeMode", "Filesystem");
                JsonTrees.missing(JsonTrees.under(object, "status"), "phase", "Pending");
            }
            case "PersistentVolumeClaim" -> {
                JsonTrees.missing(JsonTrees.under(object, "spec"), "volumeMode", "Filesystem");
                JsonTrees.missing(JsonTrees.under(object, "status"), "phase", "Pending");
            }
            case "StorageClass" -> {
                JsonTrees.missing(object, "reclaimPolicy", "Delete");
                JsonTrees.missing(object, "volumeBindingMode", "Immediate");
            }
            default -> throw new IllegalArgumentException(kind);
        }
    }
}
