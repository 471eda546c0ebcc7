package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.List;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuMosaicTile;
import tessera.insight.GpuNode;
import tessera.insight.MigInstanceGpuTiles;
import tessera.insight.NodeGpuReader;
import tessera.insight.ReportedMigPlacements;
import tessera.model.ProblemException;
import tessera.plan.model.MigLayoutEffect;
import tessera.ui.AppServices;

/**
 * GPUs of nodes as they are now, drawn from the same readings and MIG placements as in the inspector. Waits for the cluster; not for the FX thread.
 */
public final class CurrentMigGpuTileReader {

    /** What the cluster publishes is read of so many nodes. */
    private static final int MOST = 12;

    private CurrentMigGpuTileReader() {}

    /** Returns the GPUs of a node. */
    public static List<GpuMosaicTile> tilesOf(AppServices desk, GpuNode node) throws InterruptedException {
        return MigInstanceGpuTiles.tilesOf(node, desk.deviceReadings().get(), placementsOf(desk, node.name()));
    }

    private static ReportedMigPlacements placementsOf(AppServices desk, String node) throws InterruptedException {
        try {
            return desk.clusterServices().placementSource().readKnown(node);
        } catch (ProblemException untold) {
            // Instances are drawn where a driver usually puts them, as the inspector does.
            return ReportedMigPlacements.NOTHING;
        }
    }

    /** Returns layout effects that begin with the GPUs as they are drawn elsewhere. */
    public static List<MigLayoutEffect> replaceBefore(AppServices desk, List<MigLayoutEffect> divisions)
            throws InterruptedException {
        var clusterSnapshot = desk.snapshots().get();
        var nodes = new NodeGpuReader(AcceleratorCatalog.standard());
        var placed = new ArrayList<MigLayoutEffect>();
        for (var division : divisions) {
            var node = clusterSnapshot.findNode(division.node()).flatMap(nodes::read);
            if (node.isEmpty()) {
                placed.add(division);
            } else {
                placed.add(division.withPresentGpus(placed.size() < MOST ? tilesOf(desk, node.get())
                        : MigInstanceGpuTiles.tilesOf(node.get(), desk.deviceReadings().get(),
                                ReportedMigPlacements.NOTHING)));
            }
        }
        return placed;
    }
}
