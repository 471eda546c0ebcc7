package tessera.ui;

import java.util.List;
import tessera.exec.ContainerAccess;
import tessera.exec.SessionLog;
import tessera.filecopy.CopyJobs;
import tessera.forward.PortForwards;
import tessera.insight.PlacementSource;
import tessera.logs.LogSource;
import tessera.model.EventFacts;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.OwnerChain;
import tessera.model.PodSpecFacts;
import tessera.model.ServerVersion;
import tessera.model.UsageFacts;
import tessera.plan.PlanRunner;
import tessera.plan.context.SurveyLookups;
import tessera.scheduling.ObjectSource;
import tessera.stack.StackSource;

/** The services of the open cluster: reading on demand, and the one way to change it. */
public interface ClusterServices {

    /** Returns the version of the API server. Waits; not for the FX thread. */
    ServerVersion version() throws Failure;

    /** Returns the names of the namespaces. Waits; not for the FX thread. */
    List<String> namespaces() throws Failure;

    /** Returns the namespace that the kubeconfig sets for the cluster. */
    default String defaultNamespace() {
        return "default";
    }

    /**
     * Returns the complete reference of an object whose kind is known; fails where the cluster does not serve it. Waits; not for the FX thread.
     */
    ObjectRef resolveRef(ObjectRef object) throws Failure;

    /** Returns the owners of an object, as far up as may be read. Waits; not for the FX thread. */
    OwnerChain ownerChainOf(ObjectRef object) throws Failure;

    /**
     * Returns an object as YAML, with secrets masked. Waits; not for the FX thread.
     *
     * @param managed whether with the record of who manages which field
     */
    String yamlOf(ObjectRef object, boolean managed) throws Failure;

    /** Returns the events of an object, newest first. Waits; not for the FX thread. */
    List<EventFacts> eventsOf(ObjectRef object) throws Failure;

    /** Returns the spec of a pod. Waits; not for the FX thread. */
    PodSpecFacts podSpecOf(ObjectRef pod) throws Failure;

    /** Returns the CPU and memory usage of a node or a pod. Waits; not for the FX thread. */
    UsageFacts usageOf(ObjectRef object) throws Failure;

    /** Returns the source of the GPU stack's objects. */
    StackSource stackSource() throws Failure;

    /** Returns the source of pod logs. */
    LogSource logSource() throws Failure;

    /** Returns the access to containers of pods. */
    ContainerAccess containerAccess() throws Failure;

    /** Returns the log of sessions in containers. */
    SessionLog sessionLog() throws Failure;

    /** Returns the port forwards, which last until the cluster is closed. */
    PortForwards portForwards() throws Failure;

    /** Returns the copy jobs between this machine and containers, which last until the cluster is closed. */
    CopyJobs copyJobs() throws Failure;

    /** Returns the source of MIG instance placements. */
    PlacementSource placementSource() throws Failure;

    /** Returns the source of whole objects. */
    ObjectSource objectSource() throws Failure;

    /** Returns the lookups that plans need. */
    SurveyLookups planLookups() throws Failure;

    /** Returns the runner of plans, the only way to change the cluster. */
    PlanRunner planRunner() throws Failure;
}
