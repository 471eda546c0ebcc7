package tessera.ui.mosaic;

import java.util.EnumMap;
import java.util.Map;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import tessera.insight.GpuNode;
import tessera.insight.Tile;
import tessera.insight.Tile.Part;
import tessera.ui.kit.Glyph;
import tessera.ui.mosaic.MosaicLayout.Place;
import tessera.ui.mosaic.TilePainter.Box;

/**
 * Draws nodes as strips. A GPU is a few pixels wide here, so only rectangles are used, which thousands of nodes can
 * afford: what a GPU is held as is a colour, what is wrong with it a colour too, and trouble has a frame and a sign.
 */
final class StripPainter {

    private static final double SIGN = 8;
    private static final double DIMMED = 0.5;

    private final GraphicsContext gc;
    private final Brush brush;
    private final Map<Tint, Color> colours = new EnumMap<>(Tint.class);
    private final Map<Tint, Color> dimmed = new EnumMap<>(Tint.class);
    private Color current = Color.TRANSPARENT;

    StripPainter(GraphicsContext gc, Inks inks, Brush brush) {
        this.gc = gc;
        this.brush = brush;
        for (var tint : Tint.values()) {
            colours.put(tint, inks.get(tint));
            dimmed.put(tint, inks.get(tint).deriveColor(0, 1, 1, DIMMED));
        }
    }

    void paint(Place place, Zoom zoom) {
        var tiles = place.card().tiles();
        boolean dim = place.card().node().cordoned();
        double width = zoom.tile() - (zoom.tile() > 2 ? 1 : 0);
        for (int i = 0; i < tiles.size(); i++) {
            tile(tiles.get(i), new Box(place.x() + i * zoom.tile(), place.y(), width, zoom.height()), dim);
        }
        if (tiles.isEmpty()) {
            fill(place.x(), place.y(), zoom.tile(), zoom.height(), colour(colours, Tint.NOT_OFFERED));
        }
    }

    /** A frame around a strip whose node needs somebody, with a sign where there is room for one. */
    void trouble(Place place) {
        var tint = CardPainter.tint(place.card().state());
        double line = place.height() > 5 ? 1.5 : 1;
        double x = place.x() - line;
        double y = place.y() - line;
        double width = place.width() + 2 * line;
        double height = place.height() + 2 * line;
        var colour = colour(colours, tint);
        fill(x, y, width, line, colour);
        fill(x, y + height - line, width, line, colour);
        fill(x, y, line, height, colour);
        fill(x + width - line, y, line, height, colour);
        if (place.height() >= SIGN && tint == Tint.DANGER) {
            Signs.draw(gc, CardPainter.glyph(place.card().state()), place.x() + place.width() - 4, place.y() - 4, SIGN);
        }
    }

    static boolean troubled(Place place) {
        return place.card().state() != GpuNode.State.READY;
    }

    private void tile(Tile tile, Box box, boolean dim) {
        if (brush.unknown(tile)) {
            fill(box, colour(colours, Tint.UNKNOWN));
            return;
        }
        switch (tile.status()) {
            case UNHEALTHY -> fill(box, colour(colours, Tint.UNHEALTHY));
            case NOT_OFFERED -> fill(box, colour(colours, Tint.NOT_OFFERED));
            case USABLE, UNKNOWN -> parts(tile, box, dim);
        }
    }

    private void parts(Tile tile, Box box, boolean dim) {
        if (tile.parts().size() == 1 || box.height() < tile.parts().size()) {
            part(tile, mostTelling(tile), box, dim);
            return;
        }
        for (var part : tile.parts()) {
            part(tile, part, new Box(box.x(), box.y() + part.start() * box.height(), box.width(),
                    Math.max(1, part.size() * box.height())), dim);
        }
    }

    /** Where parts are too small to be drawn, one that is held stands for all. */
    private static Part mostTelling(Tile tile) {
        for (var part : tile.parts()) {
            if (part.held()) {
                return part;
            }
        }
        return tile.parts().getFirst();
    }

    private void part(Tile tile, Part part, Box box, boolean dim) {
        var tint = brush.fill(tile, part);
        if (tint == null && brush.unsure()) {
            fill(box, colour(colours, Tint.UNKNOWN));
        } else if (tint == null) {
            hollow(box);
        } else {
            fill(box, colour(dim ? dimmed : colours, tint));
        }
    }

    private void hollow(Box box) {
        if (box.width() < 3 || box.height() < 3) {
            fill(box, colour(colours, Tint.FREE));
            return;
        }
        var free = colour(colours, Tint.FREE);
        fill(box.x(), box.y(), box.width(), 1, free);
        fill(box.x(), box.y() + box.height() - 1, box.width(), 1, free);
        fill(box.x(), box.y(), 1, box.height(), free);
        fill(box.x() + box.width() - 1, box.y(), 1, box.height(), free);
    }

    private static Color colour(Map<Tint, Color> among, Tint tint) {
        return among.getOrDefault(tint, Color.TRANSPARENT);
    }

    private void fill(Box box, Color colour) {
        fill(box.x(), box.y(), box.width(), box.height(), colour);
    }

    private void fill(double x, double y, double width, double height, Color colour) {
        if (!colour.equals(current)) {
            gc.setFill(colour);
            current = colour;
        }
        gc.fillRect(x, y, width, height);
    }
}
