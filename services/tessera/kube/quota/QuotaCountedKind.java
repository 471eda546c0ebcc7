package tessera.kube.quota;

import java.util.Set;
import tessera.text.OptionalText;

/** A kind whose objects quotas count. */
public record QuotaCountedKind(String kind, String plural, String group) {

    public static final QuotaCountedKind PERSISTENT_VOLUME_CLAIM = new QuotaCountedKind("PersistentVolumeClaim",
            "persistentvolumeclaims", "");

    /** Kinds that are also counted by their bare name. */
    private static final Set<String> COUNTED_BY_NAME = Set.of("Service", "PersistentVolumeClaim", "ConfigMap", "Secret",
            "ReplicationController", "ResourceQuota");

    /** Returns the name by which a quota counts objects of the kind. */
    String objectCountName() {
        return "count/" + plural + OptionalText.prefixed(".", group);
    }

    boolean isCountedByPlural() {
        return COUNTED_BY_NAME.contains(kind);
    }
}
