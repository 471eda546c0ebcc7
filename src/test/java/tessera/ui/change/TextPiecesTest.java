package tessera.ui.change;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;

import static org.assertj.core.api.Assertions.assertThat;

/** What is shown of commands, which hold all that was edited. */
class TextPiecesTest {

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @Test
    void ofAVeryLongCommandTheBeginningIsShownAndHowMuchIsCopiedWithIt() {
        var usual = "kubectl patch pods/train -n ml --type=merge -p '{}'";
        assertThat(Stage.fx(() -> ChangePageBlockFactory.shortenedText(usual).getText())).isEqualTo(usual);
        var shown = Stage.fx(() -> ChangePageBlockFactory.shortenedText("x".repeat(1 << 20)).getText());
        assertThat(shown).hasSizeLessThan(5_000).startsWith("xxxx").contains("more characters, included when copied");
    }
}
