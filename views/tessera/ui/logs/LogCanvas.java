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
import javafx.geometry.Orientation;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import tessera.logs.LogBuffer;
import tessera.logs.LogLine;
import tessera.text.MessageCatalog;
import tessera.ui.kit.FontSizeProbe;
import tessera.ui.kit.PaintedRegion;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.logs.LogPainter.RowHighlight;

/** Canvas of a log of any length that draws only the visible lines. FX thread. */
final class LogCanvas extends PaintedRegion<LogViewCssColor> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LogCanvas.class);
    private static final double BAR = 12;

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
        super(LogViewCssColor.PALETTE);
        painter = new LogPainter(canvas.getGraphicsContext2D(), palette(), appearance);
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
        across.valueProperty().addListener((value, before, now) -> repaint());
        following.addListener((value, before, now) -> repaint());
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
        setAccessibleText(MESSAGES.text("log.accessible", now.count()));
        repaint();
    }

    void setAppearance(LogLineAppearance now) {
        appearance = now;
        repaint();
    }

    /** Scrolls a line to the middle and highlights it. */
    void goToLine(long number) {
        current = number;
        following.set(false);
        top = rows.count() == 0 ? 0 : rows.lineNumberAt(topRowFor(rows.rowOfLine(number)));
        repaint();
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
        repaint();
    }

    void scrollToStart() {
        following.set(false);
        top = rows.count() == 0 ? 0 : rows.lineNumberAt(0);
        repaint();
    }

    void scrollAcross(double letters) {
        across.setValue(Math.clamp(across.getValue() + letters, 0, across.getMax()));
    }

    /** Returns the number of the line drawn at a height. */
    OptionalLong lineAt(double y) {
        return drawnLines.stream().filter(line -> y >= line.from() && y < line.to()).mapToLong(DrawnLine::number)
                .findFirst();
    }

    private LogSelection selection() {
        return selection;
    }

    private void select(LogSelection now) {
        selection = now;
        repaint();
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
        repaint();
    }

    /** Returns the height of a row. */
    double rowHeight() {
        return painter.rowHeight();
    }

    @Override
    protected void repaint() {
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
        double y = 0;
        if (following.get()) {
            y = Math.min(0, canvas.getHeight() - heightOf(lines));
        }
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

    /** Pointer and key handling of the log canvas. FX thread. */
    private static final class LogCanvasInputHandler {

        private static final int LETTERS = 8;

        private final LogCanvas canvas;
        private double pending;

        LogCanvasInputHandler(LogCanvas canvas) {
            this.canvas = canvas;
        }

        void attach() {
            canvas.addEventHandler(ScrollEvent.SCROLL, this::onScroll);
            canvas.addEventHandler(MouseEvent.MOUSE_PRESSED, this::onPress);
            canvas.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::extendSelection);
            canvas.addEventHandler(KeyEvent.KEY_PRESSED, this::onKey);
        }

        private void extendSelection(MouseEvent event) {
            if (event.isPrimaryButtonDown()) {
                canvas.lineAt(event.getY()).ifPresent(number -> canvas.select(canvas.selection().extendTo(number)));
            }
        }

        private void onScroll(ScrollEvent event) {
            if (event.getDeltaX() != 0 && Math.abs(event.getDeltaX()) > Math.abs(event.getDeltaY())) {
                canvas.scrollAcross(-event.getDeltaX() / LETTERS);
            } else {
                pending -= event.getDeltaY() / canvas.rowHeight();
                long lines = (long) pending;
                pending -= lines;
                if (lines != 0) {
                    canvas.scrollLines(lines);
                }
            }
            event.consume();
        }

        private void onPress(MouseEvent event) {
            if (event.getButton() != MouseButton.PRIMARY) {
                return;
            }
            canvas.requestFocus();
            var number = canvas.lineAt(event.getY());
            if (number.isEmpty()) {
                canvas.select(LogSelection.NONE);
            } else if (event.isShiftDown()) {
                canvas.select(canvas.selection().extendTo(number.getAsLong()));
            } else {
                canvas.select(LogSelection.NONE.extendTo(number.getAsLong()));
            }
        }

        private void onKey(KeyEvent event) {
            boolean shortcut = event.isShortcutDown();
            if (shortcut && event.getCode() == KeyCode.C) {
                TextLabelFactory.copy(canvas.selectedText());
            } else if (shortcut && event.getCode() == KeyCode.A) {
                canvas.selectAll();
            } else if (!shortcut && isMoveKey(event.getCode())) {
                moveBy(event.getCode());
            } else {
                return;
            }
            event.consume();
        }

        private static boolean isMoveKey(KeyCode code) {
            return switch (code) {
                case UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END, LEFT, RIGHT -> true;
                default -> false;
            };
        }

        private void moveBy(KeyCode code) {
            switch (code) {
                case UP -> canvas.scrollLines(-1);
                case DOWN -> canvas.scrollLines(1);
                case PAGE_UP -> canvas.scrollLines(1L - canvas.pageRows());
                case PAGE_DOWN -> canvas.scrollLines(canvas.pageRows() - 1L);
                case HOME -> canvas.scrollToStart();
                case END -> canvas.followingProperty().set(true);
                case LEFT -> canvas.scrollAcross(-LETTERS);
                case RIGHT -> canvas.scrollAcross(LETTERS);
                default -> {
                    // no other key moves
                }
            }
        }
    }

    /**
     * Selected lines, from anchor to caret.
     *
     * @param anchor number of the line; −1 for none
     * @param caret  likewise
     */
    private record LogSelection(long anchor, long caret) {

        static final LogSelection NONE = new LogSelection(-1, -1);

        boolean isEmpty() {
            return anchor < 0;
        }

        long firstLine() {
            return Math.min(anchor, caret);
        }

        long lastLine() {
            return Math.max(anchor, caret);
        }

        boolean contains(long number) {
            return !isEmpty() && number >= firstLine() && number <= lastLine();
        }

        LogSelection extendTo(long number) {
            return new LogSelection(isEmpty() ? number : anchor, number);
        }
    }
}
