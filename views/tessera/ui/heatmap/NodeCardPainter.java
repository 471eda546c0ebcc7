package tessera.ui.heatmap;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.model.ForeignTextSanitizer;
import tessera.model.PodListCompleteness;
import tessera.text.MessageCatalog;
import tessera.ui.heatmap.GpuTilePainter.PixelRectangle;
import tessera.ui.heatmap.HeatmapLayout.NodeCardPosition;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;
import tessera.ui.kit.CanvasTextMeasurer;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.PaintedRegion.CssColorPalette;
import tessera.ui.kit.StatusGlyph;

/** Draws a node as a card: status, name, use, and its GPUs. */
final class NodeCardPainter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeCardPainter.class);
    private static final double PADDING = 12;
    /** Of a card whose name and count just have room. */
    private static final double CLOSE = 8;
    private static final double CLOSE_BELOW = 130;
    /** Of a card that is so narrow that its name needs the room. */
    private static final double NARROW = 4;
    private static final double RADIUS = 6;
    private static final double COUNT_FITS = 110;
    /** From where a node's sign begins to where its name does. */
    private static final double DOT = 13;
    private static final double SIGN = 18;
    private static final double SIGN_WHERE_NARROW = 14;
    /** How wide the border is of a card that is to be found first. */
    private static final double TROUBLE = 2;
    static final double DIMMED = 0.45;
    static final double[] DASHES = {4, 3};

    private final GraphicsContext gc;
    private final CssColorPalette<HeatmapColors> cssColors;
    private final GpuTilePainter tiles;
    private final CanvasTextMeasurer textMeasurer;
    private final PodListCompleteness visibility;
    private final HeatmapFontSizes fontSizes;

    NodeCardPainter(GraphicsContext gc, CssColorPalette<HeatmapColors> cssColors, FleetHeatmapState state,
            CanvasTextMeasurer textMeasurer, HeatmapFontSizes fontSizes) {
        this.gc = gc;
        this.cssColors = cssColors;
        this.tiles = new GpuTilePainter(gc, cssColors, new HeatmapColorChooser(state));
        this.textMeasurer = textMeasurer;
        this.fontSizes = fontSizes;
        this.visibility = state.podVisibility();
    }

    void paintCard(NodeCardPosition position, HeatmapZoom zoom) {
        var node = position.card().node();
        paintFrame(position, node);
        gc.setTextBaseline(VPos.CENTER);
        if (zoom.form() == HeatmapNodeShape.CARD) {
            paintTitle(position, node);
        } else {
            paintSmallTitle(position, node);
        }
        gc.setGlobalAlpha(node.isClosed() ? DIMMED : 1);
        for (int i = 0; i < position.card().tiles().size(); i++) {
            tiles.paintTile(position.card().tiles().get(i), node.isPartitioned(), tileBox(position, zoom, i));
        }
        gc.setGlobalAlpha(1);
    }

    /** Returns the box of a node's GPU by index. */
    static PixelRectangle tileBox(NodeCardPosition position, HeatmapZoom zoom, int index) {
        int count = position.card().tiles().size();
        if (zoom.form() == HeatmapNodeShape.STRIP) {
            double cell = position.width() / Math.max(1, count);
            return new PixelRectangle(position.x() + index * cell, position.y(), cell, position.height());
        }
        double padding = zoom.form() == HeatmapNodeShape.CARD ? padding(position) : 5;
        double room = position.width() - 2 * padding + zoom.spacing();
        double pitch = zoom.form() == HeatmapNodeShape.CARD ? room / count
                : Math.min(room / count, zoom.tile() + zoom.spacing());
        double left = Math.round(position.x() + padding + index * pitch);
        double right = Math.round(position.x() + padding + (index + 1) * pitch) - zoom.spacing();
        double top = Math.round(position.y() + position.height() - zoom.height() - zoom.form().bottomPadding());
        return new PixelRectangle(left, top, Math.max(1, right - left), zoom.height());
    }

    private static double padding(NodeCardPosition position) {
        if (position.width() < COUNT_FITS) {
            return NARROW;
        }
        if (position.width() < CLOSE_BELOW) {
            return CLOSE;
        }
        return PADDING;
    }

    private void paintFrame(NodeCardPosition position, GpuNode node) {
        var border = borderColor(node);
        double line = border == HeatmapColors.TROUBLE_BORDER ? TROUBLE : 1;
        double x = Math.round(position.x()) + line / 2;
        double y = Math.round(position.y()) + line / 2;
        double width = Math.round(position.width()) - line;
        double height = position.height() - line;
        gc.setFill(cssColors.colorOf(HeatmapColors.CARD));
        gc.fillRoundRect(x, y, width, height, RADIUS * 2, RADIUS * 2);
        gc.setStroke(cssColors.colorOf(border));
        gc.setLineWidth(line);
        boolean dashed = node.isClosed() || node.state() == GpuNodeState.UNREACHABLE;
        gc.setLineDashes(dashed ? DASHES : new double[0]);
        gc.strokeRoundRect(x, y, width, height, RADIUS * 2, RADIUS * 2);
        gc.setLineDashes();
    }

    private static HeatmapColors borderColor(GpuNode node) {
        if (node.isClosed()) {
            return HeatmapColors.CLOSED;
        }
        return switch (node.state()) {
            case READY, MAINTENANCE, CHANGING -> HeatmapColors.CARD_BORDER;
            case CORDONED, UNREACHABLE, OFFER_UNKNOWN -> HeatmapColors.CLOSED;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> HeatmapColors.TROUBLE_BORDER;
        };
    }

    private void paintTitle(NodeCardPosition position, GpuNode node) {
        double middle = position.y() + 18;
        boolean narrow = position.width() < fontSizes.scaleSmallLength(COUNT_FITS);
        double edge = narrow ? NARROW : padding(position);
        double left = position.x() + edge;
        double right = position.x() + position.width() - edge;
        double signed = fontSizes.scaleLength(signLength(node, narrow));
        // From afar only what is not as it should be has a sign.
        if (!fontSizes.isDistant() || node.state() != GpuNodeState.READY) {
            // A glyph has room of its own around it, but the border is near where a card is narrow.
            boolean nudged = !narrow && position.card().state() != GpuNodeState.READY;
            paintStatusSign(position.card().state(), nudged ? left - 1 : left, middle, fontSizes.scaleLength(7));
            left += signed;
        }
        if (!narrow) {
            right -= paintUsageCount(node, left, right, middle);
        }
        // Of narrow cards those with a sign are named as those without.
        double nameLeft = left;
        if (narrow) {
            nameLeft = position.x() + edge + signed;
        }
        var name = fitName(node.name(), right - nameLeft);
        drawText(name.text(), new CardTextStyle(name.font(), HeatmapColors.STRONG), left, middle, TextAlignment.LEFT);
        left += textMeasurer.width(name.text(), name.font()) + 8;
        var remark = remarkText(node);
        if (!remark.isEmpty() && textMeasurer.width(remark, fontSizes.textFont()) <= right - left) {
            drawText(remark, new CardTextStyle(fontSizes.textFont(), remarkColor(node)), left, middle,
                    TextAlignment.LEFT);
        }
    }

    private static double signLength(GpuNode node, boolean narrow) {
        if (node.state() == GpuNodeState.READY) {
            return DOT;
        }
        if (narrow) {
            return SIGN_WHERE_NARROW;
        }
        return SIGN;
    }

    /** Draws the number of GPUs in use where the name leaves room; returns the width taken. */
    private double paintUsageCount(GpuNode node, double left, double right, double middle) {
        var count = usageCountText(node);
        double wide = textMeasurer.width(count, fontSizes.titleFont()) + 6;
        double large = textMeasurer.width(node.name(), fontSizes.titleFont());
        // Where not even the count has room beside it, the name is written smaller.
        double free = right - left
                - (large + wide > right - left ? textMeasurer.width(node.name(), fontSizes.smallFont()) : large);
        var whole = " / "
                + GroupedNumberFormatter.bounded(node.tally(visibility).total(), node.totalBound()).replace(" ", "");
        boolean both = wide + textMeasurer.width(whole, fontSizes.textFont()) <= free;
        // A number alone says little from afar.
        if (count.isEmpty() || (fontSizes.isDistant() && !both)) {
            return 0;
        }
        // The name comes before how many there are of what can be counted below it.
        double beside = both ? textMeasurer.width(whole, fontSizes.textFont()) : 0;
        if (beside > 0) {
            drawText(whole, new CardTextStyle(fontSizes.textFont(), HeatmapColors.MUTED), right, middle,
                    TextAlignment.RIGHT);
        }
        drawText(count, new CardTextStyle(fontSizes.titleFont(), HeatmapColors.STRONG), right - beside, middle,
                TextAlignment.RIGHT);
        return beside + wide;
    }

    /** Node name as written: text and font. */
    private record NodeNameTextAndFont(String text, Font font) {}

    /** Fits the node name into a width: in smaller letters first, from afar by its distinguishing end. */
    private NodeNameTextAndFont fitName(String name, double room) {
        var end = name.substring(name.lastIndexOf('-') + 1);
        if (textMeasurer.width(name, fontSizes.titleFont()) <= room) {
            return new NodeNameTextAndFont(name, fontSizes.titleFont());
        }
        if (fontSizes.isDistant() && textMeasurer.width(end, fontSizes.titleFont()) <= room) {
            return new NodeNameTextAndFont(end, fontSizes.titleFont());
        }
        return new NodeNameTextAndFont(textMeasurer.shortenNodeName(name, fontSizes.smallFont(), room),
                fontSizes.smallFont());
    }

    private void paintSmallTitle(NodeCardPosition position, GpuNode node) {
        double middle = position.y() + 10;
        double left = position.x() + 5;
        paintStatusSign(position.card().state(), left, middle, fontSizes.scaleSmallLength(5));
        left += fontSizes.scaleSmallLength(node.state() == GpuNodeState.READY ? 8 : 12);
        var name = textMeasurer.shortenNodeName(node.name(), fontSizes.smallFont(),
                position.x() + position.width() - 4 - left);
        drawText(name, new CardTextStyle(fontSizes.smallFont(), HeatmapColors.TEXT), left, middle, TextAlignment.LEFT);
    }

    private String usageCountText(GpuNode node) {
        if (node.groups().isEmpty()) {
            return "";
        }
        return switch (node.state()) {
            case UNREACHABLE, NOT_READY, NOT_OFFERED -> "";
            default -> visibility == PodListCompleteness.NONE ? "–"
                    : GroupedNumberFormatter
                            .bounded(node.tally(visibility).allocated(), node.allocatedBound(visibility))
                            .replace(" ", "");
        };
    }

    /** Returns a few words on a problem or on missing tiles; empty where there is none. */
    static String remarkText(GpuNode node) {
        return switch (node.state()) {
            case UNREACHABLE -> MESSAGES.text("remark.lost");
            case NOT_READY -> MESSAGES.text("remark.notReady");
            case CHANGING -> MESSAGES.text("remark.changing");
            case NOT_OFFERED -> MESSAGES.text("remark.notOffered");
            case UNHEALTHY -> MESSAGES.text("remark.unhealthy", node.withheldDevices());
            case FAULTY -> MESSAGES.text("remark.fault");
            case OFFER_UNKNOWN -> MESSAGES.text("remark.offerUnknown");
            case CORDONED -> node.closureText();
            case MAINTENANCE -> MESSAGES.text("remark.maintenance");
            case READY -> node.groups().isEmpty() ? node.divisionText() : "";
        };
    }

    private static HeatmapColors remarkColor(GpuNode node) {
        return node.state() == GpuNodeState.READY ? HeatmapColors.MUTED : statusColor(node.state());
    }

    static HeatmapColors statusColor(GpuNodeState state) {
        return switch (state) {
            case UNREACHABLE, CORDONED, MAINTENANCE, CHANGING, OFFER_UNKNOWN -> HeatmapColors.MUTED;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> HeatmapColors.DANGER;
            case READY -> HeatmapColors.OK;
        };
    }

    private void paintStatusSign(GpuNodeState state, double x, double middle, double dot) {
        if (state == GpuNodeState.READY) {
            gc.setFill(cssColors.colorOf(HeatmapColors.OK));
            gc.fillOval(x, middle - dot / 2, dot, dot);
        } else {
            double size = dot + 4;
            gc.setFill(cssColors.colorOf(statusColor(state)));
            CanvasGlyphPainter.drawGlyph(gc, StatusGlyph.forNode(state), x, middle - size / 2, size);
        }
    }

    private record CardTextStyle(Font font, HeatmapColors heatmapColors) {}

    private void drawText(String text, CardTextStyle ink, double x, double y, TextAlignment alignment) {
        gc.setFont(ink.font());
        gc.setFill(cssColors.colorOf(ink.heatmapColors()));
        gc.setTextAlign(alignment);
        gc.fillText(ForeignTextSanitizer.sanitize(text), x, y);
    }
}
