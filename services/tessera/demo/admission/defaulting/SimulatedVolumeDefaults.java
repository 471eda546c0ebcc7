package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTreeOperations;

/** Defaults of PersistentVolumes and PersistentVolumeClaims. */
final class SimulatedVolumeDefaults {

    private SimulatedVolumeDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "PersistentVolume" -> {
                var spec = JsonTreeOperations.childObject(object, "spec");
                JsonTreeOperations.putIfMissing(spec, "persistentVolumeReclaimPolicy", "Retain");
                JsonTreeOperations.putIfMissing(spec, "volumeMode", "Filesystem");
                JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(object, "status"), "phase", "Pending");
            }
            case "PersistentVolumeClaim" -> {
                JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(object, "spec"), "volumeMode",
                        "Filesystem");
                JsonTreeOperations.putIfMissing(JsonTreeOperations.childObject(object, "status"), "phase", "Pending");
            }
            case "StorageClass" -> {
                JsonTreeOperations.putIfMissing(object, "reclaimPolicy", "Delete");
                JsonTreeOperations.putIfMissing(object, "volumeBindingMode", "Immediate");
            }
            default -> throw new IllegalArgumentException(kind);
        }
    }
}
