package tessera.model;

/**
 * A consumer for which an allocated claim is reserved.
 *
 * @param resource {@code pods}, or another kind such as {@code podgroups}
 */
public record ResourceClaimConsumer(String resource, String name, String uid) {

    public boolean isPod() {
        return resource.equals("pods");
    }
}
