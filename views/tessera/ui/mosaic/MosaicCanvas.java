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
 * The surface of the mosaic: one canvas for all that is drawn, and a few frames above it for what the pointer and the
 * selection add. A second canvas would cost as much to show as the first. FX thread.
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

    void resize(double width, double height) {
        canvas.setWidth(width);
        canvas.setHeight(height);
    }

    /** Writes with other letters from now on. */
    void write(MosaicLettering other) {
        if (!letters.equals(other)) {
            letters = other;
            forget();
        }
    }

    /** Draws everything so many times as large from now on. */
    void magnify(double factor) {
        magnification = factor;
    }

    /** Draws anew the next time, as the colours are others. */
    void forget() {
        drawn = null;
    }

    /** Draws what is in sight, as far as it looks otherwise than what is there already. */
    void paint(MosaicLayout layout, MosaicState state, double scrolled) {
        var before = drawn;
        drawn = new MosaicDrawing(layout, state,
                List.of(canvas.getWidth(), canvas.getHeight(), scrolled, magnification));
        // A graphics card may lose what was drawn, and does not tell.
        if (before == null || ++mended > MOST_MENDED || !drawn.liesLike(before)) {
            all(layout, state, scrolled);
            return;
        }
        var headings = drawn.otherHeadings(before);
        var places = drawn.otherPlaces(before);
        if (layout.zoom().form() == CardForm.STRIP && !places.isEmpty()) {
            // Frames of nodes in trouble reach into their neighbours.
            all(layout, state, scrolled);
        } else if (!headings.isEmpty() || !places.isEmpty()) {
            draw(scrolled, gc -> {
                headings.forEach(heading -> gc.clearRect(heading.x(), heading.y(), heading.width(),
                        MosaicLayout.HEADING - 1));
                places.forEach(place -> gc.clearRect(place.x() - 1, place.y() - 1, place.width() + 2,
                        place.height() + 2));
                content(gc, new CanvasContent(headings, places), layout, state, scrolled);
            });
        }
    }

    private void all(MosaicLayout layout, MosaicState state, double scrolled) {
        mended = 0;
        canvas.getGraphicsContext2D().clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        draw(scrolled, gc -> {
            if (layout.zoom().form() == CardForm.STRIP) {
                strips(gc, layout, state, scrolled);
            }
            content(gc, new CanvasContent(layout.headings(), layout.places()), layout, state, scrolled);
        });
    }

    private void draw(double scrolled, Consumer<GraphicsContext> content) {
        var gc = canvas.getGraphicsContext2D();
        gc.save();
        gc.scale(magnification, magnification);
        gc.translate(0, -Math.rint(scrolled));
        content.accept(gc);
        gc.restore();
    }

    /** What is drawn. */
    private record CanvasContent(List<HeadingPosition> headings, List<CardPosition> places) {}

    private void content(GraphicsContext gc, CanvasContent shown, MosaicLayout layout, MosaicState state,
            double scrolled) {
        shown.headings().stream().filter(heading -> inSight(heading.y(), MosaicLayout.HEADING, scrolled))
                .forEach(heading -> heading(gc, heading));
        if (layout.zoom().form() != CardForm.STRIP) {
            var painter = new CardPainter(gc, inks, state, fit, letters);
            shown.places().stream().filter(place -> inSight(place.y(), place.height(), scrolled))
                    .forEach(place -> painter.paint(place, layout.zoom()));
        }
    }

    private void strips(GraphicsContext gc, MosaicLayout layout, MosaicState state, double scrolled) {
        var marks = layout.marks();
        for (int i = 0; i < marks.size(); i++) {
            // A number makes room for the beginning of a zone that is too near to be read below it.
            boolean covered = i + 1 < marks.size() && marks.get(i).zone().isEmpty()
                    && Math.abs(marks.get(i + 1).y() - marks.get(i).y()) < letters.small().getSize()
                    && marks.get(i + 1).x() == marks.get(i).x();
            if (!covered && inSight(marks.get(i).y(), marks.get(i).height(), scrolled)) {
                mark(gc, marks.get(i));
            }
        }
        var painter = new StripPainter(gc, inks, new LensBrush(state));
        var seen = layout.places().stream().filter(place -> inSight(place.y(), place.height(), scrolled)).toList();
        seen.forEach(place -> painter.paint(Strip.of(place), layout.zoom()));
        seen.stream().map(Strip::of).filter(Strip::troubled)
                .forEach(strip -> painter.trouble(strip, layout.zoom()));
    }

    private boolean inSight(double y, double height, double scrolled) {
        return y + height >= scrolled && y <= scrolled + canvas.getHeight() / magnification;
    }

    private void heading(GraphicsContext gc, HeadingPosition heading) {
        double middle = heading.y() + 13;
        double right = heading.x() + heading.width();
        gc.setTextBaseline(VPos.CENTER);
        gc.setTextAlign(TextAlignment.RIGHT);
        gc.setFont(letters.heading());
        gc.setFill(inks.get(MosaicColors.MUTED));
        gc.fillText(PlainText.of(heading.group().remarks()), right, middle);
        right -= fit.width(heading.group().remarks(), letters.heading()) + letters.scaled(4);
        gc.setFont(letters.title());
        gc.setFill(inks.get(MosaicColors.STRONG));
        gc.fillText(heading.group().free(), right, middle);
        right -= fit.width(heading.group().free(), letters.title()) + 12;
        gc.setTextAlign(TextAlignment.LEFT);
        var title = title(heading.group().title(), right - heading.x());
        gc.fillText(PlainText.of(title), heading.x(), middle);
        double left = heading.x() + fit.width(title, letters.title()) + 8;
        gc.setFont(letters.heading());
        gc.setFill(inks.get(MosaicColors.MUTED));
        gc.fillText(PlainText.of(fit.whole(heading.group().detail(), " · ", letters.heading(), right - left)), left,
                middle);
    }

    /** Of a title that has no room from afar, its first word says more than a piece of the next. */
    private String title(String whole, double room) {
        var first = whole.split(" ", 2)[0];
        return letters.far() && fit.width(whole, letters.title()) > room && fit.width(first, letters.title()) <= room
                ? first
                : fit.shorten(whole, letters.title(), room);
    }

    private void mark(GraphicsContext gc, GutterMark mark) {
        double middle = mark.y() + mark.height() / 2;
        gc.setTextBaseline(VPos.CENTER);
        gc.setTextAlign(TextAlignment.LEFT);
        gc.setFont(letters.smallTitle());
        gc.setFill(inks.get(MosaicColors.TEXT));
        gc.fillText(mark.zone(), mark.x(), middle);
        gc.setFont(letters.small());
        gc.setFill(inks.get(MosaicColors.MUTED));
        gc.setTextAlign(TextAlignment.RIGHT);
        gc.fillText(mark.number(), mark.x() + MosaicLayout.GUTTER - 8, middle);
    }

    /** What is selected. */
    record CanvasSelection(Set<String> nodes, Set<DeviceKey> devices) {}

    /** Shows what the pointer and the selection add. */
    void point(MosaicLayout layout, CanvasSelection chosen, Optional<PointerTarget> hovered, double scrolled) {
        frames.getChildren().clear();
        frames.setTranslateY(-Math.rint(scrolled));
        if (!chosen.nodes().isEmpty()) {
            layout.places().stream().filter(place -> chosen.nodes().contains(place.card().node().name()))
                    .forEach(place -> frame(place, chosen, layout.zoom()));
        }
        hovered.ifPresent(target -> frame(target.box(layout.zoom()), MosaicColors.HOVERED, layout.zoom(), SMALL));
    }

    /** Around a node, and around those of its GPUs that were selected themselves. */
    private void frame(CardPosition place, CanvasSelection chosen, MosaicZoom zoom) {
        frame(new Box(place.x(), place.y(), place.width(), place.height()), MosaicColors.SELECTED, zoom, LARGE);
        for (int tile = 0; !chosen.devices().isEmpty() && tile < place.card().tiles().size(); tile++) {
            var target = new PointerTarget(place, tile);
            if (target.device(zoom).filter(chosen.devices()::contains).isPresent()) {
                var box = target.box(zoom);
                frame(new Box(box.x() - 2, box.y() - 2, box.width() + 4, box.height() + 4), MosaicColors.SELECTED, zoom,
                        SMALL);
            }
        }
    }

    private void frame(Box box, MosaicColors tint, MosaicZoom zoom, double rounding) {
        boolean card = zoom.form() != CardForm.STRIP;
        double out = card ? 0 : 1.5;
        double radius = card ? rounding : SMALL;
        var frame = new Rectangle(box.x() - out, box.y() - out, box.width() + 2 * out, box.height() + 2 * out);
        frame.setArcWidth(radius);
        frame.setArcHeight(radius);
        frame.setFill(null);
        frame.setStroke(inks.get(tint));
        frame.setStrokeWidth(card || zoom.height() > 6 ? 2 : 1);
        frames.getChildren().add(frame);
    }

    /**
     * What the pointer is on.
     *
     * @param tile which GPU of the node, −1 for the node itself
     */
    record PointerTarget(CardPosition place, int tile) {

        /** Which GPU that is; empty where it is not known, and where GPUs are too small to be meant. */
        Optional<DeviceKey> device(MosaicZoom zoom) {
            var device = tile < 0 || zoom.form() == CardForm.STRIP ? null : place.card().tiles().get(tile).device();
            return Optional.ofNullable(device).map(of -> DeviceKey.of(place.card().node().name(), of));
        }

        Box box(MosaicZoom zoom) {
            return tile < 0
                    ? new Box(place.x(), place.y(), place.width(), place.height())
                    : CardPainter.tile(place, zoom, tile);
        }
    }
}
