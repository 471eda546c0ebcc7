package tessera.plan.context;

/**
 * The credentials for a chart repository, as the user typed them. It is kept in memory only, sent to that server only, and
 * printed nowhere.
 *
 * @param address  of a repository, a registry or an archive
 * @param user     empty for nobody any more
 */
public record HelmRepositoryCredentials(String address, String user, String password) {

    /** Without the password. */
    @Override
    public String toString() {
        return user + " at " + address;
    }
}
