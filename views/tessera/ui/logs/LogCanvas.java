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
import tessera.ui.kit.FontProbe;
import tessera.ui.logs.LogPainter.RowHighlight;

/** A log of any length, of which what is in sight is drawn and nothing else is made. FX thread. */
final class LogCanvas extends Region {

    private static final double BAR = 12;

    private final LogInks inks = new LogInks(this, this::requestPaint);
    private final Canvas canvas = new Canvas();
    private final ScrollBar down = new ScrollBar();
    private final ScrollBar across = new ScrollBar();
    private final BooleanProperty following = new SimpleBooleanProperty(true);
    private final List<DrawnLine> drawn = new ArrayList<>();
    private final LogPainter painter;
    private LogLooks looks = new LogLooks(false, false, List.of(), Optional.empty(), ZoneOffset.UTC);
    private LogBuffer buffer = new LogBuffer(0);
    private LogRows rows = new LogRows.Every(0, 0);
    private LogSelection selection = LogSelection.NONE;
    /** The number of the line at the top, while it is not followed. */
    private long top;
    private long current = -1;
    private boolean adjusting;

    /** A line where it is drawn. */
    private record DrawnLine(long number, double from, double to, int letters) {}

    LogCanvas() {
        painter = new LogPainter(canvas.getGraphicsContext2D(), inks, looks);
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
        getChildren().addAll(canvas, new FontProbe(this::write), down, across);
        new LogHand(this).attach();
    }

    /** Whether the newest lines stay in sight as they come. */
    BooleanProperty followingProperty() {
        return following;
    }

    /** Shows these lines; where it is another log, from its end. */
    void show(LogBuffer of, LogRows now) {
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

    void dress(LogLooks now) {
        looks = now;
        requestPaint();
    }

    /** Puts a line into the middle and sets it off. */
    void goTo(long number) {
        current = number;
        following.set(false);
        top = rows.count() == 0 ? 0 : rows.number(above(rows.row(number)));
        requestPaint();
    }

    /** The row at the top where another is in the middle: lines that are wrapped take more than one each. */
    private long above(long middle) {
        int room = page() / 2;
        long row = middle;
        while (row > 0) {
            room -= shown(row - 1).map(painter::rows).orElse(0);
            if (room < 0) {
                break;
            }
            row--;
        }
        return row;
    }

    /** The line that was last gone to, else the one at the top. */
    long current() {
        return current >= 0 ? current : drawn.isEmpty() ? 0 : drawn.getFirst().number();
    }

    /** How many rows fit below each other. */
    int page() {
        return Math.max(1, (int) (canvas.getHeight() / painter.row()));
    }

    /** Goes so many lines down, or up. At the end it is followed. */
    void scroll(long lines) {
        long start = drawn.isEmpty() ? rows.count() : rows.row(drawn.getFirst().number());
        scrollTo(start + lines);
    }

    private void scrollTo(long row) {
        long most = Math.max(0, rows.count() - 1);
        long wanted = Math.clamp(row, 0, most);
        boolean end = !drawn.isEmpty() && rows.count() > 0 && wanted >= rows.count() - drawn.size();
        following.set(end);
        if (!end && rows.count() > 0) {
            top = rows.number(wanted);
        }
        requestPaint();
    }

    void scrollToStart() {
        following.set(false);
        top = rows.count() == 0 ? 0 : rows.number(0);
        requestPaint();
    }

    void scrollAcross(double letters) {
        across.setValue(Math.clamp(across.getValue() + letters, 0, across.getMax()));
    }

    /** The number of the line that is drawn at a height. */
    OptionalLong at(double y) {
        return drawn.stream().filter(line -> y >= line.from() && y < line.to()).mapToLong(DrawnLine::number)
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
                : new LogSelection(rows.number(0), rows.number(rows.count() - 1)));
    }

    /** The lines that are selected, or those in sight where none is; as text. */
    String text() {
        var numbers = selection.isEmpty() ? drawn.stream().mapToLong(DrawnLine::number)
                : LongStream.range(rows.row(selection.first()), rows.row(selection.last() + 1)).map(rows::number);
        return numbers.boxed().flatMap(number -> line(number).stream()).map(line -> written(line, looks))
                .collect(Collectors.joining("\n"));
    }

