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

/** Draws one GPU: whole, cut or shared; held, free, or out of service. */
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

    void paint(GpuTile tile, Box box) {
        if (brush.unknown(tile)) {
            hatch(box, MosaicColors.GROUND, MosaicColors.UNKNOWN, 1.5, true);
            return;
        }
        switch (tile.status()) {
            case UNHEALTHY -> {
                hatch(box, MosaicColors.UNHEALTHY_GROUND, MosaicColors.UNHEALTHY, 2.2, true);
                broken(box);
            }
            case MAINTENANCE -> hatch(box, MosaicColors.GROUND, MosaicColors.CLOSED, 1.5, true);
            case NOT_OFFERED -> hatch(box, MosaicColors.GROUND, MosaicColors.NOT_OFFERED, 1.5, false);
            case USABLE, UNKNOWN -> usable(tile, box);
        }
    }

    private void usable(GpuTile tile, Box box) {
        switch (tile.form()) {
            case WHOLE, NOT_OFFERED -> tile.parts().forEach(part -> piece(tile, part, box));
            case MIG -> bands(tile, box);
            case SHARED -> stripes(tile, box);
        }
    }

    private void bands(GpuTile tile, Box box) {
        double end = 0;
        for (var part : tile.parts()) {
            double y = box.y() + Math.round(part.start() * box.height());
            double height = Math.max(1, Math.round(part.size() * box.height()) - 1);
            uncut(box, end, part.start());
            piece(tile, part, new Box(box.x(), y, box.width(), height));
            label(tile, part, new Box(box.x(), y, box.width(), height));
            end = Math.max(end, part.start() + part.size());
        }
        if (!tile.parts().isEmpty()) {
            uncut(box, end, 1);
        }
    }

    /** Memory that no instance uses: neither held nor free. */
    private void uncut(Box box, double from, double to) {
        if (to - from < 0.01) {
            return;
        }
        double y = box.y() + Math.round((from + to) / 2 * box.height());
        gc.setFill(inks.get(MosaicColors.FREE));
        for (double x = box.x() + 1; x < box.x() + box.width() - 1; x += 3) {
            gc.fillRect(x, y, 1.5, 1);
        }
    }

    private void label(GpuTile tile, TilePart part, Box box) {
        int point = part.name().indexOf('.');
        var ground = brush.fill(tile, part);
        if (ground != null && ground.dark()) {
            return;
        }
        if (box.width() < LABEL_WIDTH || box.height() < LABEL_HEIGHT || point < 0) {
            return;
        }
        gc.setFont(LABEL);
        gc.setFill(inks.get(ground == null ? MosaicColors.MUTED : MosaicColors.MIG_TEXT));
        gc.setTextAlign(TextAlignment.CENTER);
        gc.setTextBaseline(VPos.CENTER);
        gc.fillText(part.name().substring(0, point), box.x() + box.width() / 2, box.y() + box.height() / 2);
    }

    private void stripes(GpuTile tile, Box box) {
        int count = tile.parts().size();
        if (brush.ofTheWhole()) {
            piece(tile, tile.parts().getFirst(), box);
            ticks(count, box);
            return;
        }
        if (count * STRIPE > box.width()) {
            proportion(tile, box);
            return;
        }
        double width = box.width() + 1;
        for (var part : tile.parts()) {
            double left = Math.rint(box.x() + part.start() * width);
            double right = Math.rint(box.x() + (part.start() + part.size()) * width) - 1;
            piece(tile, part, new Box(left, box.y(), Math.max(1, right - left), box.height()));
        }
    }

    /** So many shares that they cannot be told apart: how many of them are held. */
    private void proportion(GpuTile tile, Box box) {
        free(box);
        double held = tile.parts().stream().filter(TilePart::held).mapToDouble(TilePart::size).sum();
        gc.setFill(inks.get(MosaicColors.SHARED));
        gc.fillRect(box.x(), box.y(), Math.rint(box.width() * held), box.height());
    }

    /** Into how many shares a GPU is divided that is measured as a whole. */
    private void ticks(int count, Box box) {
        if (count * STRIPE > box.width() || box.height() < 4 * TICK) {
            return;
        }
        gc.setFill(inks.get(MosaicColors.CARD));
        for (int i = 1; i < count; i++) {
            gc.fillRect(Math.rint(box.x() + i * box.width() / count), box.y() + box.height() - TICK, 1, TICK);
        }
    }

    private void piece(GpuTile tile, TilePart part, Box box) {
        var fill = brush.fill(tile, part);
        if (fill == null) {
            free(box);
        } else if (fill == MosaicColors.UNKNOWN) {
            hatch(box, MosaicColors.GROUND, MosaicColors.UNKNOWN, 1.5, true);
        } else {
            gc.setFill(inks.get(fill));
            double radius = tile.form() == GpuGroup.GroupForm.WHOLE ? RADIUS * 2 : Math.min(RADIUS, box.width() / 2);
            gc.fillRoundRect(box.x(), box.y(), box.width(), box.height(), radius, radius);
            edge(fill, box, radius);
        }
    }

    private void edge(MosaicColors fill, Box box, double radius) {
        if (fill.faint() && box.width() >= 4 && box.height() >= 4) {
            gc.setStroke(inks.get(MosaicColors.MUTED).deriveColor(0, 1, 1, EDGE));
            gc.setLineWidth(1);
            gc.strokeRoundRect(box.x() + 0.5, box.y() + 0.5, box.width() - 1, box.height() - 1, radius, radius);
        }
    }

    private void free(Box box) {
        boolean unsure = brush.unsure();
        if (unsure && box.width() >= 6 && box.height() >= 6) {
            hatch(box, MosaicColors.GROUND, MosaicColors.UNKNOWN, 1.5, true);
            return;
        }
        if (box.width() < 3 || box.height() < 3) {
            gc.setFill(inks.get(unsure ? MosaicColors.UNKNOWN : MosaicColors.FREE));
            gc.fillRect(box.x(), box.y(), box.width(), box.height());
            return;
        }
        gc.setStroke(inks.get(unsure ? MosaicColors.UNKNOWN : MosaicColors.FREE));
        gc.setLineWidth(1);
        gc.strokeRoundRect(box.x() + 0.5, box.y() + 0.5, box.width() - 1, box.height() - 1, RADIUS * 2, RADIUS * 2);
    }

    private void hatch(Box box, MosaicColors ground, MosaicColors line, double thickness, boolean rising) {
        gc.save();
        gc.beginPath();
        gc.rect(box.x(), box.y(), box.width(), box.height());
        gc.clip();
        gc.setFill(inks.get(ground));
        gc.fillRect(box.x(), box.y(), box.width(), box.height());
        Color colour = inks.get(line);
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

    private void broken(Box box) {
        double size = Math.min(StatusGlyph.BOX, Math.min(box.width(), box.height()) - 4);
        if (size >= 6) {
            double x = box.x() + (box.width() - size) / 2;
            double y = box.y() + (box.height() - size) / 2;
            gc.setFill(inks.get(MosaicColors.UNHEALTHY_GROUND));
            gc.fillOval(x - 2, y - 2, size + 4, size + 4);
            gc.setFill(inks.get(MosaicColors.UNHEALTHY));
            CanvasGlyphs.draw(gc, StatusGlyph.BROKEN, x, y, size);
        }
    }
}
