package tessera.model;

import java.util.List;
import tessera.kube.scheduling.RequiredNodeAffinity;
import tessera.kube.scheduling.Toleration;

/**
 * The constraints on the node of a pod that is not bound yet.
 *
 * @param nodeAffinity        what it demands of a node's labels and name
 * @param tolerations what it puts up with
 * @param unresolved        what else binds it
 * @param schedulerName   who is to place it, where that is not the scheduler that every cluster has; empty else
 * @param schedulingGates       names of what has to be taken from it before any scheduler looks at it
 */
public record PodSchedulingConstraints(RequiredNodeAffinity nodeAffinity, List<Toleration> tolerations,
        UnevaluatedPodConstraints unresolved, String schedulerName, List<String> schedulingGates) {

    /** The scheduler of a cluster that has no other. */
    public static final String USUAL_SCHEDULER = "default-scheduler";

    public PodSchedulingConstraints {
        tolerations = List.copyOf(tolerations);
        schedulingGates = List.copyOf(schedulingGates);
        schedulerName = schedulerName.equals(USUAL_SCHEDULER) ? "" : schedulerName;
    }

    /** One that the usual scheduler places. */
    public PodSchedulingConstraints(RequiredNodeAffinity rule, List<Toleration> tolerations,
            UnevaluatedPodConstraints ties) {
        this(rule, tolerations, ties, "", List.of());
    }

    /** One that nothing else binds. */
    public PodSchedulingConstraints(RequiredNodeAffinity rule, List<Toleration> tolerations) {
        this(rule, tolerations, UnevaluatedPodConstraints.NONE);
    }
}
