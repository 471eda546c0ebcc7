package tessera.ui.mosaic;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.shape.FillRule;
import tessera.ui.kit.Glyph;

/** Draws glyphs on a canvas, in its fill colour. */
final class Signs {

    private Signs() {}

    static void draw(GraphicsContext gc, Glyph glyph, double x, double y, double size) {
        gc.save();
        gc.translate(x, y);
        gc.scale(size / Glyph.BOX, size / Glyph.BOX);
        gc.setFillRule(FillRule.EVEN_ODD);
        gc.beginPath();
        gc.appendSVGPath(glyph.path());
        gc.fill();
        gc.restore();
    }
}
