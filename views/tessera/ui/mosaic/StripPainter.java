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
            colours.put(tint, inks.colorOf(tint));
            dimmed.put(tint, inks.colorOf(tint).deriveColor(0, 1, 1, DIMMED));
        }
    }

    /**
     * Node drawn as a strip.
     *
     * @param cell width of a GPU's cell, with the gap to the next
     */
    record Strip(List<GpuTile> tiles, GpuNode.State state, boolean cordoned, double x, double y, double cell) {

        static Strip of(CardPosition place) {
            var card = place.card();
            return new Strip(card.tiles(), card.state(), card.node().isClosed(), place.x(), place.y(),
                    place.width() / Math.max(1, card.tiles().size()));
        }

        boolean hasProblem() {
            return state != GpuNode.State.READY;
        }

        Box stripBox(MosaicZoom zoom) {
            return new Box(x, y, Math.max(1, tiles.size()) * cell - cellGap(), zoom.height());
        }

        private double cellGap() {
            return cell > 2 ? 1 : 0;
        }
    }

    void paintStrip(Strip strip, MosaicZoom zoom) {
        var tiles = strip.tiles();
        var whole = strip.stripBox(zoom);
        if (whole.height() >= SIGN && tiles.stream().allMatch(brush::isUnknown) && !tiles.isEmpty()) {
            paintUnknown(whole);
            return;
        }
        double width = strip.cell() - strip.cellGap();
        for (int i = 0; i < tiles.size(); i++) {
            paintTile(tiles.get(i), new Box(strip.x() + i * strip.cell(), strip.y(), width, zoom.height()),
                    strip.cordoned());
        }
        if (tiles.isEmpty()) {
            var tint = strip.state() == GpuNode.State.NOT_OFFERED ? MosaicColors.NOT_OFFERED : MosaicColors.UNKNOWN;
            fillBox(new Box(strip.x(), strip.y(), strip.cell(), zoom.height()), colorOf(colours, tint));
        }
    }

    /** Frames a strip whose node has a problem, with a sign where there is room for one. */
    void paintProblemFrame(Strip strip, MosaicZoom zoom) {
        switch (strip.state()) {
            case UNHEALTHY, FAULTY -> paintFrame(strip, zoom, MosaicColors.UNHEALTHY);
            case NOT_OFFERED -> paintFrame(strip, zoom, MosaicColors.NOT_OFFERED);
            case CORDONED -> paintDashes(strip.stripBox(zoom));
            case UNREACHABLE, NOT_READY, CHANGING ->
                frameAround(strip.stripBox(zoom), 1, colorOf(colours, MosaicColors.MUTED));
            case MAINTENANCE, READY -> {
                // nothing to point out
            }
        }
    }

    private void paintFrame(Strip strip, MosaicZoom zoom, MosaicColors tint) {
        var box = strip.stripBox(zoom);
        frameAround(box, box.height() > 5 ? 2 : 1, colorOf(colours, tint));
        if (box.height() >= SIGN) {
            // Over its own node: the neighbour has to be seen as it is.
            CanvasGlyphs.drawGlyph(gc, CardPainter.statusGlyph(strip.state()), box.x() + box.width() - SIGN_SIZE + 2,
                    box.y() - SIGN_SIZE / 2, SIGN_SIZE);
        }
    }

    /** Draws a frame just outside of a box. */
    private void frameAround(Box box, double line, Color colour) {
        double width = box.width() + 2 * line;
        fillBox(new Box(box.x() - line, box.y() - line, width, line), colour);
        fillBox(new Box(box.x() - line, box.y() + box.height(), width, line), colour);
        fillBox(new Box(box.x() - line, box.y(), line, box.height()), colour);
        fillBox(new Box(box.x() + box.width(), box.y(), line, box.height()), colour);
    }

    private void paintDashes(Box box) {
        gc.setStroke(colorOf(colours, MosaicColors.CLOSED));
        gc.setLineWidth(1);
        gc.setLineDashes(3, 2);
        gc.strokeRect(box.x() - 1.5, box.y() - 1.5, box.width() + 3, box.height() + 3);
        gc.setLineDashes();
    }

    /** Draws a node of unknown state: hatched as a whole. */
    private void paintUnknown(Box box) {
        var line = colorOf(colours, MosaicColors.UNKNOWN);
        gc.setStroke(line);
        gc.setLineWidth(1);
        for (double at = HATCH / 2 - box.height(); at < box.width(); at += HATCH) {
            double cut = Math.max(0, -at);
            double end = Math.min(box.height(), box.width() - at);
            gc.strokeLine(box.x() + at + cut, box.y() + box.height() - cut, box.x() + at + end,
                    box.y() + box.height() - end);
        }
        paintHollow(box, line);
    }

    private void paintTile(GpuTile tile, Box box, boolean dim) {
        if (brush.isUnknown(tile)) {
            fillBox(box, colorOf(colours, MosaicColors.UNKNOWN));
            return;
        }
        switch (tile.status()) {
            case UNHEALTHY, FAULTY -> fillBox(box, colorOf(colours, MosaicColors.UNHEALTHY));
            case MAINTENANCE -> fillBox(box, colorOf(colours, MosaicColors.CLOSED));
            case NOT_OFFERED -> fillBox(box, colorOf(colours, MosaicColors.NOT_OFFERED));
            case USABLE, UNKNOWN -> paintParts(tile, box, dim);
        }
    }

    /** Draws a divided GPU as one cell, filled where allocated: its parts are too small for outlines of their own. */
    private void paintParts(GpuTile tile, Box box, boolean dim) {
        if (tile.parts().size() == 1) {
            paintPart(tile, tile.parts().getFirst(), box, dim);
            return;
        }
        paintRemainder(box);
        for (var part : tile.parts()) {
            var tint = brush.fillColor(tile, part);
            if (tint != null) {
                double top = Math.rint(part.start() * box.height());
                double bottom = Math.rint((part.start() + part.size()) * box.height());
                fillBox(new Box(box.x(), box.y() + top, box.width(), Math.max(1, bottom - top)),
                        colorOf(dim ? dimmed : colours, tint));
            }
        }
    }

    private void paintPart(GpuTile tile, TilePart part, Box box, boolean dim) {
        var tint = brush.fillColor(tile, part);
        if (tint == null) {
            paintRemainder(box);
        } else {
            fillBox(box, colorOf(dim ? dimmed : colours, tint));
        }
    }

    /** Draws the capacity that no visible pod holds. */
    private void paintRemainder(Box box) {
        if (brush.isUncertain()) {
            fillBox(box, colorOf(colours, MosaicColors.UNKNOWN));
        } else if (box.width() < 3 || box.height() < 3) {
            fillBox(box, colorOf(colours, MosaicColors.FREE));
        } else {
            paintHollow(box, colorOf(colours, MosaicColors.FREE_SMALL));
        }
    }

    private void paintHollow(Box box, Color line) {
        fillBox(new Box(box.x(), box.y(), box.width(), 1), line);
        fillBox(new Box(box.x(), box.y() + box.height() - 1, box.width(), 1), line);
        fillBox(new Box(box.x(), box.y(), 1, box.height()), line);
        fillBox(new Box(box.x() + box.width() - 1, box.y(), 1, box.height()), line);
    }

    private static Color colorOf(Map<MosaicColors, Color> among, MosaicColors tint) {
        return among.getOrDefault(tint, Color.TRANSPARENT);
    }

    private void fillBox(Box box, Color colour) {
        if (!colour.equals(current)) {
            gc.setFill(colour);
            current = colour;
        }
        gc.fillRect(box.x(), box.y(), box.width(), box.height());
    }
}
