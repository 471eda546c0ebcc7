package tessera.ui.mosaic;

import tessera.insight.Bound;
import tessera.insight.Fleet;
import tessera.insight.GpuNode;
import tessera.model.PodSight;
import tessera.ui.kit.Numbers;
import tessera.ui.mosaic.MosaicState.Card;

/** The mosaic in words, for those who hear the screen. */
final class Description {

    private Description() {}

    static String of(MosaicState state) {
        var text = new StringBuilder("Fleet mosaic, lens ").append(state.lens().title()).append(". ");
        for (var group : state.groups()) {
            var tally = group.tally();
            var nodes = group.cards().stream().map(Card::node).toList();
            text.append(group.title()).append(": ").append(Numbers.of(nodes.size(), "node")).append(", ");
            if (nodes.stream().allMatch(GpuNode::uncounted)) {
                text.append("GPUs by claims. ");
                continue;
            }
            text.append(Numbers.of(tally.total(), "GPU"));
            if (state.sight() == PodSight.ALL) {
                text.append(words(Fleet.freeBound(nodes, PodSight.ALL))).append(tally.free()).append(" free");
            }
            text.append(words(Fleet.outOfServiceBound(nodes, state.sight()))).append(tally.outOfService())
                    .append(" out of service. ");
        }
        return text.toString();
    }

    private static String words(Bound bound) {
        return switch (bound) {
            case EXACT -> ", ";
            case AT_LEAST -> ", at least ";
            case AT_MOST -> ", at most ";
        };
    }
}
