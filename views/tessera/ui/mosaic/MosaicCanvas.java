package tessera.ui.mosaic;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Pane;
import javafx.scene.shape.Rectangle;
import javafx.scene.text.TextAlignment;
import org.jspecify.annotations.Nullable;
import tessera.metrics.history.DeviceKey;
import tessera.model.PlainText;
import tessera.ui.kit.TextFit;
import tessera.ui.mosaic.MosaicLayout.CardPosition;
import tessera.ui.mosaic.MosaicLayout.GutterMark;
import tessera.ui.mosaic.MosaicLayout.HeadingPosition;
import tessera.ui.mosaic.MosaicZoom.CardForm;
import tessera.ui.mosaic.StripPainter.Strip;
import tessera.ui.mosaic.TilePainter.Box;

/**
 * Drawing surface of the mosaic: one canvas for the content, and frames above it for pointer and selection. A second canvas would cost as much to show as the first. FX thread.
 */
final class MosaicCanvas {

    private static final int MOST_MENDED = 50;
    /** How round frames are: of cards, and of what is in them. */
    private static final double LARGE = 12;
    private static final double SMALL = 4;

    private final MosaicInks inks;
    private MosaicLettering letters;
    private final TextFit fit = new TextFit();
    private final Canvas canvas = new Canvas();
    private final Pane frames = new Pane();
    private double magnification = 1;
    private @Nullable MosaicDrawing drawn;
    private int mended;

    MosaicCanvas(MosaicInks inks, MosaicLettering letters) {
        this.inks = inks;
        this.letters = letters;
        frames.setMouseTransparent(true);
        frames.setManaged(false);
    }

    List<Node> layers() {
        return List.of(canvas, frames);
    }

    void resizeCanvas(double width, double height) {
        canvas.setWidth(width);
        canvas.setHeight(height);
    }

    /** Draws with another lettering from now on. */
    void setLettering(MosaicLettering other) {
        if (!letters.equals(other)) {
            letters = other;
            invalidate();
        }
    }

    /** Draws everything magnified by a factor from now on. */
    void setMagnification(double factor) {
        magnification = factor;
    }

    /** Forces a full repaint the next time, as the colours have changed. */
    void invalidate() {
        drawn = null;
    }

    /** Draws the visible content, as far as it differs from what is already drawn. */
    void paint(MosaicLayout layout, MosaicState state, double scrolled) {
        var before = drawn;
        drawn = new MosaicDrawing(layout, state,
                List.of(canvas.getWidth(), canvas.getHeight(), scrolled, magnification));
        // A graphics card may lose what was drawn, and does not tell.
        if (before == null || ++mended > MOST_MENDED || !drawn.hasSameLayout(before)) {
            paintAll(layout, state, scrolled);
            return;
        }
        var headings = drawn.changedHeadings(before);
        var places = drawn.changedPositions(before);
        if (layout.zoom().form() == CardForm.STRIP && !places.isEmpty()) {
            // Frames of nodes in trouble reach into their neighbours.
            paintAll(layout, state, scrolled);
        } else if (!headings.isEmpty() || !places.isEmpty()) {
            drawScrolled(scrolled, gc -> {
                headings.forEach(heading -> gc.clearRect(heading.x(), heading.y(), heading.width(),
                        MosaicLayout.HEADING - 1));
                places.forEach(place -> gc.clearRect(place.x() - 1, place.y() - 1, place.width() + 2,
                        place.height() + 2));
                paintContent(gc, new CanvasContent(headings, places), layout, state, scrolled);
            });
        }
    }

    private void paintAll(MosaicLayout layout, MosaicState state, double scrolled) {
        mended = 0;
        canvas.getGraphicsContext2D().clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        drawScrolled(scrolled, gc -> {
            if (layout.zoom().form() == CardForm.STRIP) {
                paintStrips(gc, layout, state, scrolled);
            }
            paintContent(gc, new CanvasContent(layout.headings(), layout.positions()), layout, state, scrolled);
        });
    }

