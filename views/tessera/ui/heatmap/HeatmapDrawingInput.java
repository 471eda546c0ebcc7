package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import tessera.gpu.GpuHeatmapTile;
import tessera.ui.heatmap.HeatmapLayout.GroupHeadingPosition;
import tessera.ui.heatmap.HeatmapLayout.NodeCardPosition;

/**
 * Input from which a heatmap is drawn, for comparison with the previous one. Most of what is measured anew changes nothing in it, and what looks the same is not drawn again: without
 * a graphics card that is most of what a window costs that nobody touches.
 *
 * @param surface what else it depends on: how large the surface is, where it is scrolled to, how large all is drawn
 */
record HeatmapDrawingInput(HeatmapLayout layout, FleetHeatmapState state, List<Object> surface) {

    /** Returns whether everything has the same position and lens as in another drawing. */
    boolean hasSameLayout(HeatmapDrawingInput other) {
        return surface.equals(other.surface) && layoutKey().equals(other.layoutKey());
    }

    private List<Object> layoutKey() {
        var frame = new ArrayList<Object>();
        frame.addAll(List.of(layout.zoom(), state.colorMode(), state.podVisibility()));
        layout.headings().forEach(heading -> frame.addAll(List.of(heading.x(), heading.y(), heading.width())));
        frame.addAll(layout.gutterMarks());
        layout.positions().forEach(
                position -> frame.addAll(List.of(position.x(), position.y(), position.width(), position.height())));
        return frame;
    }

    /** Returns the headings whose text differs from another drawing with the same positions. */
    List<GroupHeadingPosition> changedHeadings(HeatmapDrawingInput before) {
        return IntStream.range(0, layout.headings().size())
                .filter(at -> !headingTexts(layout.headings().get(at))
                        .equals(headingTexts(before.layout.headings().get(at))))
                .mapToObj(layout.headings()::get).toList();
    }

    private static List<String> headingTexts(GroupHeadingPosition heading) {
        var group = heading.group();
        return List.of(group.title(), group.detail(), group.free(), group.notes());
    }

    /** Returns the nodes that look different from those of another drawing with the same positions. */
    List<NodeCardPosition> changedPositions(HeatmapDrawingInput before) {
        var now = new HeatmapColorChooser(state);
        var then = new HeatmapColorChooser(before.state);
        return IntStream.range(0, layout.positions().size()).filter(at -> !looksAlike(before, at, now, then))
                .mapToObj(layout.positions()::get).toList();
    }

    private boolean looksAlike(HeatmapDrawingInput before, int at, HeatmapColorChooser now, HeatmapColorChooser then) {
        var position = layout.positions().get(at);
        var earlier = before.layout.positions().get(at);
        var tiles = position.card().tiles();
        var others = earlier.card().tiles();
        return nodeKey(position).equals(before.nodeKey(earlier)) && tiles.size() == others.size() && IntStream
                .range(0, tiles.size()).allMatch(tile -> isDrawnAlike(tiles.get(tile), now, others.get(tile), then));
    }

    /** Returns everything about a node but its tiles that the painters depend on. */
    private List<Object> nodeKey(NodeCardPosition position) {
        var node = position.card().node();
        var counts = node.tally(state.podVisibility());
        return List.of(node.name(), position.card().state(), node.isClosed(), counts.allocated(),
                node.allocatedBound(state.podVisibility()), counts.total(), node.totalBound(),
                NodeCardPainter.remarkText(node));
    }

    /** Returns whether everything about two tiles is alike that the painters depend on; a fleet has tens of thousands. */
    private static boolean isDrawnAlike(GpuHeatmapTile tile, HeatmapColorChooser now, GpuHeatmapTile other,
            HeatmapColorChooser then) {
        boolean alike = tile.form() == other.form() && tile.status() == other.status()
                && tile.parts().size() == other.parts().size() && now.isUnknown(tile) == then.isUnknown(other);
        for (int at = 0; alike && at < tile.parts().size(); at++) {
            var part = tile.parts().get(at);
            var before = other.parts().get(at);
            alike = part.name().equals(before.name()) && part.start() == before.start() && part.size() == before.size()
                    && part.isHeld() == before.isHeld()
                    && Objects.equals(now.fillColor(tile, part), then.fillColor(other, before));
        }
        return alike;
    }
}
