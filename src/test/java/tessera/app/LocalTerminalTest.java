package tessera.app;

import org.junit.jupiter.api.Test;
import tessera.app.LocalTerminal.Size;

import static org.assertj.core.api.Assertions.assertThat;

/** The size of a terminal is told as columns and rows, and only where there is one. */
class LocalTerminalTest {

    @Test
    void whatSttySaysIsRowsFirst() {
        assertThat(Size.read("24 80\n")).contains(new Size(80, 24));
        assertThat(Size.read("0 0")).as("a terminal that nobody told how large it is").isEmpty();
        assertThat(Size.read("")).isEmpty();
    }
}
