package tessera.ui.metrics;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelBuffer;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;

/**
 * Rasterizer for many lines with rising x, much faster than canvas strokes: for each pixel column a line covers the range of its heights there. Bars lie below all lines. FX thread.
 */
final class ChartLineRasterizer {

    private static final int OPAQUE = 255;
    private static final int FULL = 256;
    /** Red and blue, two at a time. */
    private static final int EVEN = 0x00ff00ff;
    /** Opacity and green. */
    private static final int ODD = 0xff00ff00;
    /** So many columns are drawn of all lines before the next: their pixels stay in the processor's cache. */
    private static final int BLOCK = 16;

    private final int width;
    private final int height;
    private final double scale;
    private final int[] pixels;
    private final WritableImage image;
    private final PixelBuffer<IntBuffer> buffer;
    private final List<LinePixelColumns> traces = new ArrayList<>();
    private float[] minima = {};
    private float[] greatest = {};
    private int used;

    /**
     * An empty picture.
     *
     * @param scale pixels for each unit of the canvas
     */
    ChartLineRasterizer(double width, double height, double scale) {
        this.width = Math.max(1, (int) Math.ceil(width * scale));
        this.height = Math.max(1, (int) Math.ceil(height * scale));
        this.scale = scale;
        pixels = new int[this.width * this.height];
        buffer = new PixelBuffer<>(this.width, this.height, IntBuffer.wrap(pixels),
                PixelFormat.getIntArgbPreInstance());
        image = new WritableImage(buffer);
    }

    /** Returns whether the raster has the size of an area on the canvas. */
    boolean fits(double wide, double high, double scaled) {
        return width == Math.max(1, (int) Math.ceil(wide * scaled)) && scale == scaled
                && height == Math.max(1, (int) Math.ceil(high * scaled));
    }

    void clear() {
        Arrays.fill(pixels, 0);
        traces.clear();
        used = 0;
    }

    /** Draws a line through points of rising x, in canvas units, over the picture. */
    void drawLine(double[] xs, double[] ys, int count, LineStroke lineStroke) {
        if (count < 2) {
            return;
        }
        int first = Math.max(0, (int) Math.floor(xs[0] * scale));
        int last = Math.min(width - 1, (int) Math.floor(xs[count - 1] * scale));
        if (last < first) {
            return;
        }
        var linePixelColumns = new LinePixelColumns(first, last, used - first, lineStroke.width() * scale / 2,
                TranslucentPixelColor.of(lineStroke.colour()));
        reserveColumns(last - first + 1);
        for (int i = 1; i < count; i++) {
            addSegment(xs[i - 1] * scale, ys[i - 1] * scale, xs[i] * scale, ys[i] * scale, linePixelColumns);
        }
        traces.add(linePixelColumns);
    }

    /** Fills a horizontal bar around a level, in canvas units. */
    void drawBar(double from, double to, double level, LineStroke lineStroke) {
        double half = lineStroke.width() * scale / 2;
        var translucentPixelColor = TranslucentPixelColor.of(lineStroke.colour());
        for (int column = (int) Math.max(0, Math.floor(from * scale)); column < Math.min(width, to * scale); column++) {
            double covered = Math.min(to * scale, column + 1) - Math.max(from * scale, column);
            fillColumn(column, level * scale - half, level * scale + half, translucentPixelColor.weakened(covered));
        }
    }

    private void reserveColumns(int columns) {
        if (used + columns > minima.length) {
            minima = Arrays.copyOf(minima, (used + columns) * 2);
            greatest = Arrays.copyOf(greatest, (used + columns) * 2);
        }
        Arrays.fill(minima, used, used + columns, Float.POSITIVE_INFINITY);
        Arrays.fill(greatest, used, used + columns, Float.NEGATIVE_INFINITY);
        used += columns;
    }

    /** The stroke of a line; the colour's own opacity counts. */
    record LineStroke(Color colour, double width) {}

    /** @param strength 0 to 256 */
    private record TranslucentPixelColor(int rgb, int strength) {

        static TranslucentPixelColor of(Color colour) {
            int rgb = (int) Math.round(colour.getRed() * OPAQUE) << 16
                    | (int) Math.round(colour.getGreen() * OPAQUE) << 8 | (int) Math.round(colour.getBlue() * OPAQUE);
            return new TranslucentPixelColor(rgb, (int) Math.round(colour.getOpacity() * FULL));
        }

