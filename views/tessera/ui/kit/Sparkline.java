package tessera.ui.kit;

import java.util.List;
import javafx.css.CssMetaData;
import javafx.css.SimpleStyleableObjectProperty;
import javafx.css.Styleable;
import javafx.css.StyleablePropertyFactory;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;

/**
 * A trend line of the last hour, as small as a word. A gap stays a gap; where nothing was measured of late the line is dimmed
 * and the time since is hatched. Painting it takes no memory. FX thread.
 */
public final class Sparkline extends Region {

    private static final StyleablePropertyFactory<Sparkline> STYLES = new StyleablePropertyFactory<>(
            getClassCssMetaData());
    private static final CssMetaData<Sparkline, Color> LINE = STYLES.createColorCssMetaData("-spark-line",
            spark -> spark.color, Color.GRAY, false);
    private static final CssMetaData<Sparkline, Color> STALE = STYLES.createColorCssMetaData("-spark-stale",
            spark -> spark.stale, Color.GRAY, false);
    private static final CssMetaData<Sparkline, Color> BASE = STYLES.createColorCssMetaData("-spark-base",
            spark -> spark.base, Color.GRAY, false);
    private static final double THICK = 1.25;
    private static final double DOT = 1.75;
    private static final double BELOW = 0.18;
    private static final double HATCH = 5;

    private final SparklineColorProperty color = new SparklineColorProperty(LINE, "line");
    private final SparklineColorProperty stale = new SparklineColorProperty(STALE, "stale");
    private final SparklineColorProperty base = new SparklineColorProperty(BASE, "base");
    private final Canvas canvas = new Canvas();
    private @Nullable DeviceHourTrend trend;

    /** A colour that the style sheets set. */
    private final class SparklineColorProperty extends SimpleStyleableObjectProperty<Color> {

        SparklineColorProperty(CssMetaData<Sparkline, Color> meta, String name) {
            super(meta, Sparkline.this, name, Color.GRAY);
        }

        @Override
        protected void invalidated() {
            paint();
        }
    }

    /**
     * A line of nothing yet.
     *
     * @param style which colours it takes, by its class in the style sheets
     */
    public Sparkline(String style, double width, double height) {
        getStyleClass().addAll("sparkline", style);
        setMinSize(width, height);
        setPrefSize(width, height);
        setMaxSize(width, height);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        canvas.setWidth(width);
        canvas.setHeight(height);
        getChildren().add(canvas);
    }

    /**
     * Draws a trend.
     *
     * @param text the same for those who cannot see it
     */
    public void show(DeviceHourTrend latestTrend, String text) {
        trend = latestTrend;
        setAccessibleText(text);
        paint();
    }

    private void paint() {
        var gc = canvas.getGraphicsContext2D();
        gc.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        gc.setLineWidth(1);
        gc.setStroke(base.get());
        gc.strokeLine(0, canvas.getHeight() - 0.5, canvas.getWidth(), canvas.getHeight() - 0.5);
        var displayedTrend = trend;
        int newest = displayedTrend == null ? -1 : displayedTrend.newestIndex();
        if (displayedTrend == null || newest < 0) {
            return;
        }
        boolean old = displayedTrend.isStale();
        var ink = old ? stale.get() : color.get();
        gc.setFill(ink);
        gc.setGlobalAlpha(BELOW);
        traceLine(gc, displayedTrend, newest, true);
        gc.setGlobalAlpha(1);
        gc.setStroke(ink);
        gc.setLineWidth(THICK);
        traceLine(gc, displayedTrend, newest, false);
        if (old) {
            hatchFrom(gc, xOf(displayedTrend, newest));
        } else {
            gc.fillOval(Math.min(xOf(displayedTrend, newest), canvas.getWidth() - DOT) - DOT,
                    yOf(displayedTrend, newest) - DOT, 2 * DOT, 2 * DOT);
        }
    }

    private double xOf(DeviceHourTrend displayedTrend, int position) {
        return (position + 0.5) * canvas.getWidth() / displayedTrend.series().size();
    }

    /** Returns the height of a number, with a margin so that line and dot are not clipped. */
    private double yOf(DeviceHourTrend displayedTrend, int position) {
        return canvas.getHeight() - 1
                - displayedTrend.share(displayedTrend.series().valueAt(position)) * (canvas.getHeight() - 1 - 2 * DOT);
    }

    /** @param filled whether down to the base, instead of the line alone */
    private void traceLine(GraphicsContext gc, DeviceHourTrend displayedTrend, int newest, boolean filled) {
        int before = -1;
        gc.beginPath();
        for (int position = 0; position <= newest; position++) {
            if (Float.isNaN(displayedTrend.series().valueAt(position))) {
                continue;
            }
            if (before < 0 || position - before > displayedTrend.longestGapSteps()) {
                if (filled) {
                    drawEnd(gc, displayedTrend, before);
                    gc.moveTo(xOf(displayedTrend, position), canvas.getHeight());
                } else {
                    // A short stroke, so that a number that stands alone is seen.
                    gc.moveTo(xOf(displayedTrend, position) - 0.5, yOf(displayedTrend, position));
                }
            }
            gc.lineTo(xOf(displayedTrend, position), yOf(displayedTrend, position));
            before = position;
        }
        if (filled) {
            drawEnd(gc, displayedTrend, before);
            gc.fill();
        } else {
            gc.stroke();
        }
    }

    private void drawEnd(GraphicsContext gc, DeviceHourTrend displayedTrend, int position) {
        if (position >= 0) {
            gc.lineTo(xOf(displayedTrend, position), canvas.getHeight());
            gc.closePath();
        }
    }

    private void hatchFrom(GraphicsContext gc, double from) {
        double height = canvas.getHeight() - 2;
        gc.setStroke(base.get());
        for (double x = Math.floor((from - height) / HATCH) * HATCH; x < canvas.getWidth(); x += HATCH) {
            // Cut by hand: a clip would be drawn as a picture of its own.
            double begin = Math.max(x, from + 2);
            double end = Math.min(x + height, canvas.getWidth());
            if (begin < end) {
                gc.strokeLine(begin, height - (begin - x) + 1, end, height - (end - x) + 1);
            }
        }
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        return STYLES.getCssMetaData();
    }
}
