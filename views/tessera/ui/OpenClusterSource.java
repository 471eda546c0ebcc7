package tessera.ui;

import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.model.CopiedCommandContext;
import tessera.model.ProblemException;

/** The open cluster: its newest state, and the services that read and change it. */
public interface OpenClusterSource extends ClusterStateSource {

    /** Returns the services of the open cluster. */
    OpenClusterAccess clusterServices() throws ProblemException;

    /** Returns the target by which commands name the open cluster. */
    CopiedCommandContext commandTarget();

    /** Returns the fleet as it is known now, with the readings of its devices. */
    GpuFleet currentFleet(AcceleratorCatalog accelerators);

    /** Reconnects at once, with the credential renewed. */
    void retryConnection();
}
