package tessera.ui.kit;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javax.imageio.ImageIO;
import tessera.text.MessageCatalog;

/** Images as files. */
public final class PngImageWriter {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PngImageWriter.class);

    private PngImageWriter() {}

    /** Writes an image as PNG, completely or not at all. */
    public static void savePng(Image image, Path file) throws IOException {
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        var pixels = new int[width * height];
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        var picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        picture.setRGB(0, 0, width, height, pixels, 0, width);
        var target = file.toAbsolutePath();
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            throw new IOException(MESSAGES.text("file.notRegular"));
        }
        var fresh = Files.createTempFile(target.getParent(), "picture", ".png");
        try {
            ImageIO.write(picture, "png", fresh.toFile());
            Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
