package tessera.model;

/** An object of the API group resource.k8s.io that is followed. */
public sealed interface DraObject permits ResourceSlice, ResourceClaim, DeviceClass, DeviceTaintRule {

    String name();

    /** Returns what tells it from all others of its kind. */
    default String key() {
        return name();
    }
}