    /** A line as it leaves the window. */
    static String written(LogLine line, LogLooks looks) {
        var name = looks.containers().size() > 1 && line.origin() < looks.containers().size()
                ? "[" + looks.containers().get(line.origin()) + "] "
                : "";
        var moment = looks.timestamps() ? line.time().map(time -> time + " ").orElse("") : "";
        return name + moment + (line.note() ? "--- " : "") + line.plain();
    }

    private Optional<LogLine> line(long number) {
        return buffer.lines(number, number + 1).stream().findFirst();
    }

    private void write(double factor) {
        painter.write(factor);
        requestPaint();
    }

    /** How high a row is. */
    double row() {
        return painter.row();
    }

    void requestPaint() {
        setNeedsLayout(true);
    }

    @Override
    protected void layoutChildren() {
        double width = Math.max(0, getWidth() - BAR);
        double height = Math.max(0, getHeight() - (looks.wrap() ? 0 : BAR));
        canvas.setWidth(width);
        canvas.setHeight(height);
        down.resizeRelocate(width, 0, BAR, height);
        across.resizeRelocate(0, height, width, BAR);
        paint();
    }

    private void paint() {
        drawn.clear();
        painter.dress(looks, canvas.getWidth());
        painter.clear(canvas.getHeight());
        var lines = following.get() ? fromTheEnd() : fromTheTop();
        int left = looks.wrap() ? 0 : (int) across.getValue();
        double y = following.get() ? Math.min(0, canvas.getHeight() - height(lines)) : 0;
        for (var line : lines) {
            long number = line.line().number();
            double to = y + painter.rows(line) * painter.row();
            painter.line(line, y, left, selection.contains(number) ? RowHighlight.SELECTED
                    : number == current ? RowHighlight.CURRENT : RowHighlight.USUAL);
            drawn.add(new DrawnLine(number, y, to, line.text().length()));
            y = to;
        }
        placeBars();
    }

    private double height(List<ShownLine> lines) {
        return lines.stream().mapToInt(painter::rows).sum() * painter.row();
    }

    private List<ShownLine> fromTheEnd() {
        var lines = new ArrayList<ShownLine>();
        double room = canvas.getHeight();
        for (long row = rows.count() - 1; row >= 0 && room > 0; row--) {
            var line = shown(row);
            if (line.isPresent()) {
                lines.add(line.get());
                room -= painter.rows(line.get()) * painter.row();
            }
        }
        return lines.reversed();
    }

    private List<ShownLine> fromTheTop() {
        var lines = new ArrayList<ShownLine>();
        double room = canvas.getHeight();
        for (long row = rows.row(top); row < rows.count() && room > 0; row++) {
            var line = shown(row);
            if (line.isPresent()) {
                lines.add(line.get());
                room -= painter.rows(line.get()) * painter.row();
            }
        }
        return room > 0 && lines.size() < rows.count() ? fromTheEnd() : lines;
    }

    private Optional<ShownLine> shown(long row) {
        return line(rows.number(row)).map(line -> ShownLine.of(line, looks.sought()));
    }

    private void placeBars() {
        adjusting = true;
        double most = (double) Math.max(0, rows.count() - drawn.size());
        down.setMax(most);
        down.setVisibleAmount(rows.count() == 0 ? 1 : most * drawn.size() / (double) rows.count());
        down.setBlockIncrement(page());
        down.setValue(drawn.isEmpty() ? 0 : Math.min(most, (double) rows.row(drawn.getFirst().number())));
        int longest = drawn.stream().mapToInt(DrawnLine::letters).max().orElse(0);
        int columns = painter.columns();
        across.setMax(Math.max(across.getValue(), Math.max(0, longest - columns)));
        across.setVisibleAmount(across.getMax() * columns / Math.max(columns, longest));
        across.setBlockIncrement(columns / 2.0);
        across.setVisible(!looks.wrap() && across.getMax() > 0);
        down.setVisible(most > 0);
        adjusting = false;
    }

    LogInks inks() {
        return inks;
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return LogInks.metaData();
    }
}
