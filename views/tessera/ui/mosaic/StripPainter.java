package tessera.ui.mosaic;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import tessera.insight.GpuNode;
import tessera.insight.GpuTile;
import tessera.insight.GpuTile.TilePart;
import tessera.ui.mosaic.MosaicLayout.CardPosition;
import tessera.ui.mosaic.TilePainter.Box;

/**
 * Draws nodes as strips. A GPU is a few pixels wide here, so only rectangles are used, which thousands of nodes can
 * afford: what a GPU is held as is a colour, what is wrong with it a colour too, and trouble has a frame.
 */
final class StripPainter {

    private static final double SIGN = 8;
    private static final double SIGN_SIZE = 10;
    private static final double HATCH = 5;
    private static final double DIMMED = 0.5;

    private final GraphicsContext gc;
    private final LensBrush brush;
    private final Map<MosaicColors, Color> colours = new EnumMap<>(MosaicColors.class);
    private final Map<MosaicColors, Color> dimmed = new EnumMap<>(MosaicColors.class);
    private Color current = Color.TRANSPARENT;

    StripPainter(GraphicsContext gc, MosaicInks inks, LensBrush brush) {
        this.gc = gc;
        this.brush = brush;
        for (var tint : MosaicColors.values()) {
            colours.put(tint, inks.get(tint));
            dimmed.put(tint, inks.get(tint).deriveColor(0, 1, 1, DIMMED));
        }
    }

    /**
     * A node as a strip.
     *
     * @param cell width of a GPU's cell, with the gap to the next
     */
    record Strip(List<GpuTile> tiles, GpuNode.State state, boolean cordoned, double x, double y, double cell) {

        static Strip of(CardPosition place) {
            var card = place.card();
            return new Strip(card.tiles(), card.state(), card.node().closed(), place.x(), place.y(),
                    place.width() / Math.max(1, card.tiles().size()));
        }

        boolean troubled() {
            return state != GpuNode.State.READY;
        }

        Box box(MosaicZoom zoom) {
            return new Box(x, y, Math.max(1, tiles.size()) * cell - gap(), zoom.height());
        }

        private double gap() {
            return cell > 2 ? 1 : 0;
        }
    }

    void paint(Strip strip, MosaicZoom zoom) {
        var tiles = strip.tiles();
        var whole = strip.box(zoom);
        if (whole.height() >= SIGN && tiles.stream().allMatch(brush::unknown) && !tiles.isEmpty()) {
            unknown(whole);
            return;
        }
        double width = strip.cell() - strip.gap();
        for (int i = 0; i < tiles.size(); i++) {
            tile(tiles.get(i), new Box(strip.x() + i * strip.cell(), strip.y(), width, zoom.height()),
                    strip.cordoned());
        }
        if (tiles.isEmpty()) {
            var tint = strip.state() == GpuNode.State.NOT_OFFERED ? MosaicColors.NOT_OFFERED : MosaicColors.UNKNOWN;
            fill(new Box(strip.x(), strip.y(), strip.cell(), zoom.height()), colour(colours, tint));
        }
    }

    /** A frame around a strip whose node needs somebody, with a sign where there is room for one. */
    void trouble(Strip strip, MosaicZoom zoom) {
        switch (strip.state()) {
            case UNHEALTHY, FAULTY -> frame(strip, zoom, MosaicColors.UNHEALTHY);
            case NOT_OFFERED -> frame(strip, zoom, MosaicColors.NOT_OFFERED);
            case CORDONED -> dashes(strip.box(zoom));
            case UNREACHABLE, NOT_READY, CHANGING -> around(strip.box(zoom), 1, colour(colours, MosaicColors.MUTED));
            case MAINTENANCE, READY -> {
                // nothing to point out
            }
        }
    }

    private void frame(Strip strip, MosaicZoom zoom, MosaicColors tint) {
        var box = strip.box(zoom);
        around(box, box.height() > 5 ? 2 : 1, colour(colours, tint));
        if (box.height() >= SIGN) {
            // Over its own node: the neighbour has to be seen as it is.
            CanvasGlyphs.draw(gc, CardPainter.glyph(strip.state()), box.x() + box.width() - SIGN_SIZE + 2,
                    box.y() - SIGN_SIZE / 2, SIGN_SIZE);
        }
    }

