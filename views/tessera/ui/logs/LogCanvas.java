package tessera.ui.logs;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.css.CssMetaData;
import javafx.css.Styleable;
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.Region;
import tessera.logs.LogBuffer;
import tessera.logs.LogLine;
import tessera.ui.kit.FontSizeProbe;
import tessera.ui.logs.LogPainter.RowHighlight;

/** Canvas of a log of any length that draws only the visible lines. FX thread. */
final class LogCanvas extends Region {

    private static final double BAR = 12;

    private final LogCssColors palette = new LogCssColors(this, this::requestPaint);
    private final Canvas canvas = new Canvas();
    private final ScrollBar down = new ScrollBar();
    private final ScrollBar across = new ScrollBar();
    private final BooleanProperty following = new SimpleBooleanProperty(true);
    private final List<DrawnLine> drawnLines = new ArrayList<>();
    private final LogPainter painter;
    private LogLineAppearance appearance = new LogLineAppearance(false, false, List.of(), Optional.empty(),
            ZoneOffset.UTC);
    private LogBuffer buffer = new LogBuffer(0);
    private DisplayedLogLines rows = new DisplayedLogLines.UnfilteredLogLines(0, 0);
    private LogSelection selection = LogSelection.NONE;
    /** The number of the line at the top, while it is not followed. */
    private long top;
    private long current = -1;
    private boolean adjusting;

    /** A drawn line with its position. */
    private record DrawnLine(long number, double from, double to, int characters) {}

