package tessera.plan.context;

import java.util.Optional;
import tessera.model.ObjectRef;
import tessera.model.ProblemException;

/** Reads what plans for pods and workloads need. Reads only; each waits for the server. */
public interface WorkloadPlannerInputReader {

    /**
     * Returns the current pod.
     *
     * @throws ProblemException of kind {@code NOT_FOUND} when there is none
     */
    PodPlanningDetails readPod(ObjectRef pod) throws ProblemException, InterruptedException;

    /**
     * Returns the reference with the resource and version under which the cluster serves its kind.
     *
     * @throws ProblemException of kind {@code NOT_FOUND} when the cluster serves no such kind
     */
    ObjectRef resolveObject(ObjectRef object) throws ProblemException, InterruptedException;

    /**
     * Returns the current workload.
     *
     * @throws ProblemException of kind {@code NOT_FOUND} when there is none
     */
    WorkloadObjectState readWorkload(ObjectRef object) throws ProblemException, InterruptedException;

    /** Returns the Kueue Workload of queued work; empty if there is none, or it may not be read. */
    Optional<ObjectRef> findKueueWorkload(WorkloadObjectState input) throws ProblemException, InterruptedException;
}
