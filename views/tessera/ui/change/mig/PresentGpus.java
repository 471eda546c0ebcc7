package tessera.ui.change.mig;

import java.util.ArrayList;
import java.util.List;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuNode;
import tessera.insight.GpuNodes;
import tessera.insight.GpuTile;
import tessera.insight.PlacedTiles;
import tessera.insight.ReportedPlacements;
import tessera.model.Failure;
import tessera.plan.model.MigLayoutEffect;
import tessera.ui.AppServices;

/**
 * GPUs of nodes as they are now, drawn as the inspector draws them: of the same readings, and with the same places of MIG
 * instances. Waits for the cluster; not for the FX thread.
 */
public final class PresentGpus {

    /** What the cluster publishes is read of so many nodes. */
    private static final int MOST = 12;

    private PresentGpus() {}

    /** The GPUs of a node. */
    public static List<GpuTile> of(AppServices desk, GpuNode node) throws InterruptedException {
        return PlacedTiles.of(node, desk.readings().get(), places(desk, node.name()));
    }

    private static ReportedPlacements places(AppServices desk, String node) throws InterruptedException {
        try {
            return desk.reached().places().known(node);
        } catch (Failure untold) {
            // Instances are drawn where a driver usually puts them, as the inspector does.
            return ReportedPlacements.NOTHING;
        }
    }

    /** Divisions that begin with the GPUs as they are drawn elsewhere. */
    public static List<MigLayoutEffect> before(AppServices desk, List<MigLayoutEffect> divisions)
            throws InterruptedException {
        var snapshot = desk.snapshots().get();
        var nodes = new GpuNodes(AcceleratorCatalog.standard());
        var placed = new ArrayList<MigLayoutEffect>();
        for (var division : divisions) {
            var node = snapshot.node(division.node()).flatMap(nodes::read);
            if (node.isEmpty()) {
                placed.add(division);
            } else {
                placed.add(division.beginning(placed.size() < MOST ? of(desk, node.get())
                        : PlacedTiles.of(node.get(), desk.readings().get(), ReportedPlacements.NOTHING)));
            }
        }
        return placed;
    }
}
