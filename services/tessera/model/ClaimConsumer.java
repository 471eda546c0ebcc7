package tessera.model;

/**
 * Who an allocated claim is reserved for.
 *
 * @param resource {@code pods}, or another kind such as {@code podgroups}
 */
public record ClaimConsumer(String resource, String name, String uid) {

    public boolean pod() {
        return resource.equals("pods");
    }
}
