package tessera.ui.heatmap;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.shape.FillRule;
import tessera.ui.kit.StatusGlyph;

/** Draws glyphs on a canvas, in its fill colour. */
final class CanvasGlyphPainter {

    private CanvasGlyphPainter() {}

    static void drawGlyph(GraphicsContext gc, StatusGlyph glyph, double x, double y, double size) {
        gc.save();
        gc.translate(x, y);
        gc.scale(size / StatusGlyph.BOX, size / StatusGlyph.BOX);
        gc.setFillRule(FillRule.EVEN_ODD);
        gc.beginPath();
        gc.appendSVGPath(glyph.svgPath());
        gc.fill();
        gc.restore();
    }
}
