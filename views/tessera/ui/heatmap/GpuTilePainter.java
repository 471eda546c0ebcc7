package tessera.ui.heatmap;

import java.util.Comparator;
import java.util.stream.IntStream;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import tessera.gpu.GpuHeatmapTile;
import tessera.gpu.GpuHeatmapTile.AllocatableGpuPart;
import tessera.gpu.NodeGpuAllocationGroup;
import tessera.ui.kit.PaintedRegion.CssColorPalette;
import tessera.ui.kit.StatusGlyph;

/** Draws one GPU: undivided, partitioned or shared; allocated, free, or out of service. */
public final class GpuTilePainter {

    private static final double RADIUS = 2;
    /** Of what is smaller, round corners would leave a circle. */
    private static final double SMALL = 8;
    private static final double HATCH = 6;
    private static final double LABEL_WIDTH = 20;
    private static final double LABEL_HEIGHT = 20;
    private static final double STRIPE = 2;
    private static final double TICK = 5;
    private static final double MOST_INSET = 3;
    /** A board this wide keeps a pixel free at each side. */
    private static final double INSET_EACH = 20;
    private static final double EDGE = 0.55;
    private static final Font LABEL = Font.font("Tessera Sans", FontWeight.BOLD, 10);

    private final GraphicsContext gc;
    private final CssColorPalette<HeatmapColors> cssColors;
    private final HeatmapColorChooser brush;

    GpuTilePainter(GraphicsContext gc, CssColorPalette<HeatmapColors> cssColors, HeatmapColorChooser brush) {
        this.gc = gc;
        this.cssColors = cssColors;
        this.brush = brush;
    }

    /** A rectangle on whole pixels. */
    record PixelRectangle(double x, double y, double width, double height) {}

    /** @param partitioned whether its parts are partitions, which its node's mode divides it into */
    void paintTile(GpuHeatmapTile tile, boolean partitioned, PixelRectangle pixelRectangle) {
        if (brush.isUnknown(tile)) {
            paintHatching(pixelRectangle, HeatmapColors.GROUND, HeatmapColors.UNKNOWN, 1.5, true);
            return;
        }
        switch (tile.status()) {
            case UNHEALTHY, FAULTY -> {
                paintHatching(pixelRectangle, HeatmapColors.UNHEALTHY_GROUND, HeatmapColors.UNHEALTHY, 2.2, true);
                paintBroken(pixelRectangle);
            }
            case MAINTENANCE -> paintHatching(pixelRectangle, HeatmapColors.GROUND, HeatmapColors.CLOSED, 1.5, true);
            case NOT_OFFERED ->
                paintHatching(pixelRectangle, HeatmapColors.GROUND, HeatmapColors.NOT_OFFERED, 1.5, false);
            case USABLE, UNKNOWN -> paintUsable(tile, partitioned, pixelRectangle);
        }
    }

    private void paintUsable(GpuHeatmapTile tile, boolean partitioned, PixelRectangle pixelRectangle) {
        switch (tile.form()) {
            case WHOLE, NOT_OFFERED -> tile.parts().forEach(part -> paintPart(tile, part, pixelRectangle));
            case MIG -> paintBands(tile, pixelRectangle);
            case SHARED -> paintShares(tile, partitioned, pixelRectangle);
        }
    }

    private void paintBands(GpuHeatmapTile tile, PixelRectangle pixelRectangle) {
        double end = 0;
        for (var part : tile.parts()) {
            double y = pixelRectangle.y() + Math.round(part.start() * pixelRectangle.height());
            double height = Math.max(1, Math.round(part.size() * pixelRectangle.height()) - 1);
            paintUnpartitioned(pixelRectangle, end, part.start());
            paintPart(tile, part, new PixelRectangle(pixelRectangle.x(), y, pixelRectangle.width(), height));
            paintLabel(tile, part, new PixelRectangle(pixelRectangle.x(), y, pixelRectangle.width(), height));
            end = Math.max(end, part.start() + part.size());
        }
        if (!tile.parts().isEmpty()) {
            paintUnpartitioned(pixelRectangle, end, 1);
        }
    }

    /** Draws memory that no GPU instance uses: neither allocated nor free. */
    private void paintUnpartitioned(PixelRectangle pixelRectangle, double from, double to) {
        if (to - from < 0.01) {
            return;
        }
        double y = pixelRectangle.y() + Math.round((from + to) / 2 * pixelRectangle.height());
        gc.setFill(cssColors.colorOf(HeatmapColors.FREE));
        for (double x = pixelRectangle.x() + 1; x < pixelRectangle.x() + pixelRectangle.width() - 1; x += 3) {
            gc.fillRect(x, y, 1.5, 1);
        }
    }

