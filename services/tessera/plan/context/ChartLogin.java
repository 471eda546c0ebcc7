package tessera.plan.context;

/**
 * Who asks for charts at an address, as the user has typed it. It is kept in memory only, sent to that server only, and
 * printed nowhere.
 *
 * @param address  of a repository, a registry or an archive
 * @param user     empty for nobody any more
 */
public record ChartLogin(String address, String user, String password) {

    /** Without the password. */
    @Override
    public String toString() {
        return user + " at " + address;
    }
}
