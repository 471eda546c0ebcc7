package tessera.insight;

import tessera.model.Failure;
import tessera.model.NodeInfo;

/** A source of the exact MIG layout of a node's GPUs. Waits for answers; not for the FX thread. */
public interface PlacementSource {

    /**
     * Returns the placements that a DRA driver has published of a node; {@link ReportedPlacements#NOTHING} if there are none or the cluster has no such API.
     */
    ReportedPlacements readPublished(String node) throws Failure, InterruptedException;

    /** Returns the known placements without running anything: the driver's last answer, else the published ones. */
    default ReportedPlacements readKnown(String node) throws Failure, InterruptedException {
        return readPublished(node);
    }

    /** Returns the placements from the GPU driver, by running a program in a container of the node's GPU stack. */
    ReportedPlacements queryDriver(NodeInfo node) throws Failure, InterruptedException;
}