    private void paintLabel(GpuHeatmapTile tile, AllocatableGpuPart part, PixelRectangle pixelRectangle) {
        int point = part.name().indexOf('.');
        var backgroundColors = brush.fillColor(tile, part);
        if (backgroundColors != null && backgroundColors.isDark()) {
            return;
        }
        if (pixelRectangle.width() < LABEL_WIDTH || pixelRectangle.height() < LABEL_HEIGHT || point < 0) {
            return;
        }
        gc.setFont(LABEL);
        gc.setFill(cssColors.colorOf(backgroundColors == null ? HeatmapColors.MUTED : HeatmapColors.MIG_TEXT));
        gc.setTextAlign(TextAlignment.CENTER);
        gc.setTextBaseline(VPos.CENTER);
        gc.fillText(part.name().substring(0, point), pixelRectangle.x() + pixelRectangle.width() / 2,
                pixelRectangle.y() + pixelRectangle.height() / 2);
    }

    private void paintShares(GpuHeatmapTile tile, boolean partitioned, PixelRectangle pixelRectangle) {
        int count = tile.parts().size();
        int columns = partitioned ? columnCount(count, pixelRectangle) : count;
        if (brush.coversWholeGpu()) {
            paintPart(tile, tile.parts().getFirst(), pixelRectangle);
            paintShareTicks(count, pixelRectangle);
        } else if (columns * STRIPE > pixelRectangle.width()) {
            paintProportion(tile, pixelRectangle);
        } else if (columns < count) {
            paintGrid(tile, columns, pixelRectangle);
        } else {
            paintStripes(tile, pixelRectangle);
        }
    }

    /** Returns the number of columns in which equal parts are nearest to squares, as stripes beside others look like GPUs. */
    private static int columnCount(int count, PixelRectangle pixelRectangle) {
        return IntStream.rangeClosed(1, count).filter(columns -> count % columns == 0).boxed()
                .min(Comparator.comparingDouble(columns -> Math
                        .abs(Math.log(pixelRectangle.width() * count / (pixelRectangle.height() * columns * columns)))))
                .orElse(1);
    }

    private void paintGrid(GpuHeatmapTile tile, int columns, PixelRectangle pixelRectangle) {
        // Boards are farther from each other than their partitions are.
        double inset = Math.floor(Math.min(pixelRectangle.width(), MOST_INSET * INSET_EACH) / INSET_EACH);
        double width = (pixelRectangle.width() - 2 * inset + 1) / columns;
        double height = (pixelRectangle.height() + 1) * columns / tile.parts().size();
        for (int i = 0; i < tile.parts().size(); i++) {
            double left = Math.rint(pixelRectangle.x() + inset + i % columns * width);
            double right = Math.rint(pixelRectangle.x() + inset + (i % columns + 1) * width) - 1;
            int row = i / columns;
            double top = Math.rint(pixelRectangle.y() + row * height);
            double bottom = Math.rint(pixelRectangle.y() + (row + 1) * height) - 1;
            paintPart(tile, tile.parts().get(i),
                    new PixelRectangle(left, top, Math.max(1, right - left), Math.max(1, bottom - top)));
        }
    }

    private void paintStripes(GpuHeatmapTile tile, PixelRectangle pixelRectangle) {
        double width = pixelRectangle.width() + 1;
        for (var part : tile.parts()) {
            double left = Math.rint(pixelRectangle.x() + part.start() * width);
            double right = Math.rint(pixelRectangle.x() + (part.start() + part.size()) * width) - 1;
            paintPart(tile, part,
                    new PixelRectangle(left, pixelRectangle.y(), Math.max(1, right - left), pixelRectangle.height()));
        }
    }

    /** Draws the allocated proportion of a GPU with too many shares to tell apart. */
    private void paintProportion(GpuHeatmapTile tile, PixelRectangle pixelRectangle) {
        paintFree(pixelRectangle);
        double held = tile.parts().stream().filter(AllocatableGpuPart::isHeld).mapToDouble(AllocatableGpuPart::size)
                .sum();
        gc.setFill(cssColors.colorOf(HeatmapColors.SHARED));
        gc.fillRect(pixelRectangle.x(), pixelRectangle.y(), Math.rint(pixelRectangle.width() * held),
                pixelRectangle.height());
    }

    /** Marks the number of shares on a GPU that is measured as a whole. */
    private void paintShareTicks(int count, PixelRectangle pixelRectangle) {
        if (count * STRIPE > pixelRectangle.width() || pixelRectangle.height() < 4 * TICK) {
            return;
        }
        gc.setFill(cssColors.colorOf(HeatmapColors.CARD));
        for (int i = 1; i < count; i++) {
            gc.fillRect(Math.rint(pixelRectangle.x() + i * pixelRectangle.width() / count),
                    pixelRectangle.y() + pixelRectangle.height() - TICK, 1, TICK);
        }
    }

