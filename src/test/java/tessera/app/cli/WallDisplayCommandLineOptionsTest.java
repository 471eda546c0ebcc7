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
    @CsvSource(delimiter = '|', value = {"--pages fleet | say --wall", "--dim 22:00-07:00 | say --wall",
        "--wall --pages fleet,charts | “charts” is no page of a wall: there are fleet, trends, alerts, pending",
        "--wall --rotate soon | “soon” is no time, such as 30s or 2min",
        "--wall --rotate 1s | A page is shown for at least 2 s",
        "--wall --dim night | “night” are no hours, such as 22:00-07:00",
        "--wall --screen 0 | Displays are counted from 1, not 0",
        "--context a --context b | Only a wall shows several contexts",
        "snapshot --wall charts | “charts” is no page of a wall",
        "--screenshot a.png fleet --demo | --screenshot",
        "--prometheus --context=a --demo why a/b | --context names a cluster, --demo another",
        "--context=a --demo why a/b | --context names a cluster, --demo another"})
    void itIsNotUnderstoodAndNothingIsOpened(String arguments, String told) {
        var said = new StringWriter();
        var words = arguments.split(" ", -1);
        int code = CommandLineFactory.commandLine(ProcessEnvironment.ofThisProcess(), words)
                .setErr(new PrintWriter(said, true))
                .execute(words);

        assertThat(code).isEqualTo(2);
        assertThat(said.toString()).contains(told);
    }
}
