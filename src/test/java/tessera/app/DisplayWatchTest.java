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
import tessera.app.crash.JavaFxHangWatchdog;

import static org.assertj.core.api.Assertions.assertThat;

/** How a program ends whose display hangs for good. */
class DisplayWatchTest {

    @TempDir
    private Path folder;

    private Process start(Redirect said, String... hangs) throws IOException {
        return start(HungProgram.class, said, hangs);
    }

    private Process start(Class<?> program, Redirect said, String... hangs) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-Dglass.platform=Headless", "-Dprism.order=sw", "-classpath", System.getProperty("java.class.path"),
                program.getName(), folder.resolve("crashes").toString()));
        command.addAll(List.of(hangs));
        return new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(said).start();
    }

    private static int ended(Process process) throws InterruptedException {
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("it ended").isTrue();
            return process.exitValue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void itEndsToBeStartedAgainAndLeavesAReportOfWhereItHung() throws Exception {
        var said = folder.resolve("said");

        assertThat(ended(start(Redirect.to(said.toFile())))).as(Files.readString(said))
                .isEqualTo(JavaFxHangWatchdog.HUNG);

        assertThat(Files.readString(said)).contains("tessera: the display has not responded for 1 s");
        reported("JavaFX Application Thread", HungProgram.class);
    }

    private void reported(String thread, Class<?> place) throws IOException {
        try (var reports = Files.list(folder.resolve("crashes"))) {
            assertThat(reports).singleElement().satisfies(
                    report -> assertThat(Files.readString(report)).contains("stack of " + thread, place.getName()));
        }
    }

    @Test
    void itEndsToBeStartedAgainAlsoWhereTheDisplayHangsFromTheBeginning() throws Exception {
        var said = folder.resolve("said");

        assertThat(ended(start(HungStart.class, Redirect.to(said.toFile())))).as(Files.readString(said))
                .isEqualTo(JavaFxHangWatchdog.HUNG);

        assertThat(Files.readString(said)).contains("tessera: the display has not responded for 1 s");
        reported("toolkit", HungStart.class);
    }

    @Test
    void itEndsAndLeavesAReportAlsoWhereNobodyReadsWhatItSays() throws Exception {
        assertThat(ended(start(Redirect.PIPE, "words"))).isEqualTo(JavaFxHangWatchdog.HUNG);

        reported("JavaFX Application Thread", HungProgram.class);
    }
}
