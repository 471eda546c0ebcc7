package tessera.plan.context;

import java.util.Optional;
import tessera.model.Failure;
import tessera.model.ObjectRef;

/** Reads what plans for pods and for what makes them need. Reads only; each waits for the server. */
public interface WorkloadLookups {

    /**
     * A pod as it is now.
     *
     * @throws Failure of kind {@code NOT_FOUND} when there is none
     */
    PodDetail pod(ObjectRef pod) throws Failure, InterruptedException;

    /**
     * Where an object is that is known by its kind.
     *
     * @throws Failure of kind {@code NOT_FOUND} when the cluster serves no such kind
     */
    ObjectRef place(ObjectRef object) throws Failure, InterruptedException;

    /**
     * Something that makes pods, as it is now.
     *
     * @throws Failure of kind {@code NOT_FOUND} when there is none
     */
    WorkloadObject workload(ObjectRef object) throws Failure, InterruptedException;

    /** What Kueue keeps of work in a queue, a Workload; empty where it keeps nothing of it, or that may not be read. */
    Optional<ObjectRef> account(WorkloadObject work) throws Failure, InterruptedException;
}
