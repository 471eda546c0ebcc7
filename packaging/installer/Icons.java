import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.imageio.ImageIO;

/**
 * Draws the product's icon, a GPU node as the heatmap draws it, for every system: {@code java Icons.java FOLDER}. Its colours
 * are those of {@code styles/themes/dark.css}: a whole GPU, one cut in instances, a shared one, a free one.
 */
final class Icons {

    private static final Color GROUND = new Color(0x0d1117);
    private static final Color WHOLE = new Color(0x2f77b8);
    private static final Color MIG = new Color(0x56b4e9);
    private static final Color SHARED = new Color(0x21a584);
    private static final Color FREE = new Color(0x57606a);
    private static final List<Integer> LINUX = List.of(16, 24, 32, 48, 64, 128, 256, 512);
    private static final List<Integer> WINDOWS = List.of(16, 24, 32, 48, 64, 256);
    private static final Map<String, Integer> MAC = new TreeMap<>(
            Map.of("ic07", 128, "ic08", 256, "ic09", 512, "ic10", 1024, "ic11", 32, "ic12", 64));

    public static void main(String[] arguments) throws IOException {
        System.setProperty("java.awt.headless", "true");
        var folder = Files.createDirectories(Path.of(arguments[0]));
        for (int size : LINUX) {
            Files.write(folder.resolve("tessera-" + size + ".png"), png(size));
        }
        Files.write(folder.resolve("tessera.ico"), ico());
        Files.write(folder.resolve("tessera.icns"), icns());
    }

    private static byte[] png(int size) throws IOException {
        var image = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
        var pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        pen.scale(size / 64.0, size / 64.0);
        draw(pen);
        pen.dispose();
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    /** On a ground of 64 by 64. */
    private static void draw(Graphics2D pen) {
        tile(pen, GROUND, 2, 2, 60, 60, 12);
        tile(pen, WHOLE, 10, 10, 20, 20, 3);
        tile(pen, MIG, 34, 10, 20, 9, 2.5);
        tile(pen, MIG, 34, 21, 20, 9, 2.5);
        for (int share = 0; share < 4; share++) {
            tile(pen, SHARED, 10 + share * 5.2, 34, 4.2, 20, 1.5);
        }
        tile(pen, FREE, 34, 34, 20, 20, 3);
        tile(pen, GROUND, 36.5, 36.5, 15, 15, 1.5);
    }

    private static void tile(Graphics2D pen, Color colour, double x, double y, double width, double height,
            double radius) {
        pen.setColor(colour);
        pen.fill(new RoundRectangle2D.Double(x, y, width, height, 2 * radius, 2 * radius));
    }

    /** A directory of PNGs; its numbers have their low byte first. */
    private static byte[] ico() throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeShort(0);
        out.writeShort(Short.reverseBytes((short) 1));
        out.writeShort(Short.reverseBytes((short) WINDOWS.size()));
        int offset = 6 + 16 * WINDOWS.size();
        for (int size : WINDOWS) {
            int length = png(size).length;
            out.writeByte(size % 256);
            out.writeByte(size % 256);
            out.writeShort(0);
            out.writeShort(Short.reverseBytes((short) 1));
            out.writeShort(Short.reverseBytes((short) 32));
            out.writeInt(Integer.reverseBytes(length));
            out.writeInt(Integer.reverseBytes(offset));
            offset += length;
        }
        for (int size : WINDOWS) {
            out.write(png(size));
        }
        return bytes.toByteArray();
    }

    private static byte[] icns() throws IOException {
        var parts = new ByteArrayOutputStream();
        var out = new DataOutputStream(parts);
        for (var part : MAC.entrySet()) {
            var picture = png(part.getValue());
            out.writeBytes(part.getKey());
            out.writeInt(picture.length + 8);
            out.write(picture);
        }
        var bytes = new ByteArrayOutputStream();
        var whole = new DataOutputStream(bytes);
        whole.writeBytes("icns");
        whole.writeInt(parts.size() + 8);
        parts.writeTo(whole);
        return bytes.toByteArray();
    }
}
