package tessera.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.model.ShellWord;

import static org.assertj.core.api.Assertions.assertThat;

/** Who reads the document of the command line tries its examples as they stand. */
@Timeout(120)
class DocumentedCommandsTest extends ServedCluster {

    /** A remark stands apart from its example. */
    private static final Pattern REMARK = Pattern.compile("  +.*");

    private static Stream<String> examples() throws Exception {
        var document = Files.readString(Path.of("docs/commands.md"));
        var examples = new ArrayList<String>();
        for (var chapter : List.of("Why a pod waits", "Doctor", "Changes")) {
            var block = document.substring(document.indexOf("## " + chapter + "\n")).split("```\n", 3)[1];
            block.lines().map(line -> REMARK.matcher(line).replaceFirst("")).filter(line -> !line.contains("job.yaml"))
                    .forEach(examples::add);
        }
        return examples.stream();
    }

    @Test
    void theTemplateMakesAManifestInWhichNothingIsWrong() throws Exception {
        var document = Files.readString(Path.of("docs/commands.md"));
        var templates = Files.createDirectories(home.resolve(".config/tessera/templates"));
        Files.writeString(templates.resolve("fine-tune.yaml"),
                document.substring(document.indexOf("title: Fine-tuning")).split("```", 2)[0]);
        var made = run("launch", "fine-tune");
        var file = Files.writeString(home.resolve("fine-tune.yaml"), made.out());

        assertThat(run("lint", file.toString()).out()).as(made.err()).isEqualTo("Nothing is wrong\n");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleWorksAsItStands(String example) throws Exception {
        var words = ShellWord.splitCommand(example).stream().skip(1).toArray(String[]::new);

        var outcome = there(words);

        // Where something is critical, as it is in this cluster, the doctor says so with 1.
        assertThat(outcome.code()).as(outcome.err()).isLessThanOrEqualTo(example.startsWith("tessera doctor") ? 1 : 0);
        assertThat(outcome.out()).isNotBlank();
    }
}
