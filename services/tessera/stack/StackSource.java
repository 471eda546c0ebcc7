package tessera.stack;

import java.util.List;
import tessera.model.Failure;
import tessera.model.PodFacts;

/** Reads the objects of a GPU stack from a cluster. Each read waits for the cluster. */
public interface StackSource {

    /** What there is; what may not be read is told as such, part by part. */
    StackObjects read() throws Failure, InterruptedException;

    /** The warnings about a pod that are not forgotten yet, the newest first. */
    List<String> warnings(PodFacts pod) throws Failure, InterruptedException;

    /** The last lines that the container of a pod wrote that is in trouble, or else its first. */
    PodLog log(PodFacts pod, int lines) throws Failure, InterruptedException;
}
