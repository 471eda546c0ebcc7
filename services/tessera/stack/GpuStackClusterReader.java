package tessera.stack;

import java.util.List;
import tessera.model.PodSummary;
import tessera.model.ProblemException;

/** Reads the objects of a GPU stack from a cluster. Each read waits for the cluster. */
public interface GpuStackClusterReader {

    /** Reads the stack; parts that may not be read are reported as such. */
    GpuStackObjects read() throws ProblemException, InterruptedException;

    /** Returns the recent warning events of a pod, newest first. */
    List<String> warningEvents(PodSummary pod) throws ProblemException, InterruptedException;

    /** Returns the last log lines of the pod's container that is in trouble, or else of its first. */
    ContainerLogTail readLog(PodSummary pod, int lines) throws ProblemException, InterruptedException;
}