    private void drawScrolled(double scrolled, Consumer<GraphicsContext> content) {
        var gc = canvas.getGraphicsContext2D();
        gc.save();
        gc.scale(magnification, magnification);
        gc.translate(0, -Math.rint(scrolled));
        content.accept(gc);
        gc.restore();
    }

    /** Content of the canvas: headings and node positions. */
    private record CanvasContent(List<HeadingPosition> headings, List<CardPosition> positions) {}

    private void paintContent(GraphicsContext gc, CanvasContent shown, MosaicLayout layout, MosaicState state,
            double scrolled) {
        shown.headings().stream().filter(heading -> isInView(heading.y(), MosaicLayout.HEADING, scrolled))
                .forEach(heading -> paintHeading(gc, heading));
        if (layout.zoom().form() != CardForm.STRIP) {
            var painter = new CardPainter(gc, inks, state, fit, letters);
            shown.positions().stream().filter(place -> isInView(place.y(), place.height(), scrolled))
                    .forEach(place -> painter.paintCard(place, layout.zoom()));
        }
    }

    private void paintStrips(GraphicsContext gc, MosaicLayout layout, MosaicState state, double scrolled) {
        var marks = layout.gutterMarks();
        for (int i = 0; i < marks.size(); i++) {
            // A number makes room for the beginning of a zone that is too near to be read below it.
            boolean covered = i + 1 < marks.size() && marks.get(i).zone().isEmpty()
                    && Math.abs(marks.get(i + 1).y() - marks.get(i).y()) < letters.smallFont().getSize()
                    && marks.get(i + 1).x() == marks.get(i).x();
            if (!covered && isInView(marks.get(i).y(), marks.get(i).height(), scrolled)) {
                paintGutterMark(gc, marks.get(i));
            }
        }
        var painter = new StripPainter(gc, inks, new LensBrush(state));
        var seen = layout.positions().stream().filter(place -> isInView(place.y(), place.height(), scrolled)).toList();
        seen.forEach(place -> painter.paintStrip(Strip.of(place), layout.zoom()));
        seen.stream().map(Strip::of).filter(Strip::hasProblem)
                .forEach(strip -> painter.paintProblemFrame(strip, layout.zoom()));
    }

    private boolean isInView(double y, double height, double scrolled) {
        return y + height >= scrolled && y <= scrolled + canvas.getHeight() / magnification;
    }

    private void paintHeading(GraphicsContext gc, HeadingPosition heading) {
        double middle = heading.y() + 13;
        double right = heading.x() + heading.width();
        gc.setTextBaseline(VPos.CENTER);
        gc.setTextAlign(TextAlignment.RIGHT);
        gc.setFont(letters.headingFont());
        gc.setFill(inks.colorOf(MosaicColors.MUTED));
        gc.fillText(PlainText.sanitize(heading.group().remarks()), right, middle);
        right -= fit.width(heading.group().remarks(), letters.headingFont()) + letters.scaleLength(4);
        gc.setFont(letters.titleFont());
        gc.setFill(inks.colorOf(MosaicColors.STRONG));
        gc.fillText(heading.group().free(), right, middle);
        right -= fit.width(heading.group().free(), letters.titleFont()) + 12;
        gc.setTextAlign(TextAlignment.LEFT);
        var title = fitTitle(heading.group().title(), right - heading.x());
        gc.fillText(PlainText.sanitize(title), heading.x(), middle);
        double left = heading.x() + fit.width(title, letters.titleFont()) + 8;
        gc.setFont(letters.headingFont());
        gc.setFill(inks.colorOf(MosaicColors.MUTED));
        gc.fillText(
                PlainText.sanitize(
                        fit.dropLastParts(heading.group().detail(), " · ", letters.headingFont(), right - left)),
                left,
                middle);
    }

