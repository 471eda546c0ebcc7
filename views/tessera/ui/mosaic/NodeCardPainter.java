package tessera.ui.mosaic;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import tessera.insight.GpuNode;
import tessera.model.PodListCompleteness;
import tessera.model.SanitizedText;
import tessera.ui.kit.CanvasTextMeasurer;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.mosaic.GpuTilePainter.PixelRectangle;
import tessera.ui.mosaic.HeatmapLayout.NodeCardPosition;
import tessera.ui.mosaic.HeatmapZoom.NodeDrawingForm;

/** Draws a node as a card: status, name, use, and its GPUs. */
final class NodeCardPainter {

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
    private final HeatmapCssColors inks;
    private final GpuTilePainter tiles;
    private final CanvasTextMeasurer fit;
    private final PodListCompleteness visibility;
    private final HeatmapFontSizes letters;

    NodeCardPainter(GraphicsContext gc, HeatmapCssColors inks, FleetHeatmapState state, CanvasTextMeasurer fit,
            HeatmapFontSizes letters) {
        this.gc = gc;
        this.inks = inks;
        this.tiles = new GpuTilePainter(gc, inks, new HeatmapColorChooser(state));
        this.fit = fit;
        this.letters = letters;
        this.visibility = state.podVisibility();
    }

    void paintCard(NodeCardPosition place, HeatmapZoom zoom) {
        var node = place.card().node();
        paintFrame(place, node);
        gc.setTextBaseline(VPos.CENTER);
        if (zoom.form() == NodeDrawingForm.CARD) {
            paintTitle(place, node);
        } else {
            paintSmallTitle(place, node);
        }
        gc.setGlobalAlpha(node.isClosed() ? DIMMED : 1);
        for (int i = 0; i < place.card().tiles().size(); i++) {
            tiles.paintTile(place.card().tiles().get(i), tileBox(place, zoom, i));
        }
        gc.setGlobalAlpha(1);
    }

    /** Returns the box of a node's GPU by index. */
    static PixelRectangle tileBox(NodeCardPosition place, HeatmapZoom zoom, int index) {
        int count = place.card().tiles().size();
        if (zoom.form() == NodeDrawingForm.STRIP) {
            double cell = place.width() / Math.max(1, count);
            return new PixelRectangle(place.x() + index * cell, place.y(), cell, place.height());
        }
        double padding = zoom.form() == NodeDrawingForm.CARD ? padding(place) : 5;
        double room = place.width() - 2 * padding + zoom.gap();
        double pitch = zoom.form() == NodeDrawingForm.CARD ? room / count
                : Math.min(room / count, zoom.tile() + zoom.gap());
        double left = Math.round(place.x() + padding + index * pitch);
        double right = Math.round(place.x() + padding + (index + 1) * pitch) - zoom.gap();
        double top = Math
                .round(place.y() + place.height() - zoom.height() - (zoom.form() == NodeDrawingForm.CARD ? 10 : 5));
        return new PixelRectangle(left, top, Math.max(1, right - left), zoom.height());
    }

    private static double padding(NodeCardPosition place) {
        return place.width() < COUNT_FITS ? NARROW : place.width() < CLOSE_BELOW ? CLOSE : PADDING;
    }

