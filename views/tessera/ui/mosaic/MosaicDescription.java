package tessera.ui.mosaic;

import tessera.insight.EstimateBound;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.model.PodVisibility;
import tessera.ui.kit.NumberText;
import tessera.ui.mosaic.MosaicState.NodeCardState;

/** The mosaic in words, for those who hear the screen. */
final class MosaicDescription {

    private MosaicDescription() {}

    static String of(MosaicState state) {
        var text = new StringBuilder("Fleet mosaic, lens ").append(state.lens().title()).append(". ");
        for (var group : state.groups()) {
            var tally = group.tally();
            var nodes = group.cards().stream().map(NodeCardState::node).toList();
            text.append(group.title()).append(": ").append(NumberText.of(nodes.size(), "node")).append(", ");
            if (nodes.stream().allMatch(GpuNode::uncounted)) {
                text.append("GPUs by claims. ");
                continue;
            }
            text.append(NumberText.of(tally.total(), "GPU"));
            if (state.sight() == PodVisibility.ALL) {
                text.append(words(GpuFleet.freeBound(nodes, PodVisibility.ALL))).append(tally.free()).append(" free");
            }
            text.append(words(GpuFleet.outOfServiceBound(nodes, state.sight()))).append(tally.outOfService())
                    .append(" out of service. ");
        }
        return text.toString();
    }

    private static String words(EstimateBound bound) {
        return switch (bound) {
            case EXACT -> ", ";
            case AT_LEAST -> ", at least ";
            case AT_MOST -> ", at most ";
        };
    }
}