    /** Fits a title into a width; from afar its first word alone, rather than a piece of the next. */
    private String fitTitle(String whole, double room) {
        var first = whole.split(" ", 2)[0];
        return letters.isDistant() && fit.width(whole, letters.titleFont()) > room
                && fit.width(first, letters.titleFont()) <= room
                        ? first
                        : fit.shorten(whole, letters.titleFont(), room);
    }

    private void paintGutterMark(GraphicsContext gc, GutterMark mark) {
        double middle = mark.y() + mark.height() / 2;
        gc.setTextBaseline(VPos.CENTER);
        gc.setTextAlign(TextAlignment.LEFT);
        gc.setFont(letters.smallTitleFont());
        gc.setFill(inks.colorOf(MosaicColors.TEXT));
        gc.fillText(mark.zone(), mark.x(), middle);
        gc.setFont(letters.smallFont());
        gc.setFill(inks.colorOf(MosaicColors.MUTED));
        gc.setTextAlign(TextAlignment.RIGHT);
        gc.fillText(mark.number(), mark.x() + MosaicLayout.GUTTER - 8, middle);
    }

    /** Selected nodes and devices. */
    record CanvasSelection(Set<String> nodes, Set<DeviceKey> devices) {}

    /** Shows the frames of the pointer and the selection. */
    void showPointer(MosaicLayout layout, CanvasSelection chosen, Optional<PointerTarget> hovered, double scrolled) {
        frames.getChildren().clear();
        frames.setTranslateY(-Math.rint(scrolled));
        if (!chosen.nodes().isEmpty()) {
            layout.positions().stream().filter(place -> chosen.nodes().contains(place.card().node().name()))
                    .forEach(place -> frameNode(place, chosen, layout.zoom()));
        }
        hovered.ifPresent(
                target -> frameBox(target.tileBox(layout.zoom()), MosaicColors.HOVERED, layout.zoom(), SMALL));
    }

    /** Frames a node and those of its GPUs that were selected themselves. */
    private void frameNode(CardPosition place, CanvasSelection chosen, MosaicZoom zoom) {
        frameBox(new Box(place.x(), place.y(), place.width(), place.height()), MosaicColors.SELECTED, zoom, LARGE);
        for (int tile = 0; !chosen.devices().isEmpty() && tile < place.card().tiles().size(); tile++) {
            var target = new PointerTarget(place, tile);
            if (target.findDevice(zoom).filter(chosen.devices()::contains).isPresent()) {
                var box = target.tileBox(zoom);
                frameBox(new Box(box.x() - 2, box.y() - 2, box.width() + 4, box.height() + 4), MosaicColors.SELECTED,
                        zoom,
                        SMALL);
            }
        }
    }

    private void frameBox(Box box, MosaicColors tint, MosaicZoom zoom, double rounding) {
        boolean card = zoom.form() != CardForm.STRIP;
        double out = card ? 0 : 1.5;
        double radius = card ? rounding : SMALL;
        var frame = new Rectangle(box.x() - out, box.y() - out, box.width() + 2 * out, box.height() + 2 * out);
        frame.setArcWidth(radius);
        frame.setArcHeight(radius);
        frame.setFill(null);
        frame.setStroke(inks.colorOf(tint));
        frame.setStrokeWidth(card || zoom.height() > 6 ? 2 : 1);
        frames.getChildren().add(frame);
    }

    /**
     * Item under the pointer: a node, and a tile of it.
     *
     * @param tile which GPU of the node, −1 for the node itself
     */
    record PointerTarget(CardPosition place, int tile) {

        /** Returns the GPU under the pointer; empty where it is unknown or GPUs are too small to point at. */
        Optional<DeviceKey> findDevice(MosaicZoom zoom) {
            var device = tile < 0 || zoom.form() == CardForm.STRIP ? null : place.card().tiles().get(tile).device();
            return Optional.ofNullable(device).map(of -> DeviceKey.of(place.card().node().name(), of));
        }

        Box tileBox(MosaicZoom zoom) {
            return tile < 0
                    ? new Box(place.x(), place.y(), place.width(), place.height())
                    : CardPainter.tileBox(place, zoom, tile);
        }
    }
}
