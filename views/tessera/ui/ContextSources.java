package tessera.ui;

import java.util.List;
import tessera.model.Failure;

/** Where contexts come from, and whether the cluster of one can be reached. Every method waits; none is for the FX thread. */
public interface ContextSources {

    /**
     * A kubeconfig that is read.
     *
     * @param words what came of it
     */
    record File(String path, String words) {}

    /** The files that are read, in the order in which they count. */
    List<File> files();

    /** Files beside the usual one that look like kubeconfigs and are not read. */
    List<String> others();

    /**
     * Asks the cluster of a context for its version and nothing else; what gets a credential may run.
     *
     * @return what it answered
     * @throws Failure when it cannot be reached or does not let the user in
     */
    String check(String context) throws Failure, InterruptedException;

    /**
     * Has a file read from now on.
     *
     * @throws Failure when there is no kubeconfig in it
     */
    void add(String file) throws Failure;
}
