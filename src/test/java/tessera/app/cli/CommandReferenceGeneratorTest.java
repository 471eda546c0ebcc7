package tessera.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.app.ServedCluster;

import static org.assertj.core.api.Assertions.assertThat;

/** The command reference in the documents and the man pages of the packages, held to the help of the commands. */
@Timeout(120)
class CommandReferenceGeneratorTest extends ServedCluster {

    private static final Path DOCUMENT = Path.of("docs/reference/commands.md");

    @Test
    void theDocumentIsWhatTheCommandsSayOfThemselves() throws Exception {
        assertThat(run("reference").out()).as("after a change of a help: packaging/tessera reference >%s", DOCUMENT)
                .isEqualTo(Files.readString(DOCUMENT));
    }

    @Test
    void everyCommandHasAManPageThatNamesItsOptions() throws Exception {
        var folder = home.resolve("man1");
        run("reference", "--man", folder.toString());

        try (var pages = Files.list(folder)) {
            assertThat(pages.map(page -> page.getFileName().toString()).collect(Collectors.toSet()))
                    .contains("tessera.1", "tessera-fleet.1", "tessera-plan-drain.1", "tessera-plan-operator-install.1")
                    .doesNotContain("tessera-reference.1");
        }
        assertThat(Files.readString(folder.resolve("tessera-plan-drain.1"))).startsWith(".TH TESSERA-PLAN-DRAIN 1")
                .contains("\n.B \\-\\-grace\\-period=SECONDS\n", "\n.SH GLOBAL OPTIONS\n");
    }
}