    /** A frame just outside of a box. */
    private void around(Box box, double line, Color colour) {
        double width = box.width() + 2 * line;
        fill(new Box(box.x() - line, box.y() - line, width, line), colour);
        fill(new Box(box.x() - line, box.y() + box.height(), width, line), colour);
        fill(new Box(box.x() - line, box.y(), line, box.height()), colour);
        fill(new Box(box.x() + box.width(), box.y(), line, box.height()), colour);
    }

    private void dashes(Box box) {
        gc.setStroke(colour(colours, MosaicColors.CLOSED));
        gc.setLineWidth(1);
        gc.setLineDashes(3, 2);
        gc.strokeRect(box.x() - 1.5, box.y() - 1.5, box.width() + 3, box.height() + 3);
        gc.setLineDashes();
    }

    /** A node of which nothing is known: hatched as a whole. */
    private void unknown(Box box) {
        var line = colour(colours, MosaicColors.UNKNOWN);
        gc.setStroke(line);
        gc.setLineWidth(1);
        for (double at = HATCH / 2 - box.height(); at < box.width(); at += HATCH) {
            double cut = Math.max(0, -at);
            double end = Math.min(box.height(), box.width() - at);
            gc.strokeLine(box.x() + at + cut, box.y() + box.height() - cut, box.x() + at + end,
                    box.y() + box.height() - end);
        }
        hollow(box, line);
    }

    private void tile(GpuTile tile, Box box, boolean dim) {
        if (brush.unknown(tile)) {
            fill(box, colour(colours, MosaicColors.UNKNOWN));
            return;
        }
        switch (tile.status()) {
            case UNHEALTHY -> fill(box, colour(colours, MosaicColors.UNHEALTHY));
            case MAINTENANCE -> fill(box, colour(colours, MosaicColors.CLOSED));
            case NOT_OFFERED -> fill(box, colour(colours, MosaicColors.NOT_OFFERED));
            case USABLE, UNKNOWN -> parts(tile, box, dim);
        }
    }

    /** A divided GPU is one cell, filled where it is held: its parts are too small for outlines of their own. */
    private void parts(GpuTile tile, Box box, boolean dim) {
        if (tile.parts().size() == 1) {
            part(tile, tile.parts().getFirst(), box, dim);
            return;
        }
        rest(box);
        for (var part : tile.parts()) {
            var tint = brush.fill(tile, part);
            if (tint != null) {
                double top = Math.rint(part.start() * box.height());
                double bottom = Math.rint((part.start() + part.size()) * box.height());
                fill(new Box(box.x(), box.y() + top, box.width(), Math.max(1, bottom - top)),
                        colour(dim ? dimmed : colours, tint));
            }
        }
    }

    private void part(GpuTile tile, TilePart part, Box box, boolean dim) {
        var tint = brush.fill(tile, part);
        if (tint == null) {
            rest(box);
        } else {
            fill(box, colour(dim ? dimmed : colours, tint));
        }
    }

    /** What nobody is seen to hold. */
    private void rest(Box box) {
        if (brush.unsure()) {
            fill(box, colour(colours, MosaicColors.UNKNOWN));
        } else if (box.width() < 3 || box.height() < 3) {
            fill(box, colour(colours, MosaicColors.FREE));
        } else {
            hollow(box, colour(colours, MosaicColors.FREE_SMALL));
        }
    }

    private void hollow(Box box, Color line) {
        fill(new Box(box.x(), box.y(), box.width(), 1), line);
        fill(new Box(box.x(), box.y() + box.height() - 1, box.width(), 1), line);
        fill(new Box(box.x(), box.y(), 1, box.height()), line);
        fill(new Box(box.x() + box.width() - 1, box.y(), 1, box.height()), line);
    }

    private static Color colour(Map<MosaicColors, Color> among, MosaicColors tint) {
        return among.getOrDefault(tint, Color.TRANSPARENT);
    }

    private void fill(Box box, Color colour) {
        if (!colour.equals(current)) {
            gc.setFill(colour);
            current = colour;
        }
        gc.fillRect(box.x(), box.y(), box.width(), box.height());
    }
}
