package tessera.ui.mosaic;

import tessera.insight.EstimateBoundKind;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.PodListCompleteness;
import tessera.ui.mosaic.FleetHeatmapState.NodeCardState;

/** Description of the mosaic for screen readers. */
final class HeatmapAccessibleDescription {

    private HeatmapAccessibleDescription() {}

    static String describeState(FleetHeatmapState state) {
        var text = new StringBuilder("Fleet mosaic, lens ").append(state.lens().title()).append(". ");
        for (var group : state.groups()) {
            var tally = group.tally();
            var nodes = group.cards().stream().map(NodeCardState::node).toList();
            text.append(group.title()).append(": ").append(group.detail().replace(" · ", ", "));
            if (nodes.stream().allMatch(GpuNode::isUncounted)) {
                text.append(". ");
                continue;
            }
            if (state.podVisibility() == PodListCompleteness.ALL) {
                text.append(boundText(GpuFleet.freeBound(nodes, PodListCompleteness.ALL))).append(tally.free())
                        .append(" free");
            }
            text.append(boundText(GpuFleet.outOfServiceBound(nodes, state.podVisibility())))
                    .append(tally.outOfService())
                    .append(" out of service. ");
        }
        return text.toString();
    }

    private static String boundText(EstimateBoundKind bound) {
        return switch (bound) {
            case EXACT -> ", ";
            case AT_LEAST -> ", at least ";
            case AT_MOST -> ", at most ";
        };
    }
}
