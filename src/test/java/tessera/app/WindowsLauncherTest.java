package tessera.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What starts the program from a checkout on Windows, as far as that can be told without one. */
class WindowsLauncherTest {

    @Test
    void everyQuoteIsClosedOnItsLineAsCmdKnowsNoEscapeOfOne() throws IOException {
        var lines = Files.readAllLines(Path.of("packaging", "tessera.cmd"));

        assertThat(lines).hasSizeGreaterThan(40).allSatisfy(
                line -> assertThat(line.chars().filter(letter -> letter == '"').count() % 2).as(line).isZero());
    }
}
