package tessera.ui;

import java.util.List;
import tessera.model.ProblemException;

/** The kubeconfig files, and a test of the connection to their clusters. Every method waits; none is for the FX thread. */
public interface KubeconfigSourceProvider {

    /**
     * A kubeconfig file that is read.
     *
     * @param text what came of it
     */
    record KubeconfigSource(String path, String text) {}

    /** Returns the files that are read, in order of precedence. */
    List<KubeconfigSource> files();

    /** Returns the paths of files that look like kubeconfigs and are not read. */
    List<String> unreadFiles();

    /**
     * Asks the cluster of a context only for its version; a credential plugin may run.
     *
     * @return what it answered
     * @throws ProblemException when it cannot be reached or does not let the user in
     */
    String testConnection(String context) throws ProblemException, InterruptedException;

    /**
     * Adds a file to those that are read.
     *
     * @throws ProblemException when there is no kubeconfig in it
     */
    void addFile(String file) throws ProblemException;
}
