package tessera.demo.admission.defaulting;

import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.Trees;

/** Defaults of volumes and claims on them. */
final class StorageDefaults {

    private StorageDefaults() {}

    static void apply(String kind, ObjectNode object) {
        switch (kind) {
            case "PersistentVolume" -> {
                var spec = Trees.under(object, "spec");
                Trees.missing(spec, "persistentVolumeReclaimPolicy", "Retain");
                Trees.missing(spec, "volumeMode", "Filesystem");
                Trees.missing(Trees.under(object, "status"), "phase", "Pending");
            }
            case "PersistentVolumeClaim" -> {
                Trees.missing(Trees.under(object, "spec"), "volumeMode", "Filesystem");
                Trees.missing(Trees.under(object, "status"), "phase", "Pending");
            }
            case "StorageClass" -> {
                Trees.missing(object, "reclaimPolicy", "Delete");
                Trees.missing(object, "volumeBindingMode", "Immediate");
            }
            default -> throw new IllegalArgumentException(kind);
        }
    }
}
