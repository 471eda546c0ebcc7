package tessera.model;

/**
 * The controller of an object.
 *
 * @param apiVersion e.g. {@code apps/v1}; empty where it is not told
 * @param kind       e.g. {@code ReplicaSet}
 * @param name       its name, in the same namespace
 */
public record Owner(String apiVersion, String kind, String name) {

    /** Of an object that nobody controls. */
    public static final Owner NONE = new Owner("", "");

    /** One of which only this is told. */
    public Owner(String kind, String name) {
        this("", kind, name);
    }

    public boolean exists() {
        return !kind.isEmpty();
    }

    /** Whether people mean the same by both, whatever version of the API they are told in. */
    public boolean alike(Owner other) {
        return kind.equals(other.kind) && name.equals(other.name);
    }
}
