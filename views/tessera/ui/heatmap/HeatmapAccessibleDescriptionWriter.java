package tessera.ui.heatmap;

import tessera.gpu.EstimateBoundKind;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.model.PodListCompleteness;
import tessera.text.MessageCatalog;
import tessera.ui.heatmap.FleetHeatmapState.NodeCardState;

/** Description of the heatmap for screen readers. */
final class HeatmapAccessibleDescriptionWriter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HeatmapAccessibleDescriptionWriter.class);

    private HeatmapAccessibleDescriptionWriter() {}

    static String describeState(FleetHeatmapState state) {
        var text = new StringBuilder(MESSAGES.text("accessible.lens", state.colorMode().title()));
        for (var group : state.groups()) {
            var counts = group.counts();
            var nodes = group.cards().stream().map(NodeCardState::node).toList();
            text.append(group.title()).append(": ").append(group.detail().replace(" · ", ", "));
            if (nodes.stream().allMatch(GpuNode::isUncounted)) {
                text.append(". ");
                continue;
            }
            if (state.podVisibility() == PodListCompleteness.ALL) {
                text.append(boundText(GpuFleet.freeBound(nodes, PodListCompleteness.ALL))).append(counts.free())
                        .append(MESSAGES.text("accessible.free"));
            }
            text.append(boundText(GpuFleet.outOfServiceBound(nodes, state.podVisibility())))
                    .append(counts.outOfService()).append(MESSAGES.text("accessible.out"));
        }
        return text.toString();
    }

    private static String boundText(EstimateBoundKind bound) {
        return switch (bound) {
            case EXACT -> ", ";
            case AT_LEAST -> MESSAGES.text("accessible.atLeast");
            case AT_MOST -> MESSAGES.text("accessible.atMost");
            case APPROXIMATE -> MESSAGES.text("accessible.about");
        };
    }
}
