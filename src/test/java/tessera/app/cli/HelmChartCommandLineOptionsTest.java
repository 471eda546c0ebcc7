package tessera.app.cli;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Values of a chart that come through a pipe. */
class HelmChartCommandLineOptionsTest {

    private final InputStream before = System.in;

    @Command
    private static final class Any {
        @Mixin
        private HelmChartCommandLineOptions chart = new HelmChartCommandLineOptions();
    }

    @BeforeEach
    void pipe() {
        System.setIn(new ByteArrayInputStream("driver: {enabled: false}\n".getBytes(StandardCharsets.UTF_8)));
    }

    @AfterEach
    void unpipe() {
        System.setIn(before);
    }

    private static HelmChartCommandLineOptions parsed(String... arguments) {
        var any = new Any();
        new CommandLine(any).parseArgs(arguments);
        return any.chart;
    }

    @Test
    void whatCameThroughAPipeIsThereForWhoeverAsksAgain() throws Exception {
        var chart = parsed("-f", "-", "--set", "toolkit.enabled=false");

        assertThat(chart.valuesYaml()).contains("driver:", "toolkit:");
        assertThat(chart.valuesYaml()).as("the values with which a platform's are put together").contains("driver:");
    }

    @Test
    void aPipeThatIsNamedTwiceIsRefused() {
        var refused = catchThrowableOfType(ProblemException.class, () -> parsed("-f", "-", "-f", "-").valuesYaml())
                .problem();

        assertThat(refused.problemText()).contains("Standard input can be read only once");
        assertThat(refused.remedy()).contains("Use - for one argument, and files for the others.");
    }
}
