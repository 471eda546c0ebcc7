package tessera.ui.kit;

import java.awt.Font;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** Pictograms are letters of a font that ships with the product. */
class FontIconTest {

    private static Stream<String> letters() {
        Stage.start();
        return Stream.of(FontIcon.values()).map(icon -> Stage.fx(() -> icon.node().getText()));
    }

    @Test
    void theFontThatShipsHasEveryPictogram() throws Exception {
        try (var file = ColorTheme.class.getResourceAsStream("/tessera/styles/fonts/TesseraIcons.ttf")) {
            var font = Font.createFont(Font.TRUETYPE_FONT, file);
            assertThat(letters()).isNotEmpty()
                    .allSatisfy(letter -> assertThat(font.canDisplayUpTo(letter)).isEqualTo(-1));
        }
    }

    @Test
    void everyPictogramIsAmongThoseThatTheFontIsCutTo() throws Exception {
        var recipe = Files.readString(Path.of("packaging/fonts/cut.py"));
        assertThat(letters())
                .allSatisfy(letter -> assertThat(recipe).contains("0x%04X".formatted((int) letter.charAt(0))));
    }
}
