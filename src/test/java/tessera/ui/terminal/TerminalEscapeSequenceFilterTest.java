package tessera.ui.terminal;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What containers write reaches the terminal as it is, but for what no screen can mean. */
class TerminalEscapeSequenceFilterTest {

    private final TerminalEscapeSequenceFilter limits = new TerminalEscapeSequenceFilter();

    private String passed(String written) {
        var on = new StringBuilder();
        char[] letters = written.toCharArray();
        // As it may come: in pieces.
        for (int at = 0; at < letters.length; at++) {
            limits.pass(letters, at, 1, on);
        }
        return on.toString();
    }

    @Test
    void whatAScreenMeansPassesAsItIs() {
        for (var usual : new String[] {"plain \r\n\t\b é 漢 🎉", "\u001b[1;38;5;208mwarm\u001b[0m",
            "\u001b[?1049h\u001b[?2004h", "\u001b[m", "\u001b[12;40H\u001b[2K\u001b[6n", "\u001b]0;a title\u0007",
            "\u001b]8;;https://x\u001b\\link", "\u001b(0lqk\u001b(B", "\u001bP$q\u001b\\", "\u001b7\u001b8\u001bM",
            "\u001b[!p", "\u001b[2 q"}) {
            assertThat(passed(usual)).isEqualTo(usual);
        }
    }

    @Test
    void numbersEndWhereScreensDo() {
        assertThat(passed("\u001b[99999999999999999999L")).isEqualTo("\u001b[999L");
        assertThat(passed("\u001b[;0002147483647H")).isEqualTo("\u001b[;999H");
        assertThat(passed("\u001b[?2147483647l")).isEqualTo("\u001b[?99999l");
    }

    @Test
    void whatNeverEndsTakesNoRoom() {
        assertThat(passed("\u001b]0;" + "x".repeat(100_000))).hasSize(2 + 4096);
        assertThat(passed("y\u0007after")).isEqualTo("\u0007after");
        assertThat(passed("\u001b[" + "1;".repeat(100_000) + "mafter")).isEqualTo("after");
        assertThat(passed("\u001b[1;\u001b[2mafter")).as("another begins amid one").isEqualTo("\u001b[2mafter");
        assertThat(passed("\u001b]0;title\u001b[2mafter")).isEqualTo("\u001b]0;title\u0007\u001b[2mafter");
    }

    @Test
    void coloursThatAreSaidWithColonsAreThoseThatAreMeant() {
        assertThat(passed("\u001b[1;38:2::10:20:30;4:3m")).isEqualTo("\u001b[1;38;2;10;20;30;4m");
        assertThat(passed("\u001b[48:5:208m")).isEqualTo("\u001b[48;5;208m");
        assertThat(passed("\u001b[58:2::1:2:3;4:0m")).isEqualTo("\u001b[24m");
        assertThat(passed("\u001b[58:5:3m")).as("no colour of lines under text, and no reset").isEmpty();
    }
}