    private void paintPart(GpuHeatmapTile tile, AllocatableGpuPart part, PixelRectangle pixelRectangle) {
        var fill = brush.fillColor(tile, part);
        if (fill == null) {
            paintFree(pixelRectangle);
        } else if (fill == HeatmapColors.UNKNOWN) {
            paintHatching(pixelRectangle, HeatmapColors.GROUND, HeatmapColors.UNKNOWN, 1.5, true);
        } else {
            gc.setFill(cssColors.colorOf(fill));
            double radius = tile.form() == NodeGpuAllocationGroup.GpuAllocationKind.WHOLE ? RADIUS * 2
                    : Math.min(RADIUS, pixelRectangle.width() / 2);
            gc.fillRoundRect(pixelRectangle.x(), pixelRectangle.y(), pixelRectangle.width(), pixelRectangle.height(),
                    radius, radius);
            paintEdge(fill, pixelRectangle, radius);
        }
    }

    private void paintEdge(HeatmapColors fill, PixelRectangle pixelRectangle, double radius) {
        if (fill.isFaint() && pixelRectangle.width() >= 4 && pixelRectangle.height() >= 4) {
            gc.setStroke(cssColors.colorOf(HeatmapColors.MUTED).deriveColor(0, 1, 1, EDGE));
            gc.setLineWidth(1);
            gc.strokeRoundRect(pixelRectangle.x() + 0.5, pixelRectangle.y() + 0.5, pixelRectangle.width() - 1,
                    pixelRectangle.height() - 1, radius, radius);
        }
    }

    private void paintFree(PixelRectangle pixelRectangle) {
        boolean unsure = brush.isUncertain();
        if (unsure && pixelRectangle.width() >= 6 && pixelRectangle.height() >= 6) {
            paintHatching(pixelRectangle, HeatmapColors.GROUND, HeatmapColors.UNKNOWN, 1.5, true);
            return;
        }
        var colour = cssColors.colorOf(unsure ? HeatmapColors.UNKNOWN : HeatmapColors.FREE);
        if (pixelRectangle.width() < 3 || pixelRectangle.height() < 3) {
            gc.setFill(colour);
            gc.fillRect(pixelRectangle.x(), pixelRectangle.y(), pixelRectangle.width(), pixelRectangle.height());
            return;
        }
        gc.setStroke(colour);
        gc.setLineWidth(1);
        double corner = Math.min(pixelRectangle.width(), pixelRectangle.height()) < SMALL ? 1 : RADIUS * 2;
        gc.strokeRoundRect(pixelRectangle.x() + 0.5, pixelRectangle.y() + 0.5, pixelRectangle.width() - 1,
                pixelRectangle.height() - 1, corner, corner);
    }

    private void paintHatching(PixelRectangle pixelRectangle, HeatmapColors backgroundColors, HeatmapColors lineColors,
            double thickness, boolean rising) {
        gc.save();
        gc.beginPath();
        gc.rect(pixelRectangle.x(), pixelRectangle.y(), pixelRectangle.width(), pixelRectangle.height());
        gc.clip();
        gc.setFill(cssColors.colorOf(backgroundColors));
        gc.fillRect(pixelRectangle.x(), pixelRectangle.y(), pixelRectangle.width(), pixelRectangle.height());
        Color colour = cssColors.colorOf(lineColors);
        gc.setStroke(colour);
        if (lineColors == HeatmapColors.NOT_OFFERED) {
            gc.setStroke(colour.deriveColor(0, 1, 1, 0.55));
        }
        gc.setLineWidth(thickness);
        for (double at = -pixelRectangle.height(); at < pixelRectangle.width(); at += HATCH) {
            double x = pixelRectangle.x() + at;
            double low = pixelRectangle.y() + pixelRectangle.height();
            gc.strokeLine(x, rising ? low : pixelRectangle.y(), x + pixelRectangle.height(),
                    rising ? pixelRectangle.y() : low);
        }
        gc.restore();
        gc.setStroke(colour);
        gc.setLineWidth(1);
        gc.strokeRoundRect(pixelRectangle.x() + 0.5, pixelRectangle.y() + 0.5, pixelRectangle.width() - 1,
                pixelRectangle.height() - 1, RADIUS * 2, RADIUS * 2);
    }

    private void paintBroken(PixelRectangle pixelRectangle) {
        double size = Math.min(StatusGlyph.BOX, Math.min(pixelRectangle.width(), pixelRectangle.height()) - 4);
        if (size >= 6) {
            double x = pixelRectangle.x() + (pixelRectangle.width() - size) / 2;
            double y = pixelRectangle.y() + (pixelRectangle.height() - size) / 2;
            gc.setFill(cssColors.colorOf(HeatmapColors.UNHEALTHY_GROUND));
            gc.fillOval(x - 2, y - 2, size + 4, size + 4);
            gc.setFill(cssColors.colorOf(HeatmapColors.UNHEALTHY));
            CanvasGlyphPainter.drawGlyph(gc, StatusGlyph.BROKEN, x, y, size);
        }
    }
}
