package tessera.app;

import java.awt.Color;
import java.awt.Point;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testfx.util.WaitForAsyncUtils;
import tessera.ui.kit.ColorTheme;
import tessera.ui.wall.WallPageKind;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages of a wall beside pictures of them that somebody looked at and kept. What is drawn is left in {@code target/wall/}; where a
 * page was changed on purpose, that is looked at and kept in their place.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class WallGoldenTest {

    private static final Path KEPT = Path.of("docs", "pictures", "wall");
    private static final Path DRAWN = Path.of("target", "wall");
    /** Pictures are compared part by part, as a word that is missing is little of a page. */
    private static final int COLUMNS = 32;
    private static final int ROWS = 18;
    /** Of 255: edges of letters are smoothed otherwise from one system to another. */
    private static final int SHADE = 40;
    /** So many times as high as that is a page. */
    private static final int NEAR = 180;
    /** The share of a part that may differ by more than that. */
    private static final double SHARE = 0.03;

    @TempDir
    static Path home;

    private WallPictures pictures;

    private enum Size {
        HD(1920, 1080, "1080p"),
        UHD(3840, 2160, "4k");

        private final int width;
        private final int height;
        private final String word;

        Size(int width, int height, String word) {
            this.width = width;
            this.height = height;
            this.word = word;
        }
    }

    @BeforeAll
    void open() throws Exception {
        pictures = new WallPictures(home, 30);
    }

    @AfterAll
    void close() {
        pictures.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyPageLooksAsItDidWhenItWasKept(WallPageKind page) throws IOException {
        pictures.turnTo(page);
        var first = kept(page, Size.HD);
        try {
            // Until all exporters were read.
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> differing(first, draw(Size.HD)).isEmpty());
        } catch (TimeoutException never) {
            // It is told below what differs.
        }
        for (var size : Size.values()) {
            WallPictures.save(draw(size), DRAWN.resolve(name(page, size)));
        }
        for (var size : Size.values()) {
            var drawn = ImageIO.read(DRAWN.resolve(name(page, size)).toFile());
            assertThat(differing(kept(page, size), drawn)).as("parts of %s by column and row, of %d by %d; drawn in %s",
                    name(page, size), COLUMNS, ROWS, DRAWN).isEmpty();
        }
    }

    private static BufferedImage kept(WallPageKind page, Size size) throws IOException {
        return ImageIO.read(KEPT.resolve(name(page, size)).toFile());
    }

    private static String name(WallPageKind page, Size size) {
        return "%s-%s.png".formatted(page.optionName(), size.word);
    }

    private BufferedImage draw(Size size) {
        return pictures.draw(ColorTheme.DARK, size.width, size.height);
    }

    private static List<Point> differing(BufferedImage one, BufferedImage other) {
        if (one.getWidth() != other.getWidth() || one.getHeight() != other.getHeight()) {
            return List.of(new Point());
        }
        var differing = new ArrayList<Point>();
        for (int column = 0; column < COLUMNS; column++) {
            for (int row = 0; row < ROWS; row++) {
                if (share(one, other, column, row) > SHARE) {
                    differing.add(new Point(column, row));
                }
            }
        }
        return differing;
    }

    private static double share(BufferedImage one, BufferedImage other, int column, int row) {
        int width = one.getWidth() / COLUMNS;
        int height = one.getHeight() / ROWS;
        int differing = 0;
        for (int x = column * width; x < (column + 1) * width; x++) {
            for (int y = row * height; y < (row + 1) * height; y++) {
                differing += missing(one, other, x, y) || missing(other, one, x, y) ? 1 : 0;
            }
        }
        return (double) differing / (width * height);
    }

    /** Whether nothing like what is at a place of the one is near that place in the other: a line may lie a little beside itself. */
    private static boolean missing(BufferedImage one, BufferedImage other, int x, int y) {
        int there = one.getRGB(x, y);
        if (distance(there, other.getRGB(x, y)) <= SHADE) {
            return false;
        }
        int near = one.getHeight() / NEAR;
        for (int column = Math.max(0, x - near); column <= Math.min(one.getWidth() - 1, x + near); column++) {
            for (int row = Math.max(0, y - near); row <= Math.min(one.getHeight() - 1, y + near); row++) {
                if (distance(there, other.getRGB(column, row)) <= SHADE) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int distance(int one, int other) {
        int maximum = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            maximum = Math.max(maximum, Math.abs((one >> shift & 255) - (other >> shift & 255)));
        }
        return maximum;
    }

    @Test
    void aWordThatIsMissingIsSeen() throws IOException {
        var kept = ImageIO.read(KEPT.resolve("fleet-1080p.png").toFile());
        var without = ImageIO.read(KEPT.resolve("fleet-1080p.png").toFile());
        var pen = without.createGraphics();
        pen.setColor(new Color(without.getRGB(60, 300)));
        pen.fillRect(50, 112, 60, 30);
        pen.dispose();

        assertThat(differing(kept, without)).isNotEmpty();
    }
}