    LogCanvas() {
        painter = new LogPainter(canvas.getGraphicsContext2D(), palette, appearance);
        setId("logs-lines");
        getStyleClass().add("log-lines");
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.NODE);
        down.setOrientation(Orientation.VERTICAL);
        down.valueProperty().addListener((value, before, now) -> {
            if (!adjusting) {
                scrollTo(Math.round(now.doubleValue()));
            }
        });
        across.valueProperty().addListener((value, before, now) -> requestPaint());
        following.addListener((value, before, now) -> requestPaint());
        getChildren().addAll(canvas, new FontSizeProbe(this::setTextScale), down, across);
        new LogCanvasInputHandler(this).attach();
    }

    /** Returns whether the newest lines stay in sight. */
    BooleanProperty followingProperty() {
        return following;
    }

    /** Shows these lines; another log is shown from its end. */
    void show(LogBuffer of, DisplayedLogLines now) {
        if (!of.equals(buffer)) {
            selection = LogSelection.NONE;
            current = -1;
            across.setValue(0);
        }
        buffer = of;
        rows = now;
        setAccessibleText("Log, %d lines".formatted(now.count()));
        requestPaint();
    }

    void setAppearance(LogLineAppearance now) {
        appearance = now;
        requestPaint();
    }

    /** Scrolls a line to the middle and highlights it. */
    void goToLine(long number) {
        current = number;
        following.set(false);
        top = rows.count() == 0 ? 0 : rows.lineNumberAt(topRowFor(rows.rowOfLine(number)));
        requestPaint();
    }

    /** Returns the top row when another row is in the middle; wrapped lines take several rows. */
    private long topRowFor(long middle) {
        int room = pageRows() / 2;
        long row = middle;
        while (row > 0) {
            room -= shownLine(row - 1).map(painter::rowsOf).orElse(0);
            if (room < 0) {
                break;
            }
            row--;
        }
        return row;
    }

    /** Returns the line that was last gone to, or else the top one. */
    long currentLine() {
        if (current >= 0) {
            return current;
        }
        if (drawnLines.isEmpty()) {
            return 0;
        }
        return drawnLines.getFirst().number();
    }

    /** Returns how many rows fit on the canvas. */
    int pageRows() {
        return Math.max(1, (int) (canvas.getHeight() / painter.rowHeight()));
    }

    /** Scrolls by lines, down or up. At the end it is followed. */
    void scrollLines(long lines) {
        long start = drawnLines.isEmpty() ? rows.count() : rows.rowOfLine(drawnLines.getFirst().number());
        scrollTo(start + lines);
    }

    private void scrollTo(long row) {
        long maximum = Math.max(0, rows.count() - 1);
        long wanted = Math.clamp(row, 0, maximum);
        boolean end = !drawnLines.isEmpty() && rows.count() > 0 && wanted >= rows.count() - drawnLines.size();
        following.set(end);
        if (!end && rows.count() > 0) {
            top = rows.lineNumberAt(wanted);
        }
        requestPaint();
    }

    void scrollToStart() {
        following.set(false);
        top = rows.count() == 0 ? 0 : rows.lineNumberAt(0);
        requestPaint();
    }

    void scrollAcross(double letters) {
        across.setValue(Math.clamp(across.getValue() + letters, 0, across.getMax()));
    }

    /** Returns the number of the line drawn at a height. */
    OptionalLong lineAt(double y) {
        return drawnLines.stream().filter(line -> y >= line.from() && y < line.to()).mapToLong(DrawnLine::number)
                .findFirst();
    }

    LogSelection selection() {
        return selection;
    }

    void select(LogSelection now) {
        selection = now;
        requestPaint();
    }

    void selectAll() {
        select(rows.count() == 0 ? LogSelection.NONE
                : new LogSelection(rows.lineNumberAt(0), rows.lineNumberAt(rows.count() - 1)));
    }

    /** Returns the selected lines, or the visible ones where none is selected, as text. */
    String selectedText() {
        var numbers = selection.isEmpty() ? drawnLines.stream().mapToLong(DrawnLine::number)
                : LongStream.range(rows.rowOfLine(selection.firstLine()), rows.rowOfLine(selection.lastLine() + 1))
                        .map(rows::lineNumberAt);
        return numbers.boxed().flatMap(number -> findLine(number).stream()).map(line -> lineText(line, appearance))
                .collect(Collectors.joining("\n"));
    }

    /** Returns a line as it is copied or saved. */
    static String lineText(LogLine line, LogLineAppearance appearance) {
        var name = appearance.containers().size() > 1 && line.origin() < appearance.containers().size()
                ? "[" + appearance.containers().get(line.origin()) + "] "
                : "";
        var moment = appearance.timestamps() ? line.timestamp().map(time -> time + " ").orElse("") : "";
        return name + moment + (line.note() ? "--- " : "") + line.plainText();
    }

    private Optional<LogLine> findLine(long number) {
        return buffer.lines(number, number + 1).stream().findFirst();
    }

    private void setTextScale(double factor) {
        painter.setTextScale(factor);
        requestPaint();
    }

    /** Returns the height of a row. */
    double rowHeight() {
        return painter.rowHeight();
    }

    void requestPaint() {
        setNeedsLayout(true);
    }

    @Override
    protected void layoutChildren() {
        double width = Math.max(0, getWidth() - BAR);
        double height = Math.max(0, getHeight() - (appearance.wrap() ? 0 : BAR));
        canvas.setWidth(width);
        canvas.setHeight(height);
        down.resizeRelocate(width, 0, BAR, height);
        across.resizeRelocate(0, height, width, BAR);
        paint();
    }

    private void paint() {
        drawnLines.clear();
        painter.setAppearance(appearance, canvas.getWidth());
        painter.clearTo(canvas.getHeight());
        var lines = following.get() ? linesFromEnd() : linesFromTop();
        int left = appearance.wrap() ? 0 : (int) across.getValue();
        double y = following.get() ? Math.min(0, canvas.getHeight() - heightOf(lines)) : 0;
        for (var line : lines) {
            long number = line.line().number();
            double to = y + painter.rowsOf(line) * painter.rowHeight();
            painter.drawLine(line, y, left, state(number));
            drawnLines.add(new DrawnLine(number, y, to, line.text().length()));
            y = to;
        }
        placeBars();
    }

    private RowHighlight state(long number) {
        if (selection.contains(number)) {
            return RowHighlight.SELECTED;
        }
        if (number == current) {
            return RowHighlight.CURRENT;
        }
        return RowHighlight.USUAL;
    }

    private double heightOf(List<RenderedLogLine> lines) {
        return lines.stream().mapToInt(painter::rowsOf).sum() * painter.rowHeight();
    }

    private List<RenderedLogLine> linesFromEnd() {
        var lines = new ArrayList<RenderedLogLine>();
        double room = canvas.getHeight();
        for (long row = rows.count() - 1; row >= 0 && room > 0; row--) {
            var line = shownLine(row);
            if (line.isPresent()) {
                lines.add(line.get());
                room -= painter.rowsOf(line.get()) * painter.rowHeight();
            }
        }
        return lines.reversed();
    }

    private List<RenderedLogLine> linesFromTop() {
        var lines = new ArrayList<RenderedLogLine>();
        double room = canvas.getHeight();
        for (long row = rows.rowOfLine(top); row < rows.count() && room > 0; row++) {
            var line = shownLine(row);
            if (line.isPresent()) {
                lines.add(line.get());
                room -= painter.rowsOf(line.get()) * painter.rowHeight();
            }
        }
        return room > 0 && lines.size() < rows.count() ? linesFromEnd() : lines;
    }

    private Optional<RenderedLogLine> shownLine(long row) {
        return findLine(rows.lineNumberAt(row)).map(line -> RenderedLogLine.of(line, appearance.pattern()));
    }

    private void placeBars() {
        adjusting = true;
        double maximum = (double) Math.max(0, rows.count() - drawnLines.size());
        down.setMax(maximum);
        down.setVisibleAmount(rows.count() == 0 ? 1 : maximum * drawnLines.size() / (double) rows.count());
        down.setBlockIncrement(pageRows());
        down.setValue(
                drawnLines.isEmpty() ? 0 : Math.min(maximum, (double) rows.rowOfLine(drawnLines.getFirst().number())));
        int longest = drawnLines.stream().mapToInt(DrawnLine::characters).max().orElse(0);
        int columns = painter.columnCount();
        across.setMax(Math.max(across.getValue(), Math.max(0, longest - columns)));
        across.setVisibleAmount(across.getMax() * columns / Math.max(columns, longest));
        across.setBlockIncrement(columns / 2.0);
        across.setVisible(!appearance.wrap() && across.getMax() > 0);
        down.setVisible(maximum > 0);
        adjusting = false;
    }

    LogCssColors palette() {
        return palette;
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return LogCssColors.metaData();
    }
}
