package tessera.ui.mosaic;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;
import tessera.insight.GpuNode;
import tessera.model.PlainText;
import tessera.model.PodVisibility;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextFit;
import tessera.ui.mosaic.MosaicLayout.CardPosition;
import tessera.ui.mosaic.MosaicZoom.CardForm;
import tessera.ui.mosaic.TilePainter.Box;

/** Draws a node as a card: what state it is in, its name, how much of it is in use, and its GPUs. */
final class CardPainter {

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
    private final MosaicInks inks;
    private final TilePainter tiles;
    private final TextFit fit;
    private final PodVisibility sight;
    private final MosaicLettering letters;

    CardPainter(GraphicsContext gc, MosaicInks inks, MosaicState state, TextFit fit, MosaicLettering letters) {
        this.gc = gc;
        this.inks = inks;
        this.tiles = new TilePainter(gc, inks, new LensBrush(state));
        this.fit = fit;
        this.letters = letters;
        this.sight = state.sight();
    }

    void paint(CardPosition place, MosaicZoom zoom) {
        var node = place.card().node();
        frame(place, node);
        gc.setTextBaseline(VPos.CENTER);
        if (zoom.form() == CardForm.CARD) {
            title(place, node);
        } else {
            smallTitle(place, node);
        }
        gc.setGlobalAlpha(node.closed() ? DIMMED : 1);
        for (int i = 0; i < place.card().tiles().size(); i++) {
            tiles.paint(place.card().tiles().get(i), tile(place, zoom, i));
        }
        gc.setGlobalAlpha(1);
    }

    /** Where the nth GPU of a node lies. */
    static Box tile(CardPosition place, MosaicZoom zoom, int index) {
        int count = place.card().tiles().size();
        if (zoom.form() == CardForm.STRIP) {
            double cell = place.width() / Math.max(1, count);
            return new Box(place.x() + index * cell, place.y(), cell, place.height());
        }
        double padding = zoom.form() == CardForm.CARD ? padding(place) : 5;
        double room = place.width() - 2 * padding + zoom.gap();
        double pitch = zoom.form() == CardForm.CARD ? room / count : Math.min(room / count, zoom.tile() + zoom.gap());
        double left = Math.round(place.x() + padding + index * pitch);
        double right = Math.round(place.x() + padding + (index + 1) * pitch) - zoom.gap();
        double top = Math.round(place.y() + place.height() - zoom.height() - (zoom.form() == CardForm.CARD ? 10 : 5));
        return new Box(left, top, Math.max(1, right - left), zoom.height());
    }

    private static double padding(CardPosition place) {
        return place.width() < COUNT_FITS ? NARROW : place.width() < CLOSE_BELOW ? CLOSE : PADDING;
    }

    private void frame(CardPosition place, GpuNode node) {
        var border = border(node);
        double line = border == MosaicColors.TROUBLE_BORDER ? TROUBLE : 1;
        double x = Math.round(place.x()) + line / 2;
        double y = Math.round(place.y()) + line / 2;
        double width = Math.round(place.width()) - line;
        double height = place.height() - line;
        gc.setFill(inks.get(MosaicColors.CARD));
        gc.fillRoundRect(x, y, width, height, RADIUS * 2, RADIUS * 2);
        gc.setStroke(inks.get(border));
        gc.setLineWidth(line);
        boolean dashed = node.closed() || node.state() == GpuNode.State.UNREACHABLE;
        gc.setLineDashes(dashed ? DASHES : new double[0]);
        gc.strokeRoundRect(x, y, width, height, RADIUS * 2, RADIUS * 2);
        gc.setLineDashes();
    }

    private static MosaicColors border(GpuNode node) {
        if (node.closed()) {
            return MosaicColors.CLOSED;
        }
        return switch (node.state()) {
            case READY, MAINTENANCE, CHANGING -> MosaicColors.CARD_BORDER;
            case CORDONED, UNREACHABLE -> MosaicColors.CLOSED;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> MosaicColors.TROUBLE_BORDER;
        };
    }

    private void title(CardPosition place, GpuNode node) {
        double middle = place.y() + 18;
        boolean narrow = place.width() < letters.scaledSmall(COUNT_FITS);
        double edge = narrow ? NARROW : padding(place);
        double left = place.x() + edge;
        double right = place.x() + place.width() - edge;
        double signed = letters.scaled(node.state() == GpuNode.State.READY ? DOT : narrow ? SIGN_WHERE_NARROW : SIGN);
        // From afar only what is not as it should be has a sign.
        if (!letters.far() || node.state() != GpuNode.State.READY) {
            // A glyph has room of its own around it, but the border is near where a card is narrow.
            double nudge = narrow || place.card().state() == GpuNode.State.READY ? 0 : -1;
            sign(place.card().state(), left + nudge, middle, letters.scaled(7));
            left += signed;
        }
        right -= narrow ? 0 : count(node, left, right, middle);
        // Of narrow cards those with a sign are named as those without.
        var name = named(node.name(), narrow ? right - place.x() - edge - signed : right - left);
        text(name.words(), new CardInk(name.font(), MosaicColors.STRONG), left, middle, TextAlignment.LEFT);
        left += fit.width(name.words(), name.font()) + 8;
        var remark = remark(node);
        if (!remark.isEmpty() && fit.width(remark, letters.text()) <= right - left) {
            var tint = node.state() == GpuNode.State.READY ? MosaicColors.MUTED : tint(node.state());
            text(remark, new CardInk(letters.text(), tint), left, middle, TextAlignment.LEFT);
        }
    }

