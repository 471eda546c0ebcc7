package tessera.kube.scheduling;

import tessera.kube.scheduling.FilterResult.NodePass;

/** A filter of the scheduler for one pending pod. */
@FunctionalInterface
public interface NodeFilter {

    /** The filter that lets every node pass. */
    NodeFilter PASSING = _ -> NodePass.PASSED;

    FilterResult filterNode(SchedulableNode node);
}
