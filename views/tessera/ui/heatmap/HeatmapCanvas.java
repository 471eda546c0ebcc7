package tessera.ui.heatmap;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Pane;
import javafx.scene.shape.Rectangle;
import javafx.scene.text.TextAlignment;
import org.jspecify.annotations.Nullable;
import tessera.gpu.GpuHeatmapTile;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.ForeignTextSanitizer;
import tessera.ui.heatmap.GpuTilePainter.PixelRectangle;
import tessera.ui.heatmap.HeatmapLayout.GroupHeadingPosition;
import tessera.ui.heatmap.HeatmapLayout.GutterMark;
import tessera.ui.heatmap.HeatmapLayout.NodeCardPosition;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;
import tessera.ui.heatmap.NodeStripPainter.DrawnNodeStrip;
import tessera.ui.kit.CanvasTextMeasurer;
import tessera.ui.kit.PaintedRegion.CssColorPalette;

/**
 * Drawing surface of the heatmap: one canvas for the content, and frames above it for pointer and selection. A second canvas would cost as much to show as the first. FX thread.
 */
final class HeatmapCanvas {

    private static final int MOST_MENDED = 50;
    /** How round frames are: of cards, and of what is in them. */
    private static final double LARGE = 12;
    private static final double SMALL = 4;

    private final CssColorPalette<HeatmapColors> cssColors;
    private HeatmapFontSizes fontSizes;
    private final CanvasTextMeasurer textMeasurer = new CanvasTextMeasurer();
    private final Canvas canvas = new Canvas();
    private final Pane frames = new Pane();
    private double magnification = 1;
    private @Nullable HeatmapDrawingInput drawn;
    private int partialRepaints;

