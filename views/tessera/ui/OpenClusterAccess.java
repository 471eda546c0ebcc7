package tessera.ui;

import java.util.List;
import tessera.exec.ContainerExecForwardClient;
import tessera.exec.ContainerSessionLog;
import tessera.filecopy.ContainerFileCopyRegistry;
import tessera.forward.PortForwardRegistry;
import tessera.gpu.MigPlacementSource;
import tessera.logs.PodLogSource;
import tessera.model.EventSummary;
import tessera.model.MetricsServerUsage;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.PodDetails;
import tessera.model.ProblemException;
import tessera.model.ServerVersion;
import tessera.plan.PlanRunner;
import tessera.plan.context.PlannerInputReader;
import tessera.scheduling.ClusterObjectSource;
import tessera.stack.GpuStackClusterReader;

/** The services of the open cluster: reading on demand, and the one way to change it. */
public interface OpenClusterAccess {

    /** Returns the version of the API server. Waits; not for the FX thread. */
    ServerVersion version() throws ProblemException;

    /** Returns the names of the namespaces. Waits; not for the FX thread. */
    List<String> namespaces() throws ProblemException;

    /** Returns the namespace that the kubeconfig sets for the cluster. */
    default String defaultNamespace() {
        return "default";
    }

    /**
     * Returns the complete reference of an object whose kind is known; fails where the cluster does not serve it. Waits; not for the FX thread.
     */
    ObjectRef resolveRef(ObjectRef object) throws ProblemException;

    /** Returns the owners of an object, as far up as may be read. Waits; not for the FX thread. */
    OwnerChain ownerChainOf(ObjectRef object) throws ProblemException;

    /**
     * Returns an object as YAML, with secrets masked. Waits; not for the FX thread.
     *
     * @param managed whether with the record of who manages which field
     */
    String yamlOf(ObjectRef object, boolean managed) throws ProblemException;

    /** Returns the events of an object, newest first. Waits; not for the FX thread. */
    List<EventSummary> eventsOf(ObjectRef object) throws ProblemException;

    /** Returns the spec of a pod. Waits; not for the FX thread. */
    PodDetails podSpecOf(ObjectRef pod) throws ProblemException;

    /** Returns the CPU and memory usage of a node or a pod. Waits; not for the FX thread. */
    MetricsServerUsage usageOf(ObjectRef object) throws ProblemException;

    /** Returns the source of the GPU stack's objects. */
    GpuStackClusterReader stackSource() throws ProblemException;

    /** Returns the source of pod logs. */
    PodLogSource logSource() throws ProblemException;

    /** Returns the access to containers of pods. */
    ContainerExecForwardClient containerAccess() throws ProblemException;

    /** Returns the log of sessions in containers. */
    ContainerSessionLog sessionLog() throws ProblemException;

    /** Returns the port forwards, which last until the cluster is closed. */
    PortForwardRegistry portForwards() throws ProblemException;

    /** Returns the copy jobs between this machine and containers, which last until the cluster is closed. */
    ContainerFileCopyRegistry copyJobs() throws ProblemException;

    /** Returns the source of MIG instance placements. */
    MigPlacementSource placementSource() throws ProblemException;

    /** Returns the source of whole objects. */
    ClusterObjectSource objectSource() throws ProblemException;

    /** Returns the lookups that plans need. */
    PlannerInputReader planLookups() throws ProblemException;

    /** Returns the runner of plans, the only way to change the cluster. */
    PlanRunner planRunner() throws ProblemException;
}
