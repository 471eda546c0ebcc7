package tessera.ui.metrics;

import java.nio.IntBuffer;
import java.util.Arrays;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelBuffer;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.paint.Color;

/**
 * Draws many lines that never turn back in time, many times faster than a canvas strokes them: of every column of pixels
 * a line covers what lies between its least and its greatest height there. FX thread.
 */
final class LineRaster {

    private static final int OPAQUE = 255;
    private static final int FULL = 256;
    /** Red and blue, two at a time. */
    private static final int EVEN = 0x00ff00ff;
    /** Opacity and green. */
    private static final int ODD = 0xff00ff00;

    private final int width;
    private final int height;
    private final double scale;
    private final int[] pixels;
    private final WritableImage image;
    private final PixelBuffer<IntBuffer> buffer;
    private final float[] least;
    private final float[] greatest;

    /**
     * An empty picture.
     *
     * @param scale pixels for each unit of the canvas
     */
    LineRaster(double width, double height, double scale) {
        this.width = Math.max(1, (int) Math.ceil(width * scale));
        this.height = Math.max(1, (int) Math.ceil(height * scale));
        this.scale = scale;
        pixels = new int[this.width * this.height];
        buffer = new PixelBuffer<>(this.width, this.height, IntBuffer.wrap(pixels),
                PixelFormat.getIntArgbPreInstance());
        image = new WritableImage(buffer);
        least = new float[this.width];
        greatest = new float[this.width];
    }

    /** Whether it fits a place on the canvas. */
    boolean fits(double wide, double high, double scaled) {
        return width == Math.max(1, (int) Math.ceil(wide * scaled)) && scale == scaled
                && height == Math.max(1, (int) Math.ceil(high * scaled));
    }

    void clear() {
        Arrays.fill(pixels, 0);
    }

    /** Draws a line through points of rising x, in units of the canvas, over what is there. */
    void line(double[] xs, double[] ys, int count, Stroke stroke) {
        if (count < 2) {
            return;
        }
        Arrays.fill(least, Float.POSITIVE_INFINITY);
        Arrays.fill(greatest, Float.NEGATIVE_INFINITY);
        for (int i = 1; i < count; i++) {
            segment(xs[i - 1] * scale, ys[i - 1] * scale, xs[i] * scale, ys[i] * scale);
        }
        double half = stroke.width() * scale / 2;
        var paint = new Paint(stroke.rgb(), (int) Math.round(stroke.colour().getOpacity() * FULL));
        int first = Math.max(0, (int) Math.floor(xs[0] * scale));
        int last = Math.min(width - 1, (int) Math.floor(xs[count - 1] * scale));
        for (int column = first; column <= last; column++) {
            if (least[column] <= greatest[column]) {
                column(column, least[column] - half, greatest[column] + half, paint);
            }
        }
    }

    /** How a line is drawn; the colour's own opacity counts. */
    record Stroke(Color colour, double width) {

        private int rgb() {
            return (int) Math.round(colour.getRed() * OPAQUE) << 16
                    | (int) Math.round(colour.getGreen() * OPAQUE) << 8
                    | (int) Math.round(colour.getBlue() * OPAQUE);
        }
    }

    /** @param strength 0 to 256 */
    private record Paint(int rgb, int strength) {}

    private void segment(double fromX, double fromY, double toX, double toY) {
        double slope = toX - fromX < 1e-6 ? 0 : (toY - fromY) / (toX - fromX);
        int first = Math.max(0, (int) Math.floor(fromX));
        int last = Math.min(width - 1, (int) Math.floor(toX));
        for (int column = first; column <= last; column++) {
            double one = column <= fromX ? fromY : fromY + (column - fromX) * slope;
            double other = column + 1 >= toX ? toY : fromY + (column + 1 - fromX) * slope;
            least[column] = (float) Math.min(least[column], Math.min(one, other));
            greatest[column] = (float) Math.max(greatest[column], Math.max(one, other));
        }
    }

    /** Pixels at both ends are covered as far as the line reaches into them. */
    private void column(int column, double top, double bottom, Paint paint) {
        int first = Math.max(0, (int) Math.floor(top));
        int last = Math.min(height - 1, (int) Math.floor(bottom));
        int at = first * width + column;
        for (int row = first; row <= last; row++) {
            boolean end = row < top || row + 1 > bottom;
            int alpha = end
                    ? (int) ((Math.min(bottom, row + 1) - Math.max(top, row)) * paint.strength())
                    : paint.strength();
            pixels[at] = blend(pixels[at], alpha, paint.rgb());
            at += width;
        }
    }

    /** @param alpha 0 to 256 */
    private static int blend(int below, int alpha, int colour) {
        int rest = FULL - alpha;
        int lower = (((below & EVEN) * rest) >>> 8) & EVEN;
        int lowerOver = (((colour & EVEN) * alpha) >>> 8) & EVEN;
        int upper = (((below >>> 8) & EVEN) * rest) & ODD;
        int upperOver = ((((colour >>> 8) & OPAQUE) | (OPAQUE << 16)) * alpha) & ODD;
        return (upper + upperOver) | (lower + lowerOver);
    }

    /** Puts the picture on a canvas. */
    void paint(GraphicsContext gc, double x, double y) {
        buffer.updateBuffer(ready -> null);
        gc.drawImage(image, x, y, width / scale, height / scale);
    }
}