    /** How many are in use, as far as that leaves the name its room; how much of the line is taken. */
    private double count(GpuNode node, double left, double right, double middle) {
        var count = count(node);
        double wide = fit.width(count, letters.title()) + 6;
        double free = right - left - fit.width(node.name(), letters.title());
        var whole = " / " + node.tally(sight).total();
        boolean both = wide + fit.width(whole, letters.text()) <= free;
        // A number alone says little from afar.
        if (count.isEmpty() || (letters.far() && !both)) {
            return 0;
        }
        // The name comes before how many there are of what can be counted below it.
        double beside = both ? fit.width(whole, letters.text()) : 0;
        if (beside > 0) {
            text(whole, new CardInk(letters.text(), MosaicColors.MUTED), right, middle, TextAlignment.RIGHT);
        }
        text(count, new CardInk(letters.title(), MosaicColors.STRONG), right - beside, middle, TextAlignment.RIGHT);
        return beside + wide;
    }

    /** A name as it is written. */
    private record CardName(String words, Font font) {}

    /** A name that is cut short is of no use: from afar its end tells it from its neighbours, else it is drawn smaller first. */
    private CardName named(String name, double room) {
        var end = name.substring(name.lastIndexOf('-') + 1);
        if (fit.width(name, letters.title()) <= room) {
            return new CardName(name, letters.title());
        }
        return letters.far() && fit.width(end, letters.title()) <= room ? new CardName(end, letters.title())
                : new CardName(fit.name(name, letters.small(), room), letters.small());
    }

    private void smallTitle(CardPosition place, GpuNode node) {
        double middle = place.y() + 10;
        double left = place.x() + 5;
        sign(place.card().state(), left, middle, letters.scaledSmall(5));
        left += letters.scaledSmall(node.state() == GpuNode.State.READY ? 8 : 12);
        var name = fit.name(node.name(), letters.small(), place.x() + place.width() - 4 - left);
        text(name, new CardInk(letters.small(), MosaicColors.TEXT), left, middle, TextAlignment.LEFT);
    }

    private String count(GpuNode node) {
        if (node.groups().isEmpty()) {
            return "";
        }
        return switch (node.state()) {
            case UNREACHABLE, NOT_READY, NOT_OFFERED -> "";
            default -> sight == PodVisibility.NONE ? "–"
                    : NumberText.bounded(node.tally(sight).allocated(), node.allocatedBound(sight)).replace(" ", "");
        };
    }

    /** A few words on what is wrong, or on why there are no tiles; empty while there is nothing to say. */
    static String remark(GpuNode node) {
        return switch (node.state()) {
            case UNREACHABLE -> "lost";
            case NOT_READY -> "not ready";
            case CHANGING -> "changing";
            case NOT_OFFERED -> "not offered";
            case UNHEALTHY -> node.withheld() + " unhealthy";
            case FAULTY -> "fault";
            case CORDONED -> node.closure();
            case MAINTENANCE -> "maintenance";
            case READY -> node.groups().isEmpty() ? node.division() : "";
        };
    }

    static StatusGlyph glyph(GpuNode.State state) {
        return switch (state) {
            case UNREACHABLE -> StatusGlyph.UNREACHABLE;
            case CHANGING -> StatusGlyph.WAITING;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> StatusGlyph.BROKEN;
            case CORDONED, MAINTENANCE -> StatusGlyph.CORDONED;
            case READY -> StatusGlyph.READY;
        };
    }

    static MosaicColors tint(GpuNode.State state) {
        return switch (state) {
            case UNREACHABLE, CORDONED, MAINTENANCE, CHANGING -> MosaicColors.MUTED;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> MosaicColors.DANGER;
            case READY -> MosaicColors.OK;
        };
    }

    private void sign(GpuNode.State state, double x, double middle, double dot) {
        if (state == GpuNode.State.READY) {
            gc.setFill(inks.get(MosaicColors.OK));
            gc.fillOval(x, middle - dot / 2, dot, dot);
        } else {
            double size = dot + 4;
            gc.setFill(inks.get(tint(state)));
            CanvasGlyphs.draw(gc, glyph(state), x, middle - size / 2, size);
        }
    }

    private record CardInk(Font font, MosaicColors tint) {}

    private void text(String text, CardInk ink, double x, double y, TextAlignment alignment) {
        gc.setFont(ink.font());
        gc.setFill(inks.get(ink.tint()));
        gc.setTextAlign(alignment);
        gc.fillText(PlainText.of(text), x, y);
    }
}
