package tessera.stack;

import java.util.List;
import tessera.model.Failure;
import tessera.model.PodFacts;

/** Reads the objects of a GPU stack from a cluster. Each read waits for the cluster. */
public interface StackSource {

    /** Reads the stack; parts that may not be read are reported as such. */
    StackObjects read() throws Failure, InterruptedException;

    /** Returns the recent warning events of a pod, newest first. */
    List<String> warningEvents(PodFacts pod) throws Failure, InterruptedException;

    /** Returns the last log lines of the pod's container that is in trouble, or else of its first. */
    PodLog readLog(PodFacts pod, int lines) throws Failure, InterruptedException;
}
