package tessera.cluster.credential;

import tessera.model.ProblemException;

/** A source of logins. Implementations may block, and are used by one thread at a time. */
interface ClusterCredentialSource {

    /** Gets a login now, which may run a program or ask another server. */
    RequestCredentials get() throws ProblemException, InterruptedException;

    /** Returns whether asking again could bring another login. */
    boolean isRenewable();

    /** Returns the name of the wait for a login, as a phrase. */
    String waitText();
}
