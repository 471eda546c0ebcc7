package tessera.ui.logs;

import java.time.format.DateTimeFormatter;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.FontWeight;
import tessera.logs.AnsiStyle;
import tessera.model.PlainText;
import tessera.ui.kit.TextFit;

/** Draws lines of a log, as many as there is room for. FX thread. */
final class LogPainter {

    private static final double ROW = 17;
    private static final String FAMILY = "JetBrains Mono";
    private static final double SIZE = 12;
    private static final double MARGIN = 16;
    private static final double GAP = 10;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss.SSS");
    /** Where letters differ in width, what is drawn behind them is measured no further than this. */
    private static final int MEASURED = 2_000;

    private final GraphicsContext paper;
    private final LogInks inks;
    private final TextFit fit = new TextFit();
    private Font font = Font.font(FAMILY, SIZE);
    private Font bold = Font.font(FAMILY, FontWeight.BOLD, SIZE);
    private double letter = fit.width("M", font);
    private double height = ROW;
    private LogLooks looks;
    private double width;

    LogPainter(GraphicsContext paper, LogInks inks, LogLooks looks) {
        this.paper = paper;
        this.inks = inks;
        this.looks = looks;
    }

    /** Writes so many times as large as usual from now on. */
    void write(double factor) {
        font = Font.font(FAMILY, SIZE * factor);
        bold = Font.font(FAMILY, FontWeight.BOLD, SIZE * factor);
        letter = fit.width("M", font);
        height = Math.rint(ROW * factor);
    }

    /** How high a row is. */
    double row() {
        return height;
    }

    /** Takes other looks, and how wide there is room. */
    void dress(LogLooks now, double room) {
        looks = now;
        width = room;
    }

    /** Where the text of a line begins. */
    private double indent() {
        double at = MARGIN;
        if (looks.timestamps()) {
            at += letter * 18 + GAP;
        }
        return looks.containers().size() > 1 ? at + tagWidth() + GAP : at;
    }

    private double tagWidth() {
        int longest = looks.containers().stream().mapToInt(String::length).max().orElse(0);
        return letter * Math.min(longest, 16);
    }

    /** How many letters fit beside each other. */
    int columns() {
        return Math.max(8, (int) ((width - indent() - MARGIN) / letter));
    }

    /** How many rows a line takes. */
    int rows(ShownLine line) {
        return looks.wrap() ? Math.max(1, (line.text().length() + columns() - 1) / columns()) : 1;
    }

    void clear(double all) {
        paper.setFill(inks.get(LogInk.GROUND));
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
    void line(ShownLine line, double y, int left, RowHighlight state) {
        int rows = rows(line);
        if (state != RowHighlight.USUAL) {
            paper.setFill(inks.get(state == RowHighlight.SELECTED ? LogInk.SELECTED : LogInk.CURRENT));
            paper.fillRect(0, y, width, rows * height);
        }
        head(line, y);
        int columns = columns();
        for (int row = 0; row < rows; row++) {
            int from = looks.wrap() ? row * columns : left;
            int to = Math.min(line.text().length(), from + columns + (looks.wrap() ? 0 : 1));
            if (from < to) {
                text(line, from, to, y + row * height);
            }
        }
    }

    /** How a row is set off. */
    enum RowHighlight {
        USUAL,
        SELECTED,
        /** The one that was last gone to. */
        CURRENT
    }

    private void head(ShownLine line, double y) {
        double at = MARGIN;
        paper.setFont(font);
        if (looks.timestamps()) {
            var moment = line.line().time();
            if (moment.isPresent() && !line.line().continues()) {
                paper.setFill(inks.get(LogInk.MUTED));
                paper.fillText(TIME.format(moment.get().atZone(looks.zone())), at, y + height / 2);
            }
            at += letter * 18 + GAP;
        }
        if (looks.containers().size() > 1 && line.line().origin() < looks.containers().size()) {
            paper.setFill(inks.get(LogInk.ansi(TAGS.get(line.line().origin() % TAGS.size()))));
            paper.fillText(fit.shorten(PlainText.of(looks.containers().get(line.line().origin())), font, tagWidth()),
                    at,
                    y + height / 2);
        }
    }

    /** Colours that tell containers apart, as terminals number them. */
    private static final List<Integer> TAGS = List.of(6, 5, 3, 4, 2, 14, 13, 11);

    private void text(ShownLine line, int from, int to, double y) {
        double start = indent();
        for (var found : line.found()) {
            if (found.end() > from && found.start() < to) {
                double at = start + reach(line.text(), from, Math.max(from, found.start()));
                double end = start + reach(line.text(), from, Math.min(to, found.end()));
                paper.setFill(inks.get(LogInk.FOUND));
                paper.fillRect(at, y + 1, end - at, height - 2);
            }
        }
        if (line.line().note()) {
            piece(line.text().substring(from, to), start, y, inks.get(LogInk.NOTE), font);
            return;
        }
        int at = from;
        for (var part : line.styled()) {
            if (part.end() > at && part.start() < to) {
                int begin = Math.max(at, part.start());
                plain(line.text(), at, begin, start + reach(line.text(), from, at), y);
                int end = Math.min(to, part.end());
                styled(line.text().substring(begin, end), start + reach(line.text(), from, begin), y, part.style());
                at = end;
            }
        }
        plain(line.text(), at, to, start + reach(line.text(), from, at), y);
    }

    private void plain(String text, int from, int to, double x, double y) {
        if (from < to) {
            piece(text.substring(from, to), x, y, inks.get(LogInk.TEXT), font);
        }
    }

    private void styled(String text, double x, double y, AnsiStyle style) {
        var ink = inks.of(style.inverse() ? style.ground() : style.ink(),
                style.inverse() ? LogInk.GROUND : LogInk.TEXT);
        int ground = style.inverse() ? style.ink() : style.ground();
        double wide = reach(text, 0, text.length());
        if (style.inverse() || ground != AnsiStyle.USUAL) {
            paper.setFill(inks.of(ground, LogInk.TEXT));
            paper.fillRect(x, y, wide, height);
        }
        piece(text, x, y, style.faint() ? ink.deriveColor(0, 1, 1, 0.6) : ink, style.bold() ? bold : font);
        if (style.underlined()) {
            paper.fillRect(x, y + height - 3, wide, 1);
        }
    }

    private void piece(String text, double x, double y, Color ink, Font with) {
        paper.setFont(with);
        paper.setFill(ink);
        paper.fillText(text, x, y + height / 2);
    }

    /** How far letters reach; all are as wide as one, but for those that the font does not have. */
    private double reach(String text, int from, int to) {
        int end = Math.min(to, from + MEASURED);
        for (int at = from; at < end; at++) {
            if (text.charAt(at) > '\u024f') {
                return fit.width(text.substring(from, end), font) + (to - end) * letter;
            }
        }
        return (to - from) * letter;
    }
}
