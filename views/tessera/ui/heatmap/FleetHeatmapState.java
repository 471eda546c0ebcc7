package tessera.ui.heatmap;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.gpu.GpuStatusCounts;
import tessera.gpu.NodeGpuTileFactory;
import tessera.model.PodListCompleteness;
import tessera.model.reading.NodeReadings;

/**
 * State that the heatmap draws: lens, node groups, owners, namespace and scale.
 *
 * @param owners    the namespaces that have a colour of their own under {@link HeatmapColorMode#OWNER}, most GPUs first
 * @param namespace whose pods stand out; empty when all do
 * @param podVisibility     what of the pods is seen; what may be held unseen is drawn neither as held nor as free
 * @param scale     of the colours, where the lens shows what is measured
 */
public record FleetHeatmapState(HeatmapColorMode colorMode, List<NodeCardGroup> groups, List<String> owners,
        String namespace, PodListCompleteness podVisibility, HeatmapColorScale scale) {

    /**
     * Nodes under one heading.
     *
     * @param title   e.g. {@code H100 SXM 80 GB}
     * @param detail  e.g. {@code 8 nodes · 64 GPUs}
     * @param free    e.g. {@code 4}; empty when it is not known
     * @param notes what else is to be said, e.g. {@code free · 6 out}
     * @param counts   its GPUs, each counted once
     */
    public record NodeCardGroup(String title, String detail, String free, String notes, GpuStatusCounts counts,
            List<NodeCardState> cards) {
        public NodeCardGroup {
            cards = List.copyOf(cards);
        }
    }

    /**
     * State of one node's card. Unchanged nodes are the same object in the next state.
     *
     * @param readings what its exporter reports; null when it has none that was ever found
     * @param recent whether those readings are recent
     * @param zone  the last letter of its zone; empty when it has none
     * @param state the node's, worked out once
     */
    public record NodeCardState(GpuNode node, @Nullable NodeReadings readings, boolean recent,
            List<GpuHeatmapTile> tiles, String zone, GpuNodeState state) {
        public NodeCardState {
            tiles = List.copyOf(tiles);
        }

        static NodeCardState of(GpuNode node, @Nullable NodeReadings readings, boolean fresh, String zone) {
            return new NodeCardState(node, readings, fresh, NodeGpuTileFactory.tilesOf(node, fresh ? readings : null),
                    zone, node.state());
        }
    }

    public FleetHeatmapState {
        groups = List.copyOf(groups);
        owners = List.copyOf(owners);
    }

    /** Returns a state with a lens's colours and nothing to draw in them. */
    static FleetHeatmapState withoutGroups(HeatmapColorMode colorMode, PodListCompleteness visibility) {
        return new FleetHeatmapState(colorMode, List.of(), List.of(), "", visibility,
                HeatmapColorScale.of(colorMode, 0));
    }

    public static FleetHeatmapState empty() {
        return withoutGroups(HeatmapColorMode.ALLOCATION, PodListCompleteness.NONE);
    }
}
