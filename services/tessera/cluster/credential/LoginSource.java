package tessera.cluster.credential;

import tessera.model.Failure;

/** Where a login comes from. Implementations may block, and are used by one thread at a time. */
interface LoginSource {

    /** Gets one now, which may mean to run a program or to ask another server. */
    RequestLogin get() throws Failure, InterruptedException;

    /** Whether asking again could bring another login. */
    boolean renewable();

    /** What is being waited for meanwhile, as a phrase. */
    String words();
}
