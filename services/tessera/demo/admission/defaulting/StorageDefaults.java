package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTrees;

/** Defaults of PersistentVolumes and PersistentVolumeClaims. */
final class StorageDefaults {

    private StorageDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "PersistentVolume" -> {
                var spec = JsonTrees.childObject(object, "spec");
                JsonTrees.putIfMissing(spec, "persistentVolumeReclaimPolicy", "Retain");
                JsonTrees.putIfMissing(spec, "volumeMode", "Filesystem");
                JsonTrees.putIfMissing(JsonTrees.childObject(object, "status"), "phase", "Pending");
            }
            case "PersistentVolumeClaim" -> {
                JsonTrees.putIfMissing(JsonTrees.childObject(object, "spec"), "volumeMode", "Filesystem");
                JsonTrees.putIfMissing(JsonTrees.childObject(object, "status"), "phase", "Pending");
            }
            case "StorageClass" -> {
                JsonTrees.putIfMissing(object, "reclaimPolicy", "Delete");
                JsonTrees.putIfMissing(object, "volumeBindingMode", "Immediate");
            }
            default -> throw new IllegalArgumentException(kind);
        }
    }
}
