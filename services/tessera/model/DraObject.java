package tessera.model;

/** An object of the API group resource.k8s.io that is watched. */
public sealed interface DraObject permits ResourceSlice, ResourceClaim, DeviceClass, DeviceTaintRule {

    String name();

    /** The namespace it is in; empty for one of the whole cluster. */
    default String namespace() {
        return "";
    }
}
