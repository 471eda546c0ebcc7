package tessera.ui.mosaic;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.shape.FillRule;
import tessera.ui.kit.Glyph;

/** Draws glyphs on a canvas. */
final class Signs {

    private Signs() {}

    static void draw(GraphicsContext gc, Glyph glyph, Color colour, double x, double y, double scale) {
        gc.save();
        gc.translate(x, y);
        gc.scale(scale, scale);
        gc.setFill(colour);
        gc.setFillRule(FillRule.EVEN_ODD);
        gc.beginPath();
        gc.appendSVGPath(glyph.path());
        gc.fill();
        gc.restore();
    }
}
