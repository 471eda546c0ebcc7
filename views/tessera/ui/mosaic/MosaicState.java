package tessera.ui.mosaic;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tessera.insight.GpuNode;
import tessera.insight.GpuTally;
import tessera.insight.GpuTile;
import tessera.insight.GpuTiles;
import tessera.model.PodVisibility;
import tessera.model.reading.NodeReadings;

/**
 * State that the mosaic draws: lens, node groups, owners, namespace and scale.
 *
 * @param owners    the namespaces that have a colour of their own under {@link MosaicLens#OWNER}, most GPUs first
 * @param namespace whose pods stand out; empty when all do
 * @param podVisibility     what of the pods is seen; what may be held unseen is drawn neither as held nor as free
 * @param scale     of the colours, where the lens shows what is measured
 */
public record MosaicState(MosaicLens lens, List<CardGroup> groups, List<String> owners, String namespace,
        PodVisibility podVisibility,
        LensScale scale) {

    /**
     * Nodes under one heading.
     *
     * @param title   e.g. {@code H100 SXM 80 GB}
     * @param detail  e.g. {@code 8 nodes · 64 GPUs}
     * @param free    e.g. {@code 4}; empty when it is not known
     * @param remarks what else is to be said, e.g. {@code free · 6 out}
     * @param tally   its GPUs, each counted once
     */
    public record CardGroup(String title, String detail, String free, String remarks, GpuTally tally,
            List<NodeCardState> cards) {
        public CardGroup {
            cards = List.copyOf(cards);
        }
    }

    /**
     * State of one node's card. Unchanged nodes are the same object in the next state.
     *
     * @param readings what its exporter reports; null when it has none that was ever found
     * @param fresh whether those readings are recent
     * @param zone  the last letter of its zone; empty when it has none
     * @param state the node's, worked out once
     */
    public record NodeCardState(GpuNode node, @Nullable NodeReadings readings, boolean fresh, List<GpuTile> tiles,
            String zone,
            GpuNode.State state) {
        public NodeCardState {
            tiles = List.copyOf(tiles);
        }

        static NodeCardState of(GpuNode node, @Nullable NodeReadings readings, boolean fresh, String zone) {
            return new NodeCardState(node, readings, fresh, GpuTiles.tilesOf(node, fresh ? readings : null), zone,
                    node.state());
        }
    }

    public MosaicState {
        groups = List.copyOf(groups);
        owners = List.copyOf(owners);
    }

    /** Returns a state with a lens's colours and nothing to draw in them. */
    static MosaicState withoutGroups(MosaicLens lens, PodVisibility visibility) {
        return new MosaicState(lens, List.of(), List.of(), "", visibility, LensScale.of(lens, 0));
    }

    public static MosaicState empty() {
        return withoutGroups(MosaicLens.ALLOCATION, PodVisibility.NONE);
    }
}
