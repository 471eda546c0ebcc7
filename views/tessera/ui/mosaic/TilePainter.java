package tessera.ui.mosaic;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import javafx.scene.text.TextAlignment;
import tessera.insight.GpuGroup;
import tessera.insight.GpuTile;
import tessera.insight.GpuTile.TilePart;
import tessera.ui.kit.StatusGlyph;

/** Draws one GPU: undivided, partitioned or shared; allocated, free, or out of service. */
public final class TilePainter {

    private static final double RADIUS = 2;
    private static final double HATCH = 6;
    private static final double LABEL_WIDTH = 20;
    private static final double LABEL_HEIGHT = 20;
    private static final double STRIPE = 2;
    private static final double TICK = 5;
    private static final double EDGE = 0.55;
    private static final Font LABEL = Font.font("Tessera Sans", FontWeight.BOLD, 10);

    private final GraphicsContext gc;
    private final MosaicInks inks;
    private final LensBrush brush;

    TilePainter(GraphicsContext gc, MosaicInks inks, LensBrush brush) {
        this.gc = gc;
        this.inks = inks;
        this.brush = brush;
    }

    /** A rectangle on whole pixels. */
    record Box(double x, double y, double width, double height) {}

    void paintTile(GpuTile tile, Box box) {
        if (brush.isUnknown(tile)) {
            paintHatching(box, MosaicColors.GROUND, MosaicColors.UNKNOWN, 1.5, true);
            return;
        }
        switch (tile.status()) {
            case UNHEALTHY, FAULTY -> {
                paintHatching(box, MosaicColors.UNHEALTHY_GROUND, MosaicColors.UNHEALTHY, 2.2, true);
                paintBroken(box);
            }
            case MAINTENANCE -> paintHatching(box, MosaicColors.GROUND, MosaicColors.CLOSED, 1.5, true);
            case NOT_OFFERED -> paintHatching(box, MosaicColors.GROUND, MosaicColors.NOT_OFFERED, 1.5, false);
            case USABLE, UNKNOWN -> paintUsable(tile, box);
        }
    }

    private void paintUsable(GpuTile tile, Box box) {
        switch (tile.form()) {
            case WHOLE, NOT_OFFERED -> tile.parts().forEach(part -> paintPart(tile, part, box));
            case MIG -> paintBands(tile, box);
            case SHARED -> paintStripes(tile, box);
        }
    }

    private void paintBands(GpuTile tile, Box box) {
        double end = 0;
        for (var part : tile.parts()) {
            double y = box.y() + Math.round(part.start() * box.height());
            double height = Math.max(1, Math.round(part.size() * box.height()) - 1);
            paintUnpartitioned(box, end, part.start());
            paintPart(tile, part, new Box(box.x(), y, box.width(), height));
            paintLabel(tile, part, new Box(box.x(), y, box.width(), height));
            end = Math.max(end, part.start() + part.size());
        }
        if (!tile.parts().isEmpty()) {
            paintUnpartitioned(box, end, 1);
        }
    }

    /** Draws memory that no GPU instance uses: neither allocated nor free. */
    private void paintUnpartitioned(Box box, double from, double to) {
        if (to - from < 0.01) {
            return;
        }
        double y = box.y() + Math.round((from + to) / 2 * box.height());
        gc.setFill(inks.colorOf(MosaicColors.FREE));
        for (double x = box.x() + 1; x < box.x() + box.width() - 1; x += 3) {
            gc.fillRect(x, y, 1.5, 1);
        }
    }

    private void paintLabel(GpuTile tile, TilePart part, Box box) {
        int point = part.name().indexOf('.');
        var ground = brush.fillColor(tile, part);
        if (ground != null && ground.isDark()) {
            return;
        }
        if (box.width() < LABEL_WIDTH || box.height() < LABEL_HEIGHT || point < 0) {
            return;
        }
        gc.setFont(LABEL);
        gc.setFill(inks.colorOf(ground == null ? MosaicColors.MUTED : MosaicColors.MIG_TEXT));
        gc.setTextAlign(TextAlignment.CENTER);
        gc.setTextBaseline(VPos.CENTER);
        gc.fillText(part.name().substring(0, point), box.x() + box.width() / 2, box.y() + box.height() / 2);
    }

    private void paintStripes(GpuTile tile, Box box) {
        int count = tile.parts().size();
        if (brush.coversWholeGpu()) {
            paintPart(tile, tile.parts().getFirst(), box);
            paintShareTicks(count, box);
            return;
        }
        if (count * STRIPE > box.width()) {
            paintProportion(tile, box);
            return;
        }
        double width = box.width() + 1;
        for (var part : tile.parts()) {
            double left = Math.rint(box.x() + part.start() * width);
            double right = Math.rint(box.x() + (part.start() + part.size()) * width) - 1;
            paintPart(tile, part, new Box(left, box.y(), Math.max(1, right - left), box.height()));
        }
    }

