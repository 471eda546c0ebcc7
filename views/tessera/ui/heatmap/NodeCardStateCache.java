package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.reading.NodeReadings;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;

/**
 * The cards of a fleet's nodes. The card of a node on which nothing changed, and which was not measured anew, is the same
 * object again. One thread at a time.
 */
public final class NodeCardStateCache {

    private final Function<GpuNode, String> zone;
    private IdentityHashMap<GpuNode, NodeCardState> cardsByNode = new IdentityHashMap<>();

    /**
     * No cards yet.
     *
     * @param zone the mark of a node's zone; empty when it has none
     */
    public NodeCardStateCache(Function<GpuNode, String> zone) {
        this.zone = zone;
    }

    /** Returns the cards in the order of the fleet's nodes. */
    public List<NodeCardState> cardsOf(GpuFleet fleet) {
        var cards = new IdentityHashMap<GpuNode, NodeCardState>(fleet.nodes().size() * 2);
        var list = new ArrayList<NodeCardState>(fleet.nodes().size());
        for (var node : fleet.nodes()) {
            var readings = fleet.readings().readingsOf(node.name());
            boolean fresh = readings != null
                    && readings.freshnessAt(fleet.readings().at()) == NodeReadings.ReadingFreshness.FRESH;
            var before = cardsByNode.get(node);
            var card = before != null && before.recent() == fresh && hasSameReadings(before.readings(), readings)
                    ? before
                    : NodeCardState.of(node, readings, fresh, zone.apply(node));
            cards.put(node, card);
            list.add(card);
        }
        cardsByNode = cards;
        return list;
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean hasSameReadings(@Nullable NodeReadings one, @Nullable NodeReadings other) {
        return one == other;
    }
}