    HeatmapCanvas(CssColorPalette<HeatmapColors> cssColors, HeatmapFontSizes fontSizes) {
        this.cssColors = cssColors;
        this.fontSizes = fontSizes;
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
    void setLettering(HeatmapFontSizes other) {
        if (!fontSizes.equals(other)) {
            fontSizes = other;
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
    void paint(HeatmapLayout layout, FleetHeatmapState state, double scrolled) {
        var before = drawn;
        drawn = new HeatmapDrawingInput(layout, state,
                List.of(canvas.getWidth(), canvas.getHeight(), scrolled, magnification));
        // A graphics card may lose what was drawn, and does not tell.
        if (before == null || ++partialRepaints > MOST_MENDED || !drawn.hasSameLayout(before)) {
            paintAll(layout, state, scrolled);
            return;
        }
        var headings = drawn.changedHeadings(before);
        var places = drawn.changedPositions(before);
        if (layout.zoom().form() == HeatmapNodeShape.STRIP && !places.isEmpty()) {
            // Frames of nodes in trouble reach into their neighbours.
            paintAll(layout, state, scrolled);
        } else if (!headings.isEmpty() || !places.isEmpty()) {
            drawScrolled(scrolled, gc -> {
                for (var heading : headings) {
                    gc.clearRect(heading.x(), heading.y(), heading.width(), HeatmapLayout.HEADING - 1);
                }
                for (var position : places) {
                    gc.clearRect(position.x() - 1, position.y() - 1, position.width() + 2, position.height() + 2);
                }
                paintContent(gc, new HeatmapCanvasContent(headings, places), layout, state, scrolled);
            });
        }
    }

    private void paintAll(HeatmapLayout layout, FleetHeatmapState state, double scrolled) {
        partialRepaints = 0;
        canvas.getGraphicsContext2D().clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        drawScrolled(scrolled, gc -> {
            if (layout.zoom().form() == HeatmapNodeShape.STRIP) {
                paintStrips(gc, layout, state, scrolled);
            }
            paintContent(gc, new HeatmapCanvasContent(layout.headings(), layout.positions()), layout, state, scrolled);
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
    private record HeatmapCanvasContent(List<GroupHeadingPosition> headings, List<NodeCardPosition> positions) {}

    private void paintContent(GraphicsContext gc, HeatmapCanvasContent displayedHeatmapCanvasContent,
            HeatmapLayout layout, FleetHeatmapState state, double scrolled) {
        displayedHeatmapCanvasContent.headings().stream()
                .filter(heading -> isInView(heading.y(), HeatmapLayout.HEADING, scrolled))
                .forEach(heading -> paintHeading(gc, heading));
        if (layout.zoom().form() != HeatmapNodeShape.STRIP) {
            var painter = new NodeCardPainter(gc, cssColors, state, textMeasurer, fontSizes);
            displayedHeatmapCanvasContent.positions().stream()
                    .filter(position -> isInView(position.y(), position.height(), scrolled))
                    .forEach(position -> painter.paintCard(position, layout.zoom()));
        }
    }

    private void paintStrips(GraphicsContext gc, HeatmapLayout layout, FleetHeatmapState state, double scrolled) {
        var marks = layout.gutterMarks();
        for (int i = 0; i < marks.size(); i++) {
            // A number makes room for the beginning of a zone that is too near to be read below it.
            boolean covered = i + 1 < marks.size() && marks.get(i).zone().isEmpty()
                    && Math.abs(marks.get(i + 1).y() - marks.get(i).y()) < fontSizes.smallFont().getSize()
                    && marks.get(i + 1).x() == marks.get(i).x();
            if (!covered && isInView(marks.get(i).y(), marks.get(i).height(), scrolled)) {
                paintGutterMark(gc, marks.get(i));
            }
        }
        var painter = new NodeStripPainter(gc, cssColors, new HeatmapColorChooser(state));
        var seen = layout.positions().stream().filter(position -> isInView(position.y(), position.height(), scrolled))
                .toList();
        seen.forEach(position -> painter.paintStrip(DrawnNodeStrip.of(position), layout.zoom()));
        seen.stream().map(DrawnNodeStrip::of).filter(DrawnNodeStrip::hasProblem)
                .forEach(drawnNodeStrip -> painter.paintProblemFrame(drawnNodeStrip, layout.zoom()));
    }

    private boolean isInView(double y, double height, double scrolled) {
        return y + height >= scrolled && y <= scrolled + canvas.getHeight() / magnification;
    }

    private void paintHeading(GraphicsContext gc, GroupHeadingPosition heading) {
        double middle = heading.y() + 13;
        double right = heading.x() + heading.width();
        gc.setTextBaseline(VPos.CENTER);
        gc.setTextAlign(TextAlignment.RIGHT);
        gc.setFont(fontSizes.headingFont());
        gc.setFill(cssColors.colorOf(HeatmapColors.MUTED));
        gc.fillText(ForeignTextSanitizer.sanitize(heading.group().notes()), right, middle);
        right -= textMeasurer.width(heading.group().notes(), fontSizes.headingFont()) + fontSizes.scaleLength(4);
        gc.setFont(fontSizes.titleFont());
        gc.setFill(cssColors.colorOf(HeatmapColors.STRONG));
        gc.fillText(heading.group().free(), right, middle);
        right -= textMeasurer.width(heading.group().free(), fontSizes.titleFont()) + 12;
        gc.setTextAlign(TextAlignment.LEFT);
        var title = fitTitle(heading.group().title(), right - heading.x());
        gc.fillText(ForeignTextSanitizer.sanitize(title), heading.x(), middle);
        double left = heading.x() + textMeasurer.width(title, fontSizes.titleFont()) + 8;
        gc.setFont(fontSizes.headingFont());
        gc.setFill(cssColors.colorOf(HeatmapColors.MUTED));
        gc.fillText(ForeignTextSanitizer.sanitize(
                textMeasurer.dropLastParts(heading.group().detail(), " · ", fontSizes.headingFont(), right - left)),
                left, middle);
    }

    /** Fits a title into a width; from afar its first word alone, rather than a piece of the next. */
    private String fitTitle(String whole, double room) {
        var first = whole.split(" ", 2)[0];
        if (fontSizes.isDistant() && textMeasurer.width(whole, fontSizes.titleFont()) > room
                && textMeasurer.width(first, fontSizes.titleFont()) <= room) {
            return first;
        }
        return textMeasurer.shorten(whole, fontSizes.titleFont(), room);
    }

    private void paintGutterMark(GraphicsContext gc, GutterMark mark) {
        double middle = mark.y() + mark.height() / 2;
        gc.setTextBaseline(VPos.CENTER);
        gc.setTextAlign(TextAlignment.LEFT);
        gc.setFont(fontSizes.smallTitleFont());
        gc.setFill(cssColors.colorOf(HeatmapColors.TEXT));
        gc.fillText(mark.zone(), mark.x(), middle);
        gc.setFont(fontSizes.smallFont());
        gc.setFill(cssColors.colorOf(HeatmapColors.MUTED));
        gc.setTextAlign(TextAlignment.RIGHT);
        gc.fillText(mark.number(), mark.x() + HeatmapLayout.GUTTER - 8, middle);
    }

    /** Selected nodes and devices. */
    record HeatmapSelection(Set<String> nodes, Set<DeviceSeriesKey> devices) {}

    /** Shows the frames of the pointer and the selection. */
    void showPointer(HeatmapLayout layout, HeatmapSelection selection, Optional<HeatmapPointerTarget> hovered,
            double scrolled) {
        frames.getChildren().clear();
        frames.setTranslateY(-Math.rint(scrolled));
        if (!selection.nodes().isEmpty()) {
            layout.positions().stream().filter(position -> selection.nodes().contains(position.card().node().name()))
                    .forEach(position -> frameNode(position, selection, layout.zoom()));
        }
        hovered.ifPresent(
                target -> frameBox(target.tileBox(layout.zoom()), HeatmapColors.HOVERED, layout.zoom(), SMALL));
    }

    /** Frames a node and those of its GPUs that were selected themselves. */
    private void frameNode(NodeCardPosition position, HeatmapSelection selection, HeatmapZoom zoom) {
        frameBox(new PixelRectangle(position.x(), position.y(), position.width(), position.height()),
                HeatmapColors.SELECTED, zoom, LARGE);
        for (int tile = 0; !selection.devices().isEmpty() && tile < position.card().tiles().size(); tile++) {
            var target = new HeatmapPointerTarget(position, tile);
            if (target.findDevice(zoom).filter(selection.devices()::contains).isPresent()) {
                var pixelRectangle = target.tileBox(zoom);
                frameBox(new PixelRectangle(pixelRectangle.x() - 2, pixelRectangle.y() - 2, pixelRectangle.width() + 4,
                        pixelRectangle.height() + 4), HeatmapColors.SELECTED, zoom, SMALL);
            }
        }
    }

    private void frameBox(PixelRectangle pixelRectangle, HeatmapColors heatmapColors, HeatmapZoom zoom,
            double rounding) {
        boolean card = zoom.form() != HeatmapNodeShape.STRIP;
        double out = zoom.form().frameGap();
        double radius = card ? rounding : SMALL;
        var frame = new Rectangle(pixelRectangle.x() - out, pixelRectangle.y() - out, pixelRectangle.width() + 2 * out,
                pixelRectangle.height() + 2 * out);
        frame.setArcWidth(radius);
        frame.setArcHeight(radius);
        frame.setFill(null);
        frame.setStroke(cssColors.colorOf(heatmapColors));
        frame.setStrokeWidth(card || zoom.height() > 6 ? 2 : 1);
        frames.getChildren().add(frame);
    }

    /**
     * Item under the pointer: a node, and a tile of it.
     *
     * @param tile which GPU of the node, −1 for the node itself
     */
    record HeatmapPointerTarget(NodeCardPosition position, int tile) {

        /** Returns the GPU under the pointer; empty where it is unknown or GPUs are too small to point at. */
        Optional<DeviceSeriesKey> findDevice(HeatmapZoom zoom) {
            var device = tile < 0 || zoom.form() == HeatmapNodeShape.STRIP ? null
                    : position.card().tiles().get(tile).device();
            return Optional.ofNullable(device).map(of -> DeviceSeriesKey.of(position.card().node().name(), of));
        }

        /** Returns the tile under the pointer; empty beside the tiles. */
        Optional<GpuHeatmapTile> pointedTile() {
            var tiles = position.card().tiles();
            return tile < 0 || tile >= tiles.size() ? Optional.empty() : Optional.of(tiles.get(tile));
        }

        PixelRectangle tileBox(HeatmapZoom zoom) {
            if (tile < 0) {
                return new PixelRectangle(position.x(), position.y(), position.width(), position.height());
            }
            return NodeCardPainter.tileBox(position, zoom, tile);
        }
    }

    /**
     * Input from which a heatmap is drawn, for comparison with the previous one. Most of what is measured anew changes nothing in it, and what looks the same is not drawn again: without
     * a graphics card that is most of what a window costs that nobody touches.
     *
     * @param surface what else it depends on: how large the surface is, where it is scrolled to, how large all is drawn
     */
    private record HeatmapDrawingInput(HeatmapLayout layout, FleetHeatmapState state, List<Object> surface) {

        /** Returns whether everything has the same position and lens as in another drawing. */
        boolean hasSameLayout(HeatmapDrawingInput other) {
            return surface.equals(other.surface) && layoutKey().equals(other.layoutKey());
        }

        private List<Object> layoutKey() {
            var frame = new ArrayList<Object>();
            frame.addAll(List.of(layout.zoom(), state.colorMode(), state.podVisibility()));
            layout.headings().forEach(heading -> frame.addAll(List.of(heading.x(), heading.y(), heading.width())));
            frame.addAll(layout.gutterMarks());
            layout.positions().forEach(
                    position -> frame.addAll(List.of(position.x(), position.y(), position.width(), position.height())));
            return frame;
        }

        /** Returns the headings whose text differs from another drawing with the same positions. */
        List<GroupHeadingPosition> changedHeadings(HeatmapDrawingInput before) {
            return IntStream.range(0, layout.headings().size())
                    .filter(at -> !headingTexts(layout.headings().get(at))
                            .equals(headingTexts(before.layout.headings().get(at))))
                    .mapToObj(layout.headings()::get).toList();
        }

        private static List<String> headingTexts(GroupHeadingPosition heading) {
            var group = heading.group();
            return List.of(group.title(), group.detail(), group.free(), group.notes());
        }

        /** Returns the nodes that look different from those of another drawing with the same positions. */
        List<NodeCardPosition> changedPositions(HeatmapDrawingInput before) {
            var now = new HeatmapColorChooser(state);
            var then = new HeatmapColorChooser(before.state);
            return IntStream.range(0, layout.positions().size()).filter(at -> !looksAlike(before, at, now, then))
                    .mapToObj(layout.positions()::get).toList();
        }

        private boolean looksAlike(HeatmapDrawingInput before, int at, HeatmapColorChooser now,
                HeatmapColorChooser then) {
            var position = layout.positions().get(at);
            var earlier = before.layout.positions().get(at);
            var tiles = position.card().tiles();
            var others = earlier.card().tiles();
            return nodeKey(position).equals(before.nodeKey(earlier)) && tiles.size() == others.size()
                    && IntStream.range(0, tiles.size())
                            .allMatch(tile -> isDrawnAlike(tiles.get(tile), now, others.get(tile), then));
        }

        /** Returns everything about a node but its tiles that the painters depend on. */
        private List<Object> nodeKey(NodeCardPosition position) {
            var node = position.card().node();
            var counts = node.tally(state.podVisibility());
            return List.of(node.name(), position.card().state(), node.isClosed(), counts.allocated(),
                    node.allocatedBound(state.podVisibility()), counts.total(), node.totalBound(),
                    NodeCardPainter.remarkText(node));
        }

        /** Returns whether everything about two tiles is alike that the painters depend on; a fleet has tens of thousands. */
        private static boolean isDrawnAlike(GpuHeatmapTile tile, HeatmapColorChooser now, GpuHeatmapTile other,
                HeatmapColorChooser then) {
            boolean alike = tile.form() == other.form() && tile.status() == other.status()
                    && tile.parts().size() == other.parts().size() && now.isUnknown(tile) == then.isUnknown(other);
            for (int at = 0; alike && at < tile.parts().size(); at++) {
                var part = tile.parts().get(at);
                var before = other.parts().get(at);
                alike = part.name().equals(before.name()) && part.start() == before.start()
                        && part.size() == before.size() && part.isHeld() == before.isHeld()
                        && Objects.equals(now.fillColor(tile, part), then.fillColor(other, before));
            }
            return alike;
        }
    }
}
