package tessera.app.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tessera.app.cli.ContainerLogPrinter.AllowedTerminalEscapes;
import tessera.app.cli.ContainerLogPrinter.LogPrintOptions;
import tessera.logs.LogLine;
import tessera.logs.LogLineConsumer.LogLinePart;

import static org.assertj.core.api.Assertions.assertThat;

/** A log cannot take hold of the terminal of who reads it, on whatever way it comes there, unless they asked for it as it is. */
class ContainerLogPrinterTest {

    private static final String WRITTEN = "\u001b]0;owned\u0007\u001b[2J\u001b[31mred\u001b[0m \u001bP+q\u001b\\and\u202e so on";

    private static String printed(AllowedTerminalEscapes dress) {
        var out = new StringWriter();
        var printer = new ContainerLogPrinter(new PrintWriter(out), new PrintWriter(new StringWriter()),
                new LogPrintOptions(false, Optional.empty(), dress, false), List.of("main"));
        printer.acceptLine(new LogLinePart(0, LogLine.TIMELESS, false, true,
                ByteBuffer.wrap(WRITTEN.getBytes(StandardCharsets.UTF_8))));
        return out.toString();
    }

    @ParameterizedTest
    @EnumSource(AllowedTerminalEscapes.class)
    void onlyColoursAreKeptOnATerminalAndNothingElsewhere(AllowedTerminalEscapes dress) {
        assertThat(printed(dress)).matches(switch (dress) {
            case TEXT -> "red and\ufffd so on\n";
            case COLOURS -> "\u001b\\[[0-9;]+mred\u001b\\[0m and\ufffd so on\n";
            case RAW -> Pattern.quote(WRITTEN + "\n");
        });
    }
}
