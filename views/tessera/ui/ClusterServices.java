package tessera.ui;

import java.util.List;
import tessera.exec.ContainerAccess;
import tessera.exec.SessionLog;
import tessera.filecopy.CopyJobs;
import tessera.forward.PortForwards;
import tessera.insight.PlaceSource;
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

/** The cluster that is open: what is asked of it when somebody wants it, and the one way to change it. */
public interface ClusterServices {

    /** What the cluster's API server says it is. Waits; not for the FX thread. */
    ServerVersion version() throws Failure;

    /** The namespaces of the cluster. Waits; not for the FX thread. */
    List<String> namespaces() throws Failure;

    /** The one that the kubeconfig names for it. */
    default String namespace() {
        return "default";
    }

    /**
     * Where an object is of which perhaps only the kind is known, as the cluster tells it; fails where the cluster does not
     * know the kind. Waits; not for the FX thread.
     */
    ObjectRef place(ObjectRef object) throws Failure;

    /** Who made an object, and who made that, as far up as may be read. Waits; not for the FX thread. */
    OwnerChain makers(ObjectRef object) throws Failure;

    /**
     * An object as YAML, secrets masked. Waits; not for the FX thread.
     *
     * @param managed whether with the record of who manages which field
     */
    String yaml(ObjectRef object, boolean managed) throws Failure;

    /** What was noted of an object, newest first. Waits; not for the FX thread. */
    List<EventFacts> events(ObjectRef object) throws Failure;

    /** What a pod was made to be. Waits; not for the FX thread. */
    PodSpecFacts podSpec(ObjectRef pod) throws Failure;

    /** What a node or a pod uses of processors and memory. Waits; not for the FX thread. */
    UsageFacts usage(ObjectRef object) throws Failure;

    /** What is read of the GPU stack, beside nodes and pods. */
    StackSource stack() throws Failure;

    /** How logs of pods are read. */
    LogSource logs() throws Failure;

    /** How containers of pods are reached into. */
    ContainerAccess containers() throws Failure;

    /** Where it is noted what reaches into containers. */
    SessionLog sessions() throws Failure;

    /** The ports of pods that are reached on this machine, until the cluster is left. */
    PortForwards forwards() throws Failure;

    /** What is copied between this machine and containers, until the cluster is left. */
    CopyJobs copies() throws Failure;

    /** How it is learnt where MIG instances lie. */
    PlaceSource places() throws Failure;

    /** How whole objects are read that somebody asks about. */
    ObjectSource objects() throws Failure;

    /** How what plans need is read. */
    SurveyLookups lookups() throws Failure;

    /** How the cluster is changed; there is no other way. */
    PlanRunner planner() throws Failure;
}
