package tessera.app;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** How a program ends whose display hangs for good. */
class DisplayWatchTest {

    @TempDir
    private Path folder;

    private Process start(Redirect said, String... hangs) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-Dglass.platform=Headless", "-Dprism.order=sw", "-classpath", System.getProperty("java.class.path"),
                HungProgram.class.getName(), folder.resolve("crashes").toString()));
        command.addAll(List.of(hangs));
        return new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(said).start();
    }

    private static int ended(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("it ended").isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void itEndsToBeStartedAgainAndLeavesAReportOfWhereItHung() throws Exception {
        var said = folder.resolve("said");

        assertThat(ended(start(Redirect.to(said.toFile())))).as(Files.readString(said)).isEqualTo(DisplayWatch.HUNG);

        assertThat(Files.readString(said)).contains("tessera: the display did not answer for 1 s");
        reported();
    }

    private void reported() throws IOException {
        try (var reports = Files.list(folder.resolve("crashes"))) {
            assertThat(reports).singleElement().satisfies(report -> assertThat(Files.readString(report))
                    .contains("JavaFX Application Thread is here", HungProgram.class.getName()));
        }
    }

    @Test
    void itEndsAndLeavesAReportAlsoWhereNobodyReadsWhatItSays() throws Exception {
        assertThat(ended(start(Redirect.PIPE, "words"))).isEqualTo(DisplayWatch.HUNG);

        reported();
    }
}
