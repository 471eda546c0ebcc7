package tessera.model;

/**
 * An object that could not be read, or not all of it: the server sent a value of another type than the API has there.
 *
 * @param kind      as the API calls it, e.g. {@code Pod}
 * @param namespace empty where it has none, or it is not known
 * @param name      empty where it is not known
 * @param reason    the first value that did not fit, e.g. {@code spec is not an object}
 */
public record UnreadableObject(String kind, String namespace, String name, String reason) {

    /** Returns the kind with the namespace and the name as far as they are known. */
    String key() {
        return kind + " " + path();
    }

    /** Returns a name with the namespace it is in, if any. */
    public static String path(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    private String path() {
        return path(namespace, name);
    }

    /** Returns where it is and why it could not be read. */
    String text() {
        return (name.isEmpty() ? "one without a name" : path()) + ": " + reason;
    }
}
