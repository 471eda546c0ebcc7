package tessera.model;

/**
 * A reference to the controller of an object.
 *
 * @param apiVersion e.g. {@code apps/v1}; empty where it is not told
 * @param kind       e.g. {@code ReplicaSet}
 * @param name       its name, in the same namespace
 */
public record ControllerRef(String apiVersion, String kind, String name) {

    /** Of an object that nobody controls. */
    public static final ControllerRef NONE = new ControllerRef("", "");

    /** One of which only this is told. */
    public ControllerRef(String kind, String name) {
        this("", kind, name);
    }

    public boolean exists() {
        return !kind.isEmpty();
    }

    /** Returns whether both are the same kind and name, in any version of the API. */
    public boolean isSameOwner(ControllerRef other) {
        return kind.equals(other.kind) && name.equals(other.name);
    }
}