        /** Returns opacity and green, in place of red and blue. */
        int highChannels() {
            return ((rgb >>> 8) & OPAQUE) | (OPAQUE << 16);
        }

        TranslucentPixelColor weakened(double share) {
            return new TranslucentPixelColor(rgb, (int) (strength * share));
        }
    }

    /**
     * The pixel columns that a line covers.
     *
     * @param first its first column
     * @param last  its last
     * @param offset    where its heights are, less the first column
     * @param halfWidth  of its own width
     */
    private record LinePixelColumns(int first, int last, int offset, double halfWidth, TranslucentPixelColor paint) {}

    private void addSegment(double fromX, double fromY, double toX, double toY, LinePixelColumns linePixelColumns) {
        double slope = toX - fromX < 1e-6 ? 0 : (toY - fromY) / (toX - fromX);
        int last = Math.min(linePixelColumns.last(), (int) Math.floor(toX));
        for (int column = Math.max(linePixelColumns.first(), (int) Math.floor(fromX)); column <= last; column++) {
            float one = (float) (fromY + Math.max(0, column - fromX) * slope);
            float other = (float) (column + 1 >= toX ? toY : fromY + (column + 1 - fromX) * slope);
            int at = linePixelColumns.offset() + column;
            minima[at] = Math.min(minima[at], Math.min(one, other));
            greatest[at] = Math.max(greatest[at], Math.max(one, other));
        }
    }

    private void fillTraces() {
        for (int block = 0; block < width; block += BLOCK) {
            for (var linePixelColumns : traces) {
                int last = Math.min(linePixelColumns.last(), block + BLOCK - 1);
                for (int column = Math.max(linePixelColumns.first(), block); column <= last; column++) {
                    int at = linePixelColumns.offset() + column;
                    if (minima[at] <= greatest[at]) {
                        fillColumn(column, minima[at] - linePixelColumns.halfWidth(),
                                greatest[at] + linePixelColumns.halfWidth(), linePixelColumns.paint());
                    }
                }
            }
        }
        traces.clear();
        used = 0;
    }

    /** Fills a pixel column; pixels at both ends are covered as far as the line reaches into them. */
    private void fillColumn(int column, double top, double bottom, TranslucentPixelColor translucentPixelColor) {
        int first = Math.max(0, (int) Math.floor(top));
        int last = Math.min(height - 1, (int) Math.floor(bottom));
        if (first > last) {
            return;
        }
        blendEdge(first * width + column, Math.min(bottom, first + 1) - Math.max(top, first), translucentPixelColor);
        if (first == last) {
            return;
        }
        int rest = FULL - translucentPixelColor.strength();
        int lower = scaleEven(translucentPixelColor.rgb(), translucentPixelColor.strength());
        int upper = scaleOdd(translucentPixelColor.highChannels(), translucentPixelColor.strength());
        int end = last * width + column;
        for (int at = (first + 1) * width + column; at < end; at += width) {
            int below = pixels[at];
            pixels[at] = (scaleOdd((below >>> 8) & EVEN, rest) + upper) | (scaleEven(below, rest) + lower);
        }
        blendEdge(end, Math.min(bottom, last + 1) - last, translucentPixelColor);
    }

    private void blendEdge(int at, double covered, TranslucentPixelColor translucentPixelColor) {
        int alpha = (int) (covered * translucentPixelColor.strength());
        int below = pixels[at];
        int upper = scaleOdd((below >>> 8) & EVEN, FULL - alpha)
                + scaleOdd(translucentPixelColor.highChannels(), alpha);
        pixels[at] = upper | (scaleEven(below, FULL - alpha) + scaleEven(translucentPixelColor.rgb(), alpha));
    }

    /** Scales red and blue. */
    private static int scaleEven(int colour, int share) {
        return (((colour & EVEN) * share) >>> 8) & EVEN;
    }

    /** Scales opacity and green, given in place of red and blue. */
    private static int scaleOdd(int colour, int share) {
        return (colour * share) & ODD;
    }

    /** Draws the picture on a canvas. */
    void paint(GraphicsContext gc, double x, double y) {
        fillTraces();
        buffer.updateBuffer(ready -> null);
        // A pixel is a pixel: nothing lies between two that would have to be reckoned.
        gc.setImageSmoothing(false);
        gc.drawImage(image, x, y, width / scale, height / scale);
    }
}
