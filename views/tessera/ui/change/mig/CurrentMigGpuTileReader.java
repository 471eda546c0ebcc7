package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.List;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuNode;
import tessera.gpu.MigPlacementTileFactory;
import tessera.gpu.NodeGpuReader;
import tessera.gpu.ReportedMigPlacements;
import tessera.model.ProblemException;
import tessera.plan.model.MigLayoutEffect;
import tessera.ui.OpenClusterSource;

/**
 * GPUs of nodes as they are now, drawn from the same readings and MIG placements as in the inspector. Waits for the cluster; not for the FX thread.
 */
public final class CurrentMigGpuTileReader {

    /** What the cluster publishes is read of so many nodes. */
    private static final int MOST = 12;

    private CurrentMigGpuTileReader() {}

    /** Returns the GPUs of a node. */
    public static List<GpuHeatmapTile> tilesOf(OpenClusterSource services, GpuNode node) throws InterruptedException {
        return MigPlacementTileFactory.tilesOf(node, services.deviceReadings().get(),
                placementsOf(services, node.name()));
    }

    private static ReportedMigPlacements placementsOf(OpenClusterSource services, String node)
            throws InterruptedException {
        try {
            return services.clusterServices().placementSource().readKnown(node);
        } catch (ProblemException untold) {
            // Instances are drawn where a driver usually puts them, as the inspector does.
            return ReportedMigPlacements.NOTHING;
        }
    }

    /** Returns layout effects that begin with the GPUs as they are drawn elsewhere. */
    public static List<MigLayoutEffect> replaceBefore(OpenClusterSource services, List<MigLayoutEffect> divisions)
            throws InterruptedException {
        var clusterSnapshot = services.snapshots().get();
        var nodes = new NodeGpuReader(AcceleratorCatalog.standard());
        var placed = new ArrayList<MigLayoutEffect>();
        for (var division : divisions) {
            var node = clusterSnapshot.findNode(division.node()).flatMap(nodes::read);
            if (node.isEmpty()) {
                placed.add(division);
            } else {
                placed.add(division.withPresentGpus(placed.size() < MOST ? tilesOf(services, node.get())
                        : MigPlacementTileFactory.tilesOf(node.get(), services.deviceReadings().get(),
                                ReportedMigPlacements.NOTHING)));
            }
        }
        return placed;
    }
}
