package tessera.ui.logs;

import java.time.format.DateTimeFormatter;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import tessera.logs.AnsiStyle;
import tessera.model.ForeignTextSanitizer;
import tessera.ui.kit.CanvasTextMeasurer;
import tessera.ui.kit.PaintedRegion.CssColorPalette;

/** Draws as many log lines as there is room for. FX thread. */
final class LogPainter {

    private static final int NAMED_COLORS = 16;
    private static final int COLOR_CUBE = 216;
    private static final int[] CUBE_LEVELS = {0, 95, 135, 175, 215, 255};
    private static final double ROW = 17;
    private static final String FAMILY = "JetBrains Mono";
    private static final double SIZE = 12;
    private static final double MARGIN = 16;
    private static final double GAP = 10;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss.SSS");
    /** Where letters differ in width, what is drawn behind them is measured no further than this. */
    private static final int MEASURED = 2_000;

    private final GraphicsContext paper;
    private final CssColorPalette<LogViewCssColor> palette;
    private final CanvasTextMeasurer textMeasurer = new CanvasTextMeasurer();
    private Font font = Font.font(FAMILY, SIZE);
    private Font bold = Font.font(FAMILY, FontWeight.BOLD, SIZE);
    private double letter = textMeasurer.width("M", font);
    private double height = ROW;
    private LogLineAppearance appearance;
    private double width;

    LogPainter(GraphicsContext paper, CssColorPalette<LogViewCssColor> palette, LogLineAppearance appearance) {
        this.paper = paper;
        this.palette = palette;
        this.appearance = appearance;
    }

    /** Scales the text from now on. */
    void setTextScale(double factor) {
        font = Font.font(FAMILY, SIZE * factor);
        bold = Font.font(FAMILY, FontWeight.BOLD, SIZE * factor);
        letter = textMeasurer.width("M", font);
        height = Math.rint(ROW * factor);
    }

    /** Returns the height of a row. */
    double rowHeight() {
        return height;
    }

    /** Sets appearance and width. */
    void setAppearance(LogLineAppearance now, double room) {
        appearance = now;
        width = room;
    }

    /** Returns the position where the text of a line begins. */
    private double textIndent() {
        double at = MARGIN;
        if (appearance.timestamps()) {
            at += letter * 18 + GAP;
        }
        return appearance.containers().size() > 1 ? at + tagWidth() + GAP : at;
    }

    private double tagWidth() {
        int longest = appearance.containers().stream().mapToInt(String::length).max().orElse(0);
        return letter * Math.min(longest, 16);
    }

    /** Returns how many characters fit in a row. */
    int columnCount() {
        return Math.max(8, (int) ((width - textIndent() - MARGIN) / letter));
    }

    /** Returns how many rows a line takes. */
    int rowsOf(RenderedLogLine line) {
        return appearance.wrap() ? Math.max(1, (line.text().length() + columnCount() - 1) / columnCount()) : 1;
    }

    void clearTo(double all) {
        paper.setFill(palette.colorOf(LogViewCssColor.GROUND));
        paper.fillRect(0, 0, width, all);
        paper.setTextBaseline(VPos.CENTER);
    }

    /**
     * Draws a line.
     *
     * @param y     of its upper edge
     * @param left  how many letters are out of sight at the left; 0 where it is wrapped
     * @param state how its row is set off
     */
    void drawLine(RenderedLogLine line, double y, int left, RowHighlight state) {
        int rows = rowsOf(line);
        if (state != RowHighlight.USUAL) {
            paper.setFill(palette
                    .colorOf(state == RowHighlight.SELECTED ? LogViewCssColor.SELECTED : LogViewCssColor.CURRENT));
            paper.fillRect(0, y, width, rows * height);
        }
        drawHead(line, y);
        int columns = columnCount();
        for (int row = 0; row < rows; row++) {
            int from = left + row * columns;
            int to = Math.min(line.text().length(), from + columns + (appearance.wrap() ? 0 : 1));
            if (from < to) {
                drawText(line, from, to, y + row * height);
            }
        }
    }

    /** The highlight of a row. */
    enum RowHighlight {
        USUAL,
        SELECTED,
        /** The one that was last gone to. */
        CURRENT
    }

