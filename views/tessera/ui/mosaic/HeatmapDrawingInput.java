package tessera.ui.mosaic;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tessera.ui.mosaic.HeatmapLayout.GroupHeadingPosition;
import tessera.ui.mosaic.HeatmapLayout.NodeCardPosition;

/**
 * Input from which a mosaic is drawn, for comparison with the previous one. Most of what is measured anew changes nothing in it, and what looks the same is not drawn again: without
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
        frame.addAll(List.of(layout.zoom(), state.lens(), state.podVisibility()));
        layout.headings().forEach(heading -> frame.addAll(List.of(heading.x(), heading.y(), heading.width())));
        frame.addAll(layout.gutterMarks());
        layout.positions().forEach(
                place -> frame.addAll(List.of(place.x(), place.y(), place.width(), place.height())));
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
        return List.of(group.title(), group.detail(), group.free(), group.remarks());
    }

    /** Returns the nodes that look different from those of another drawing with the same positions. */
    List<NodeCardPosition> changedPositions(HeatmapDrawingInput before) {
        var now = new HeatmapColorChooser(state);
        var then = new HeatmapColorChooser(before.state);
        return IntStream.range(0, layout.positions().size())
                .filter(at -> !appearanceKey(layout.positions().get(at), now)
                        .equals(before.appearanceKey(before.layout.positions().get(at), then)))
                .mapToObj(layout.positions()::get).toList();
    }

    /** Returns everything about a node that the painters depend on. */
    private List<@Nullable Object> appearanceKey(NodeCardPosition place, HeatmapColorChooser brush) {
        var node = place.card().node();
        var tally = node.tally(state.podVisibility());
        var look = new ArrayList<@Nullable Object>(List.of(node.name(), place.card().state(), node.isClosed(),
                tally.allocated(), node.allocatedBound(state.podVisibility()), tally.total(),
                node.totalBound(),
                NodeCardPainter.remarkText(node)));
        for (var tile : place.card().tiles()) {
            look.addAll(List.of(tile.form(), tile.status(), brush.isUnknown(tile)));
            for (var part : tile.parts()) {
                look.addAll(List.of(part.name(), part.start(), part.size(), part.isHeld()));
                look.add(brush.fillColor(tile, part));
            }
        }
        return look;
    }
}
