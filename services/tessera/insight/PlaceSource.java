package tessera.insight;

import tessera.model.Failure;
import tessera.model.NodeInfo;

/** Where it can be learnt exactly how the GPUs of a node are cut. Waits for answers; not for the FX thread. */
public interface PlaceSource {

    /**
     * What a driver for dynamic resource allocation has published of a node; {@link ReportedPlacements#NOTHING} where there is none
     * or the cluster has no such thing.
     */
    ReportedPlacements published(String node) throws Failure, InterruptedException;

    /** What is known of a node without running anything: what its driver said when it was last asked, else what is published. */
    default ReportedPlacements known(String node) throws Failure, InterruptedException {
        return published(node);
    }

    /** What the GPUs' driver says when it is asked, by running a program in a container of the node's GPU stack. */
    ReportedPlacements asked(NodeInfo node) throws Failure, InterruptedException;
}
