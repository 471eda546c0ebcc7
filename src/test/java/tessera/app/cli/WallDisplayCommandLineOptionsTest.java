package tessera.app.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.cluster.kubeconfig.ProcessEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/** What is said to somebody who asks for a wall that cannot be. */
class WallDisplayCommandLineOptionsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--pages fleet | require --wall", "--dim 22:00-07:00 | require --wall",
        "--wall --pages fleet,charts | “charts” is not a wall page. Pages: fleet, trends, alerts, pending",
        "--wall --rotate soon | “soon” is not a duration, for example 30s or 2min",
        "--wall --rotate 1s | --rotate must be at least 2 s",
        "--wall --dim night | “night” is not a time range, for example 22:00-07:00",
        "--wall --screen 0 | --screen must be 1 or more, not 0",
        "--context a --context b | Several contexts require --wall",
        "snapshot --wall charts | “charts” is not a wall page", "--screenshot a.png fleet --demo | --screenshot",
        "--prometheus --context=a --demo why a/b | Use --context or --demo, not both",
        "--context=a --demo why a/b | Use --context or --demo, not both"})
    void itIsNotUnderstoodAndNothingIsOpened(String arguments, String told) {
        var said = new StringWriter();
        var words = arguments.split(" ", -1);
        int code = CommandLineFactory.commandLine(ProcessEnvironment.ofThisProcess(), words)
                .setErr(new PrintWriter(said, true)).execute(words);

        assertThat(code).isEqualTo(2);
        assertThat(said.toString()).contains(told);
    }
}
