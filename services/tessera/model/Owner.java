package tessera.model;

/**
 * The controller of an object.
 *
 * @param kind e.g. {@code ReplicaSet}
 * @param name its name, in the same namespace
 */
public record Owner(String kind, String name) {

    /** Of an object that nobody controls. */
    public static final Owner NONE = new Owner("", "");

    public boolean exists() {
        return !kind.isEmpty();
    }
}