    private void drawHead(RenderedLogLine line, double y) {
        double at = MARGIN;
        paper.setFont(font);
        if (appearance.timestamps()) {
            var moment = line.line().timestamp();
            if (moment.isPresent() && !line.line().continues()) {
                paper.setFill(palette.colorOf(LogViewCssColor.MUTED));
                paper.fillText(TIME.format(moment.get().atZone(appearance.zone())), at, y + height / 2);
            }
            at += letter * 18 + GAP;
        }
        if (appearance.containers().size() > 1 && line.line().origin() < appearance.containers().size()) {
            paper.setFill(palette.colorOf(LogViewCssColor.ofAnsi(TAGS.get(line.line().origin() % TAGS.size()))));
            paper.fillText(textMeasurer.shorten(
                    ForeignTextSanitizer.sanitize(appearance.containers().get(line.line().origin())), font, tagWidth()),
                    at, y + height / 2);
        }
    }

    /** Colours that tell containers apart, as terminals number them. */
    private static final List<Integer> TAGS = List.of(6, 5, 3, 4, 2, 14, 13, 11);

    private void drawText(RenderedLogLine line, int from, int to, double y) {
        double start = textIndent();
        for (var match : line.matches()) {
            if (match.end() > from && match.start() < to) {
                double at = start + textWidth(line.text(), from, Math.max(from, match.start()));
                double end = start + textWidth(line.text(), from, Math.min(to, match.end()));
                paper.setFill(palette.colorOf(LogViewCssColor.FOUND));
                paper.fillRect(at, y + 1, end - at, height - 2);
            }
        }
        if (line.line().note()) {
            drawPiece(line.text().substring(from, to), start, y, palette.colorOf(LogViewCssColor.NOTE), font);
            return;
        }
        int at = from;
        for (var part : line.styled()) {
            if (part.end() > at && part.start() < to) {
                int begin = Math.max(at, part.start());
                drawPlain(line.text(), at, begin, start + textWidth(line.text(), from, at), y);
                int end = Math.min(to, part.end());
                drawStyled(line.text().substring(begin, end), start + textWidth(line.text(), from, begin), y,
                        part.style());
                at = end;
            }
        }
        drawPlain(line.text(), at, to, start + textWidth(line.text(), from, at), y);
    }

    private void drawPlain(String text, int from, int to, double x, double y) {
        if (from < to) {
            drawPiece(text.substring(from, to), x, y, palette.colorOf(LogViewCssColor.TEXT), font);
        }
    }

    private void drawStyled(String text, double x, double y, AnsiStyle style) {
        int ground = style.inverse() ? style.foreground() : style.background();
        double wide = textWidth(text, 0, text.length());
        if (style.inverse() || ground != AnsiStyle.USUAL) {
            paper.setFill(ansiColor(ground, LogViewCssColor.TEXT));
            paper.fillRect(x, y, wide, height);
        }
        drawPiece(text, x, y, inkOf(style), style.bold() ? bold : font);
        if (style.underlined()) {
            paper.fillRect(x, y + height - 3, wide, 1);
        }
    }

    private void drawPiece(String text, double x, double y, Color ink, Font with) {
        paper.setFont(with);
        paper.setFill(ink);
        paper.fillText(text, x, y + height / 2);
    }

    /** Returns the width of characters; all are as wide as one, except those that the font lacks. */
    private double textWidth(String text, int from, int to) {
        int end = Math.min(to, from + MEASURED);
        for (int at = from; at < end; at++) {
            if (text.charAt(at) > '\u024f') {
                return textMeasurer.width(text.substring(from, end), font) + (to - end) * letter;
            }
        }
        return (to - from) * letter;
    }

    /** Returns the colour for a terminal's colour number. */
    private Color ansiColor(int colour, LogViewCssColor defaultColor) {
        if (colour == AnsiStyle.USUAL) {
            return palette.colorOf(defaultColor);
        }
        if (colour >= 0x1000000) {
            return Color.rgb(colour >> 16 & 0xff, colour >> 8 & 0xff, colour & 0xff);
        }
        if (colour < NAMED_COLORS) {
            return palette.colorOf(LogViewCssColor.ofAnsi(colour));
        }
        if (colour < NAMED_COLORS + COLOR_CUBE) {
            int position = colour - NAMED_COLORS;
            return Color.rgb(CUBE_LEVELS[position / 36], CUBE_LEVELS[position / 6 % 6], CUBE_LEVELS[position % 6]);
        }
        int grey = 8 + (colour - NAMED_COLORS - COLOR_CUBE) * 10;
        return Color.rgb(grey, grey, grey);
    }

    private Color inkOf(AnsiStyle style) {
        var ink = style.inverse() ? ansiColor(style.background(), LogViewCssColor.GROUND)
                : ansiColor(style.foreground(), LogViewCssColor.TEXT);
        return style.faint() ? ink.deriveColor(0, 1, 1, 0.6) : ink;
    }
}
