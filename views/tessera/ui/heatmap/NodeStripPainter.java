package tessera.ui.heatmap;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.GpuNodeState;
import tessera.ui.heatmap.GpuTilePainter.PixelRectangle;
import tessera.ui.heatmap.HeatmapLayout.NodeCardPosition;
import tessera.ui.kit.PaintedRegion.CssColorPalette;
import tessera.ui.kit.StatusGlyph;

/**
 * Draws nodes as strips. A GPU is a few pixels wide here, so only rectangles are used, which thousands of nodes can
 * afford: what a GPU is held as is a colour, what is wrong with it a colour too, and trouble has a frame.
 */
final class NodeStripPainter {

    private static final double SIGN = 8;
    private static final double SIGN_SIZE = 10;
    private static final double HATCH = 5;
    private static final double DIMMED = 0.5;

    private final GraphicsContext gc;
    private final HeatmapColorChooser brush;
    private final Map<HeatmapColors, Color> colours = new EnumMap<>(HeatmapColors.class);
    private final Map<HeatmapColors, Color> dimmed = new EnumMap<>(HeatmapColors.class);
    private Color current = Color.TRANSPARENT;

    NodeStripPainter(GraphicsContext gc, CssColorPalette<HeatmapColors> cssColors, HeatmapColorChooser brush) {
        this.gc = gc;
        this.brush = brush;
        for (var heatmapColors : HeatmapColors.values()) {
            colours.put(heatmapColors, cssColors.colorOf(heatmapColors));
            dimmed.put(heatmapColors, cssColors.colorOf(heatmapColors).deriveColor(0, 1, 1, DIMMED));
        }
    }

    /**
     * Node drawn as a strip.
     *
     * @param cell width of a GPU's cell, with the gap to the next
     */
    record DrawnNodeStrip(List<GpuHeatmapTile> tiles, GpuNodeState state, boolean cordoned, double x, double y,
            double cell) {

        static DrawnNodeStrip of(NodeCardPosition position) {
            var card = position.card();
            return new DrawnNodeStrip(card.tiles(), card.state(), card.node().isClosed(), position.x(), position.y(),
                    position.width() / Math.max(1, card.tiles().size()));
        }

        boolean hasProblem() {
            return state != GpuNodeState.READY;
        }

        PixelRectangle stripBox(HeatmapZoom zoom) {
            return new PixelRectangle(x, y, Math.max(1, tiles.size()) * cell - cellGap(), zoom.height());
        }

        private double cellGap() {
            return cell > 2 ? 1 : 0;
        }
    }

    void paintStrip(DrawnNodeStrip drawnNodeStrip, HeatmapZoom zoom) {
        var tiles = drawnNodeStrip.tiles();
        var whole = drawnNodeStrip.stripBox(zoom);
        if (whole.height() >= SIGN && tiles.stream().allMatch(brush::isUnknown) && !tiles.isEmpty()) {
            paintUnknown(whole);
            return;
        }
        double width = drawnNodeStrip.cell() - drawnNodeStrip.cellGap();
        for (int i = 0; i < tiles.size(); i++) {
            paintTile(tiles.get(i), new PixelRectangle(drawnNodeStrip.x() + i * drawnNodeStrip.cell(),
                    drawnNodeStrip.y(), width, zoom.height()), drawnNodeStrip.cordoned());
        }
        if (tiles.isEmpty()) {
            var heatmapColors = drawnNodeStrip.state() == GpuNodeState.NOT_OFFERED ? HeatmapColors.NOT_OFFERED
                    : HeatmapColors.UNKNOWN;
            fillBox(new PixelRectangle(drawnNodeStrip.x(), drawnNodeStrip.y(), drawnNodeStrip.cell(), zoom.height()),
                    colorOf(colours, heatmapColors));
        }
    }

    /** Frames a strip whose node has a problem, with a sign where there is room for one. */
    void paintProblemFrame(DrawnNodeStrip drawnNodeStrip, HeatmapZoom zoom) {
        switch (drawnNodeStrip.state()) {
            case UNHEALTHY, FAULTY -> paintFrame(drawnNodeStrip, zoom, HeatmapColors.UNHEALTHY);
            case NOT_OFFERED -> paintFrame(drawnNodeStrip, zoom, HeatmapColors.NOT_OFFERED);
            case CORDONED -> paintDashes(drawnNodeStrip.stripBox(zoom));
            case UNREACHABLE, NOT_READY, CHANGING, OFFER_UNKNOWN ->
                frameAround(drawnNodeStrip.stripBox(zoom), 1, colorOf(colours, HeatmapColors.MUTED));
            case MAINTENANCE, READY -> {
                // nothing to point out
            }
        }
    }

    private void paintFrame(DrawnNodeStrip drawnNodeStrip, HeatmapZoom zoom, HeatmapColors heatmapColors) {
        var pixelRectangle = drawnNodeStrip.stripBox(zoom);
        frameAround(pixelRectangle, pixelRectangle.height() > 5 ? 2 : 1, colorOf(colours, heatmapColors));
        if (pixelRectangle.height() >= SIGN) {
            // Over its own node: the neighbour has to be seen as it is.
            CanvasGlyphPainter.drawGlyph(gc, StatusGlyph.forNode(drawnNodeStrip.state()),
                    pixelRectangle.x() + pixelRectangle.width() - SIGN_SIZE + 2, pixelRectangle.y() - SIGN_SIZE / 2,
                    SIGN_SIZE);
        }
    }

