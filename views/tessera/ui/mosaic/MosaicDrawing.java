package tessera.ui.mosaic;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tessera.ui.mosaic.MosaicLayout.CardPosition;
import tessera.ui.mosaic.MosaicLayout.HeadingPosition;

/**
 * What a mosaic is drawn from. Most of what is measured anew changes nothing in it, and what looks the same is not drawn again: without
 * a graphics card that is most of what a window costs that nobody touches.
 *
 * @param surface what else it depends on: how large the surface is, where it is scrolled to, how large all is drawn
 */
record MosaicDrawing(MosaicLayout layout, MosaicState state, List<Object> surface) {

    /** Whether everything lies where it lies in another drawing, and the same lens is looked through. */
    boolean liesLike(MosaicDrawing other) {
        return surface.equals(other.surface) && frame().equals(other.frame());
    }

    private List<Object> frame() {
        var frame = new ArrayList<Object>();
        frame.addAll(List.of(layout.zoom(), state.lens(), state.sight()));
        layout.headings().forEach(heading -> frame.addAll(List.of(heading.x(), heading.y(), heading.width())));
        frame.addAll(layout.marks());
        layout.places().forEach(
                place -> frame.addAll(List.of(place.x(), place.y(), place.width(), place.height())));
        return frame;
    }

    /** The headings that read otherwise than in another drawing, in which everything lies in the same places. */
    List<HeadingPosition> otherHeadings(MosaicDrawing before) {
        return IntStream.range(0, layout.headings().size())
                .filter(at -> !words(layout.headings().get(at)).equals(words(before.layout.headings().get(at))))
                .mapToObj(layout.headings()::get).toList();
    }

    private static List<String> words(HeadingPosition heading) {
        var group = heading.group();
        return List.of(group.title(), group.detail(), group.free(), group.remarks());
    }

    /** The nodes that look otherwise than in another drawing, in which everything lies in the same places. */
    List<CardPosition> otherPlaces(MosaicDrawing before) {
        var now = new LensBrush(state);
        var then = new LensBrush(before.state);
        return IntStream.range(0, layout.places().size())
                .filter(at -> !look(layout.places().get(at), now)
                        .equals(before.look(before.layout.places().get(at), then)))
                .mapToObj(layout.places()::get).toList();
    }

    /** All that painters look at in a node. */
    private List<@Nullable Object> look(CardPosition place, LensBrush brush) {
        var node = place.card().node();
        var tally = node.tally(state.sight());
        var look = new ArrayList<@Nullable Object>(List.of(node.name(), place.card().state(), node.closed(),
                tally.allocated(), node.allocatedBound(state.sight()), tally.total(), CardPainter.remark(node)));
        for (var tile : place.card().tiles()) {
            look.addAll(List.of(tile.form(), tile.status(), brush.unknown(tile)));
            for (var part : tile.parts()) {
                look.addAll(List.of(part.name(), part.start(), part.size(), part.held()));
                look.add(brush.fill(tile, part));
            }
        }
        return look;
    }
}