    /** Draws the allocated proportion of a GPU with too many shares to tell apart. */
    private void paintProportion(GpuTile tile, Box box) {
        paintFree(box);
        double held = tile.parts().stream().filter(TilePart::isHeld).mapToDouble(TilePart::size).sum();
        gc.setFill(inks.colorOf(MosaicColors.SHARED));
        gc.fillRect(box.x(), box.y(), Math.rint(box.width() * held), box.height());
    }

    /** Marks the number of shares on a GPU that is measured as a whole. */
    private void paintShareTicks(int count, Box box) {
        if (count * STRIPE > box.width() || box.height() < 4 * TICK) {
            return;
        }
        gc.setFill(inks.colorOf(MosaicColors.CARD));
        for (int i = 1; i < count; i++) {
            gc.fillRect(Math.rint(box.x() + i * box.width() / count), box.y() + box.height() - TICK, 1, TICK);
        }
    }

    private void paintPart(GpuTile tile, TilePart part, Box box) {
        var fill = brush.fillColor(tile, part);
        if (fill == null) {
            paintFree(box);
        } else if (fill == MosaicColors.UNKNOWN) {
            paintHatching(box, MosaicColors.GROUND, MosaicColors.UNKNOWN, 1.5, true);
        } else {
            gc.setFill(inks.colorOf(fill));
            double radius = tile.form() == GpuGroup.GroupForm.WHOLE ? RADIUS * 2 : Math.min(RADIUS, box.width() / 2);
            gc.fillRoundRect(box.x(), box.y(), box.width(), box.height(), radius, radius);
            paintEdge(fill, box, radius);
        }
    }

    private void paintEdge(MosaicColors fill, Box box, double radius) {
        if (fill.isFaint() && box.width() >= 4 && box.height() >= 4) {
            gc.setStroke(inks.colorOf(MosaicColors.MUTED).deriveColor(0, 1, 1, EDGE));
            gc.setLineWidth(1);
            gc.strokeRoundRect(box.x() + 0.5, box.y() + 0.5, box.width() - 1, box.height() - 1, radius, radius);
        }
    }

    private void paintFree(Box box) {
        boolean unsure = brush.isUncertain();
        if (unsure && box.width() >= 6 && box.height() >= 6) {
            paintHatching(box, MosaicColors.GROUND, MosaicColors.UNKNOWN, 1.5, true);
            return;
        }
        if (box.width() < 3 || box.height() < 3) {
            gc.setFill(inks.colorOf(unsure ? MosaicColors.UNKNOWN : MosaicColors.FREE));
            gc.fillRect(box.x(), box.y(), box.width(), box.height());
            return;
        }
        gc.setStroke(inks.colorOf(unsure ? MosaicColors.UNKNOWN : MosaicColors.FREE));
        gc.setLineWidth(1);
        gc.strokeRoundRect(box.x() + 0.5, box.y() + 0.5, box.width() - 1, box.height() - 1, RADIUS * 2, RADIUS * 2);
    }

    private void paintHatching(Box box, MosaicColors ground, MosaicColors line, double thickness, boolean rising) {
        gc.save();
        gc.beginPath();
        gc.rect(box.x(), box.y(), box.width(), box.height());
        gc.clip();
        gc.setFill(inks.colorOf(ground));
        gc.fillRect(box.x(), box.y(), box.width(), box.height());
        Color colour = inks.colorOf(line);
        gc.setStroke(line == MosaicColors.NOT_OFFERED ? colour.deriveColor(0, 1, 1, 0.55) : colour);
        gc.setLineWidth(thickness);
        for (double at = -box.height(); at < box.width(); at += HATCH) {
            double x = box.x() + at;
            double low = box.y() + box.height();
            gc.strokeLine(x, rising ? low : box.y(), x + box.height(), rising ? box.y() : low);
        }
        gc.restore();
        gc.setStroke(colour);
        gc.setLineWidth(1);
        gc.strokeRoundRect(box.x() + 0.5, box.y() + 0.5, box.width() - 1, box.height() - 1, RADIUS * 2, RADIUS * 2);
    }

    private void paintBroken(Box box) {
        double size = Math.min(StatusGlyph.BOX, Math.min(box.width(), box.height()) - 4);
        if (size >= 6) {
            double x = box.x() + (box.width() - size) / 2;
            double y = box.y() + (box.height() - size) / 2;
            gc.setFill(inks.colorOf(MosaicColors.UNHEALTHY_GROUND));
            gc.fillOval(x - 2, y - 2, size + 4, size + 4);
            gc.setFill(inks.colorOf(MosaicColors.UNHEALTHY));
            CanvasGlyphs.drawGlyph(gc, StatusGlyph.BROKEN, x, y, size);
        }
    }
}
