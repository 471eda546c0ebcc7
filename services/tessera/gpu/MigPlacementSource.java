package tessera.gpu;

import tessera.model.NodeWithBoundPods;
import tessera.model.ProblemException;

/** A source of the exact MIG layout of a node's GPUs. Waits for answers; not for the FX thread. */
public interface MigPlacementSource {

    /**
     * Returns the placements that a DRA driver has published of a node; {@link ReportedMigPlacements#NOTHING} if there are none or the cluster has no such API.
     */
    ReportedMigPlacements readPublished(String node) throws ProblemException, InterruptedException;

    /** Returns the known placements without running anything: the driver's last answer, else the published ones. */
    default ReportedMigPlacements readKnown(String node) throws ProblemException, InterruptedException {
        return readPublished(node);
    }

    /** Returns the placements from the GPU driver, by running a program in a container of the node's GPU stack. */
    ReportedMigPlacements queryDriver(NodeWithBoundPods node) throws ProblemException, InterruptedException;
}
