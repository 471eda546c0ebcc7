package tessera.logs;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Colours are taken from a log; nothing else that it asks of a terminal comes through. */
class AnsiTextTest {

    private static final String E = "\u001b";

    @Test
    void coloursAndFacesAreTaken() {
        var text = AnsiText
                .parse("a" + E + "[1;31mred" + E + "[0m b" + E + "[38;5;208mc" + E + "[48;2;1;2;3md" + E + "[mz");
        assertThat(text.plain()).isEqualTo("ared bcdz");
        assertThat(text.styled()).hasSize(3);
        var red = text.styled().getFirst();
        assertThat(text.plain().substring(red.start(), red.end())).isEqualTo("red");
        assertThat(red.style().bold()).isTrue();
        assertThat(red.style().foreground()).isEqualTo(1);
        assertThat(text.styled().get(1).style().foreground()).isEqualTo(208);
        assertThat(text.styled().get(2).style().background()).isEqualTo(0x1010203);
        assertThat(AnsiText.parse(E + "[97mx").styled().getFirst().style().foreground()).isEqualTo(15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001b]0;you have mail\u0007", "\u001b]52;c;cm0gLXJmIH4=\u001b\\",
        "\u001b]8;;http://evil\u0007", "\u001b[2J", "\u001b[?1049h", "\u001b[10;20H", "\u001bP+q544e\u001b\\",
        "\u001b_G payload\u001b\\", "\u001bc", "\u001b(0", "\u001b[>0q", "\u001b[6n", "\u009b2J", "\u0007", "\u0008",
        "\u0000", "\u007f", "\u0085", "\u001b[38;5m", "\u001b[38;2;999;0;0m", "\u001b[>4;2m",
        "\u001b[999999999999999m"})
    void whatWouldMoveATerminalLeavesNoTrace(String hostile) {
        var text = AnsiText.parse("before" + hostile + "after");
        assertThat(text.plain()).isEqualTo("beforeafter");
        assertThat(AnsiText.forTerminal("before" + hostile + "after")).isEqualTo("beforeafter");
    }

    @Test
    void textIsShownInTheOrderItIsIn() {
        assertThat(AnsiText.plainText("user\u202e nimda\u2066")).isEqualTo("user\ufffd nimda\ufffd");
    }

    @Test
    void aProgressBarShowsItsLastState() {
        assertThat(AnsiText.plainText(" 10%|#  |\r 50%|#####  |\r100%|##########|\r")).isEqualTo("100%|##########|");
    }

    @Test
    void aSequenceThatDoesNotEndEndsWithTheLine() {
        assertThat(AnsiText.plainText("a" + E + "[" + "1;".repeat(50_000))).startsWith("a");
        assertThat(AnsiText.plainText("a" + E)).isEqualTo("a");
        assertThat(AnsiText.plainText("a" + E + "]0;" + "x".repeat(3_000))).isEqualTo("a");
        assertThat(AnsiText.plainText("a" + E + "[31")).isEqualTo("a");
    }

    @Test
    void nothingOfWhatATerminalObeysComesThroughWhateverIsWritten() {
        var random = new Random(7);
        var signs = "\u001b\u009b[]PX^_;:0123456789mHJhlcq?> \\\u0007\r\tab\u00e4\u0000\u0090\u202e";
        for (int round = 0; round < 20_000; round++) {
            var raw = new StringBuilder();
            for (int length = random.nextInt(60); length > 0; length--) {
                raw.append(signs.charAt(random.nextInt(signs.length())));
            }
            var text = AnsiText.parse(raw.toString());
            assertThat(text.plain().chars()).as(raw.toString())
                    .allMatch(sign -> sign == '\t' || (sign >= ' ' && sign < 0x7f) || (sign >= 0xa0 && sign != 0x202e));
            int end = 0;
            for (var part : text.styled()) {
                assertThat(part.start()).isGreaterThanOrEqualTo(end).isLessThan(part.end());
                end = part.end();
            }
            assertThat(end).isLessThanOrEqualTo(text.plain().length());
            assertThat(AnsiText.forTerminal(raw.toString()).replaceAll("\u001b\\[[0-9;]*m", ""))
                    .isEqualTo(text.plain());
        }
    }
}
