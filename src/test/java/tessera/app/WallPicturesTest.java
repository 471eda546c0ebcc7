package tessera.app;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.ui.kit.Theme;
import tessera.ui.wall.WallPage;

import static org.assertj.core.api.Assertions.assertThat;

/** Draws every page of the wall to {@code target/gallery/}, to be looked at. */
@Tag("gallery")
class WallPicturesTest {

    @TempDir
    private Path home;

    @ParameterizedTest
    @CsvSource({"24, 1920x1080", "24, 3840x2160", "1000, 1920x1080", "1000, 3840x2160"})
    void everyPageIsDrawn(int nodes, String size) throws Exception {
        for (var theme : Theme.values()) {
            for (var page : WallPage.values()) {
                var file = Path.of("target", "gallery", "wall-%s-%d-%s-%s.png".formatted(page.word(), nodes, size,
                        theme.name().toLowerCase(Locale.ROOT))).toAbsolutePath();
                var outcome = new Program(home).run("snapshot", "--demo-nodes", Integer.toString(nodes), "--wall",
                        page.word(), "--size", size, "--theme", theme.name(), file.toString());
                assertThat(outcome.code()).as(outcome.err()).isZero();
                assertThat(file).exists();
            }
        }
    }
}
