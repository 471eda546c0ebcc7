package tessera.plan.context;

import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** Reads what plans for pods and workloads need. Reads only; each waits for the server. */
public interface WorkloadLookups {

    /**
     * Returns the current pod.
     *
     * @throws Failure of kind {@code NOT_FOUND} when there is none
     */
    PodDetail readPod(ObjectRef pod) throws Failure, InterruptedException;

    /**
     * Returns the reference with the resource and version under which the cluster serves its kind.
     *
     * @throws Failure of kind {@code NOT_FOUND} when the cluster serves no such kind
     */
    ObjectRef resolveObject(ObjectRef object) throws Failure, InterruptedException;

    /**
     * Returns the current workload.
     *
     * @throws Failure of kind {@code NOT_FOUND} when there is none
     */
    WorkloadObject readWorkload(ObjectRef object) throws Failure, InterruptedException;

    /** Returns the Kueue Workload of queued work; empty if there is none, or it may not be read. */
    Optional<ObjectRef> findKueueWorkload(WorkloadObject work) throws Failure, InterruptedException;
}