    private void paintFrame(NodeCardPosition place, GpuNode node) {
        var border = borderColor(node);
        double line = border == HeatmapColors.TROUBLE_BORDER ? TROUBLE : 1;
        double x = Math.round(place.x()) + line / 2;
        double y = Math.round(place.y()) + line / 2;
        double width = Math.round(place.width()) - line;
        double height = place.height() - line;
        gc.setFill(inks.colorOf(HeatmapColors.CARD));
        gc.fillRoundRect(x, y, width, height, RADIUS * 2, RADIUS * 2);
        gc.setStroke(inks.colorOf(border));
        gc.setLineWidth(line);
        boolean dashed = node.isClosed() || node.state() == GpuNode.State.UNREACHABLE;
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
            case CORDONED, UNREACHABLE -> HeatmapColors.CLOSED;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> HeatmapColors.TROUBLE_BORDER;
        };
    }

    private void paintTitle(NodeCardPosition place, GpuNode node) {
        double middle = place.y() + 18;
        boolean narrow = place.width() < letters.scaleSmallLength(COUNT_FITS);
        double edge = narrow ? NARROW : padding(place);
        double left = place.x() + edge;
        double right = place.x() + place.width() - edge;
        double signed = letters
                .scaleLength(node.state() == GpuNode.State.READY ? DOT : narrow ? SIGN_WHERE_NARROW : SIGN);
        // From afar only what is not as it should be has a sign.
        if (!letters.isDistant() || node.state() != GpuNode.State.READY) {
            // A glyph has room of its own around it, but the border is near where a card is narrow.
            double nudge = narrow || place.card().state() == GpuNode.State.READY ? 0 : -1;
            paintStatusSign(place.card().state(), left + nudge, middle, letters.scaleLength(7));
            left += signed;
        }
        right -= narrow ? 0 : paintUsageCount(node, left, right, middle);
        // Of narrow cards those with a sign are named as those without.
        var name = fitName(node.name(), narrow ? right - place.x() - edge - signed : right - left);
        drawText(name.text(), new CardTextStyle(name.font(), HeatmapColors.STRONG), left, middle, TextAlignment.LEFT);
        left += fit.width(name.text(), name.font()) + 8;
        var remark = remarkText(node);
        if (!remark.isEmpty() && fit.width(remark, letters.textFont()) <= right - left) {
            var tint = node.state() == GpuNode.State.READY ? HeatmapColors.MUTED : statusColor(node.state());
            drawText(remark, new CardTextStyle(letters.textFont(), tint), left, middle, TextAlignment.LEFT);
        }
    }

    /** Draws the number of GPUs in use where the name leaves room; returns the width taken. */
    private double paintUsageCount(GpuNode node, double left, double right, double middle) {
        var count = usageCountText(node);
        double wide = fit.width(count, letters.titleFont()) + 6;
        double free = right - left - fit.width(node.name(), letters.titleFont());
        var whole = " / "
                + NumberText.bounded(node.tally(visibility).total(), node.totalBound()).replace(" ", "");
        boolean both = wide + fit.width(whole, letters.textFont()) <= free;
        // A number alone says little from afar.
        if (count.isEmpty() || (letters.isDistant() && !both)) {
            return 0;
        }
        // The name comes before how many there are of what can be counted below it.
        double beside = both ? fit.width(whole, letters.textFont()) : 0;
        if (beside > 0) {
            drawText(whole, new CardTextStyle(letters.textFont(), HeatmapColors.MUTED), right, middle,
                    TextAlignment.RIGHT);
        }
        drawText(count, new CardTextStyle(letters.titleFont(), HeatmapColors.STRONG), right - beside, middle,
                TextAlignment.RIGHT);
        return beside + wide;
    }

    /** Node name as written: text and font. */
    private record NodeNameTextAndFont(String text, Font font) {}

    /** Fits the node name into a width: in smaller letters first, from afar by its distinguishing end. */
    private NodeNameTextAndFont fitName(String name, double room) {
        var end = name.substring(name.lastIndexOf('-') + 1);
        if (fit.width(name, letters.titleFont()) <= room) {
            return new NodeNameTextAndFont(name, letters.titleFont());
        }
        return letters.isDistant() && fit.width(end, letters.titleFont()) <= room
                ? new NodeNameTextAndFont(end, letters.titleFont())
                : new NodeNameTextAndFont(fit.name(name, letters.smallFont(), room), letters.smallFont());
    }

    private void paintSmallTitle(NodeCardPosition place, GpuNode node) {
        double middle = place.y() + 10;
        double left = place.x() + 5;
        paintStatusSign(place.card().state(), left, middle, letters.scaleSmallLength(5));
        left += letters.scaleSmallLength(node.state() == GpuNode.State.READY ? 8 : 12);
        var name = fit.name(node.name(), letters.smallFont(), place.x() + place.width() - 4 - left);
        drawText(name, new CardTextStyle(letters.smallFont(), HeatmapColors.TEXT), left, middle, TextAlignment.LEFT);
    }

    private String usageCountText(GpuNode node) {
        if (node.groups().isEmpty()) {
            return "";
        }
        return switch (node.state()) {
            case UNREACHABLE, NOT_READY, NOT_OFFERED -> "";
            default -> visibility == PodListCompleteness.NONE ? "–"
                    : NumberText.bounded(node.tally(visibility).allocated(), node.allocatedBound(visibility))
                            .replace(" ", "");
        };
    }

    /** Returns a few words on a problem or on missing tiles; empty where there is none. */
    static String remarkText(GpuNode node) {
        return switch (node.state()) {
            case UNREACHABLE -> "lost";
            case NOT_READY -> "not ready";
            case CHANGING -> "changing";
            case NOT_OFFERED -> "not offered";
            case UNHEALTHY -> node.withheldDevices() + " unhealthy";
            case FAULTY -> "fault";
            case CORDONED -> node.closureText();
            case MAINTENANCE -> "maintenance";
            case READY -> node.groups().isEmpty() ? node.divisionText() : "";
        };
    }

    static StatusGlyph statusGlyph(GpuNode.State state) {
        return switch (state) {
            case UNREACHABLE -> StatusGlyph.UNREACHABLE;
            case CHANGING -> StatusGlyph.WAITING;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> StatusGlyph.BROKEN;
            case CORDONED, MAINTENANCE -> StatusGlyph.CORDONED;
            case READY -> StatusGlyph.READY;
        };
    }

    static HeatmapColors statusColor(GpuNode.State state) {
        return switch (state) {
            case UNREACHABLE, CORDONED, MAINTENANCE, CHANGING -> HeatmapColors.MUTED;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> HeatmapColors.DANGER;
            case READY -> HeatmapColors.OK;
        };
    }

    private void paintStatusSign(GpuNode.State state, double x, double middle, double dot) {
        if (state == GpuNode.State.READY) {
            gc.setFill(inks.colorOf(HeatmapColors.OK));
            gc.fillOval(x, middle - dot / 2, dot, dot);
        } else {
            double size = dot + 4;
            gc.setFill(inks.colorOf(statusColor(state)));
            CanvasGlyphPainter.drawGlyph(gc, statusGlyph(state), x, middle - size / 2, size);
        }
    }

    private record CardTextStyle(Font font, HeatmapColors tint) {}

    private void drawText(String text, CardTextStyle ink, double x, double y, TextAlignment alignment) {
        gc.setFont(ink.font());
        gc.setFill(inks.colorOf(ink.tint()));
        gc.setTextAlign(alignment);
        gc.fillText(SanitizedText.sanitize(text), x, y);
    }
}
