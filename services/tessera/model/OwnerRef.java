package tessera.model;

/**
 * The controller of an object.
 *
 * @param apiVersion e.g. {@code apps/v1}; empty where it is not told
 * @param kind       e.g. {@code ReplicaSet}
 * @param name       its name, in the same namespace
 */
public record OwnerRef(String apiVersion, String kind, String name) {

    /** Of an object that nobody controls. */
    public static final OwnerRef NONE = new OwnerRef("", "");

    /** One of which only this is told. */
    public OwnerRef(String kind, String name) {
        this("", kind, name);
    }

    public boolean exists() {
        return !kind.isEmpty();
    }

    /** Whether people mean the same by both, whatever version of the API they are told in. */
    public boolean alike(OwnerRef other) {
        return kind.equals(other.kind) && name.equals(other.name);
    }
}