    /** Draws a frame just outside of a box. */
    private void frameAround(PixelRectangle pixelRectangle, double line, Color colour) {
        double width = pixelRectangle.width() + 2 * line;
        fillBox(new PixelRectangle(pixelRectangle.x() - line, pixelRectangle.y() - line, width, line), colour);
        fillBox(new PixelRectangle(pixelRectangle.x() - line, pixelRectangle.y() + pixelRectangle.height(), width,
                line), colour);
        fillBox(new PixelRectangle(pixelRectangle.x() - line, pixelRectangle.y(), line, pixelRectangle.height()),
                colour);
        fillBox(new PixelRectangle(pixelRectangle.x() + pixelRectangle.width(), pixelRectangle.y(), line,
                pixelRectangle.height()), colour);
    }

    private void paintDashes(PixelRectangle pixelRectangle) {
        gc.setStroke(colorOf(colours, HeatmapColors.CLOSED));
        gc.setLineWidth(1);
        gc.setLineDashes(3, 2);
        gc.strokeRect(pixelRectangle.x() - 1.5, pixelRectangle.y() - 1.5, pixelRectangle.width() + 3,
                pixelRectangle.height() + 3);
        gc.setLineDashes();
    }

    /** Draws a node of unknown state: hatched as a whole. */
    private void paintUnknown(PixelRectangle pixelRectangle) {
        var line = colorOf(colours, HeatmapColors.UNKNOWN);
        gc.setStroke(line);
        gc.setLineWidth(1);
        for (double at = HATCH / 2 - pixelRectangle.height(); at < pixelRectangle.width(); at += HATCH) {
            double cut = Math.max(0, -at);
            double end = Math.min(pixelRectangle.height(), pixelRectangle.width() - at);
            gc.strokeLine(pixelRectangle.x() + at + cut, pixelRectangle.y() + pixelRectangle.height() - cut,
                    pixelRectangle.x() + at + end, pixelRectangle.y() + pixelRectangle.height() - end);
        }
        paintHollow(pixelRectangle, line);
    }

    private void paintTile(GpuHeatmapTile tile, PixelRectangle pixelRectangle, boolean dim) {
        if (brush.isUnknown(tile)) {
            fillBox(pixelRectangle, colorOf(colours, HeatmapColors.UNKNOWN));
            return;
        }
        switch (tile.status()) {
            case UNHEALTHY, FAULTY -> fillBox(pixelRectangle, colorOf(colours, HeatmapColors.UNHEALTHY));
            case MAINTENANCE -> fillBox(pixelRectangle, colorOf(colours, HeatmapColors.CLOSED));
            case NOT_OFFERED -> fillBox(pixelRectangle, colorOf(colours, HeatmapColors.NOT_OFFERED));
            case USABLE, UNKNOWN -> paintParts(tile, pixelRectangle, dim);
        }
    }

    /** Draws a divided GPU as one cell, filled where allocated: its parts are too small for outlines of their own. */
    private void paintParts(GpuHeatmapTile tile, PixelRectangle pixelRectangle, boolean dim) {
        if (tile.parts().size() == 1) {
            paintPart(tile, tile.parts().getFirst(), pixelRectangle, dim);
            return;
        }
        paintRemainder(pixelRectangle);
        for (var part : tile.parts()) {
            var heatmapColors = brush.fillColor(tile, part);
            if (heatmapColors != null) {
                double top = Math.rint(part.start() * pixelRectangle.height());
                double bottom = Math.rint((part.start() + part.size()) * pixelRectangle.height());
                fillBox(new PixelRectangle(pixelRectangle.x(), pixelRectangle.y() + top, pixelRectangle.width(),
                        Math.max(1, bottom - top)), colorOf(dim ? dimmed : colours, heatmapColors));
            }
        }
    }

    private void paintPart(GpuHeatmapTile tile, AllocatableGpuPart part, PixelRectangle pixelRectangle, boolean dim) {
        var heatmapColors = brush.fillColor(tile, part);
        if (heatmapColors == null) {
            paintRemainder(pixelRectangle);
        } else {
            fillBox(pixelRectangle, colorOf(dim ? dimmed : colours, heatmapColors));
        }
    }

    /** Draws the capacity that no visible pod holds. */
    private void paintRemainder(PixelRectangle pixelRectangle) {
        if (brush.isUncertain()) {
            fillBox(pixelRectangle, colorOf(colours, HeatmapColors.UNKNOWN));
        } else if (pixelRectangle.width() < 3 || pixelRectangle.height() < 3) {
            fillBox(pixelRectangle, colorOf(colours, HeatmapColors.FREE));
        } else {
            paintHollow(pixelRectangle, colorOf(colours, HeatmapColors.FREE_SMALL));
        }
    }

    private void paintHollow(PixelRectangle pixelRectangle, Color line) {
        fillBox(new PixelRectangle(pixelRectangle.x(), pixelRectangle.y(), pixelRectangle.width(), 1), line);
        fillBox(new PixelRectangle(pixelRectangle.x(), pixelRectangle.y() + pixelRectangle.height() - 1,
                pixelRectangle.width(), 1), line);
        fillBox(new PixelRectangle(pixelRectangle.x(), pixelRectangle.y(), 1, pixelRectangle.height()), line);
        fillBox(new PixelRectangle(pixelRectangle.x() + pixelRectangle.width() - 1, pixelRectangle.y(), 1,
                pixelRectangle.height()), line);
    }

    private static Color colorOf(Map<HeatmapColors, Color> among, HeatmapColors heatmapColors) {
        return among.getOrDefault(heatmapColors, Color.TRANSPARENT);
    }

    private void fillBox(PixelRectangle pixelRectangle, Color colour) {
        if (!colour.equals(current)) {
            gc.setFill(colour);
            current = colour;
        }
        gc.fillRect(pixelRectangle.x(), pixelRectangle.y(), pixelRectangle.width(), pixelRectangle.height());
    }
}
