package tessera.app.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tessera.app.Canaries;
import tessera.app.Program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What the program notes of itself. */
class ProgramLogSetupTest {

    private static final Logger LOG = Logger.getLogger("tessera.app.ProgramLogSetupTest");

    @TempDir
    private Path folder;

    private String written() throws IOException {
        var all = new StringBuilder();
        try (var files = Files.list(folder)) {
            for (var file : files.filter(path -> path.toString().endsWith(".log")).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    @Test
    void whatIsNotedIsInAFileAndAsMuchOfItAsWasAskedFor() throws IOException {
        try (var _ = ProgramLogSetup.open(folder, ProgramLogSetup.ProgramLogVerbosity.INFO)) {
            LOG.info("the cluster was left");
            LOG.fine("a detail");
        }
        try (var _ = ProgramLogSetup.open(folder, ProgramLogSetup.ProgramLogVerbosity.DEBUG)) {
            LOG.fine("another detail");
        }

        assertThat(written()).contains("INFO", "the cluster was left", "another detail").doesNotContain("a detail\n");
    }

    @Test
    void whatContainersWriteToTerminalsIsNotNoted() throws IOException {
        try (var _ = ProgramLogSetup.open(folder, ProgramLogSetup.ProgramLogVerbosity.DEBUG)) {
            Logger.getLogger("com.techsenger.jeditermfx.core.emulator.JediEmulator").severe("Error processing: words");
            LOG.info("all else is");
        }

        assertThat(written()).contains("all else is").doesNotContain("words");
    }

    @Test
    void theyNeverTakeMoreThanAFewFiles() throws IOException {
        int largest = 2000;
        try (var _ = ProgramLogSetup.open(folder, ProgramLogSetup.ProgramLogVerbosity.INFO, largest)) {
            for (int line = 0; line < 100; line++) {
                LOG.info("all work and no play ".repeat(10));
            }
        }

        try (var files = Files.list(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".log"))).hasSize(ProgramLogSetup.KEPT)
                    .allSatisfy(file -> assertThat(Files.size(file)).isLessThan(2L * largest));
        }
    }

    @Test
    void noSecretIsWrittenWhoeverTellsIt() throws IOException {
        try (var _ = ProgramLogSetup.open(folder, ProgramLogSetup.ProgramLogVerbosity.INFO)) {
            for (var secret : Canaries.ALL) {
                LOG.warning("it said " + secret.told());
                LOG.log(Level.WARNING, "it said {0}", secret.told());
                LOG.log(Level.SEVERE, "it failed",
                        new IllegalStateException(secret.told(), new IOException(secret.told())));
            }
        }

        assertThat(written()).contains("it failed").contains("IllegalStateException");
        for (var secret : Canaries.ALL) {
            assertThat(written()).as(secret.told()).doesNotContain(secret.value());
        }
    }

    @Test
    void aFullDiskIsToldInASentenceAndTheCommandGoesOn() throws Exception {
        var full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "a system with a device that is always full");
        var logs = Files.createDirectories(folder.resolve(".local/state/tessera/logs"));
        Files.createSymbolicLink(logs.resolve("tessera-0.0.log"), full);

        var outcome = new Program(folder).runApart("--log-level", "debug", "fleet", "--demo-nodes", "3");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err().lines()).singleElement().asString()
                .startsWith("tessera: some log entries cannot be written").contains("No space left on device");
    }

    @Test
    void whyNothingCanBeNotedIsSaid() throws Exception {
        Files.writeString(folder.resolve(".local"), "in the way");

        var outcome = new Program(folder).runApart("--log-level", "debug", "fleet", "--demo-nodes", "3");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err().lines()).first().asString().startsWith("tessera: cannot write logs to ")
                .endsWith("Not a directory");
    }
}
