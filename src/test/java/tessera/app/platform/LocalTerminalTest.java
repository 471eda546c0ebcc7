package tessera.app.platform;

import org.junit.jupiter.api.Test;
import tessera.app.platform.LocalTerminal.TerminalSize;

import static org.assertj.core.api.Assertions.assertThat;

/** The size of a terminal is told as columns and rows, and only where there is one. */
class LocalTerminalTest {

    @Test
    void whatSttySaysIsRowsFirst() {
        assertThat(TerminalSize.parse("24 80\n")).contains(new TerminalSize(80, 24));
        assertThat(TerminalSize.parse("0 0")).as("a terminal that nobody told how large it is").isEmpty();
        assertThat(TerminalSize.parse("")).isEmpty();
    }
}
