package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.app.Program.Outcome;
import tessera.model.ShellWordQuoter;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples of the tutorial and of the how-to pages, tried as they stand, in the order of the pages. */
@Timeout(120)
class DocumentedCommandsTest extends ServedCluster {

    /** Examples that the simulated cluster can serve; those that it cannot are in blocks of sh. */
    private static final Pattern TRIED = Pattern.compile("```console\n([^`]*+)```");
    private static final Pattern REMARK = Pattern.compile("(?<= ) *+# (.*+)$");
    private static final Pattern CODE = Pattern.compile("exit code (\\d)");
    private static final Path TEMPLATE = Path.of("docs/how-to/launch-a-workload.md");

    private Path folder;

    /** A command of a page, and the exit code that its remark tells. */
    record Example(String page, String command, int code) {

        static Example of(Path page, String line) {
            var remark = REMARK.matcher(line);
            var said = remark.find() ? CODE.matcher(remark.group(1)) : CODE.matcher("");
            return new Example(page.getFileName().toString(), remark.replaceFirst("").strip(),
                    said.find() ? Integer.parseInt(said.group(1)) : 0);
        }

        /** The file that the shell would write to, or none. */
        String target() {
            return command.contains(" > ") ? command.substring(command.indexOf(" > ") + 3) : "";
        }

        List<String> words() {
            return ShellWordQuoter.splitCommand(command.split(" > ", 2)[0]).stream().skip(1).toList();
        }
    }

    /** What several pages say is tried once, unless it depends on what was done before. */
    static Stream<Example> examples() throws IOException {
        var commands = new HashSet<String>();
        try (var pages = Files.list(Path.of("docs/how-to"))) {
            return Stream.concat(Stream.of(Path.of("docs/tutorial.md")), pages.sorted()).toList().stream()
                    .flatMap(DocumentedCommandsTest::examples)
                    .filter(example -> commands.add(example.command()) || example.words().contains("RUN"));
        }
    }

    private static Stream<Example> examples(Path page) {
        try {
            return TRIED.matcher(Files.readString(page)).results().flatMap(block -> block.group(1).lines())
                    .map(String::strip).filter(line -> line.startsWith("tessera ")).map(line -> Example.of(page, line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeAll
    void keepTheTemplate() throws IOException {
        folder = Files.createDirectory(home.resolve("examples"));
        var document = Files.readString(TEMPLATE);
        Files.writeString(Files.createDirectories(home.resolve(".config/tessera/templates")).resolve("fine-tune.yaml"),
                document.substring(document.indexOf("title: Fine-tuning")).split("```", 2)[0]);
    }

    @Test
    void theTemplateMakesAManifestInWhichNothingIsWrong() throws Exception {
        var made = run("launch", "fine-tune");
        var file = Files.writeString(home.resolve("fine-tune.yaml"), made.out());

        assertThat(run("lint", file.toString()).out()).as(made.err()).isEqualTo("No problems\n");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleWorksAsItStands(Example example) throws Exception {
        var outcome = tried(example.words());

        assertThat(outcome.code()).as(outcome.err()).isEqualTo(example.code());
        assertThat(outcome.out() + outcome.err()).isNotBlank();
        if (!example.target().isEmpty()) {
            Files.writeString(folder.resolve(example.target()), outcome.out());
        }
    }

    /** Runs it in the folder of the examples, on the cluster; RUN stands for the newest run of the journal. */
    private Outcome tried(List<String> words) throws Exception {
        var newest = words.contains("RUN") ? newestRun() : "";
        var here = words.stream().map(word -> "RUN".equals(word) ? newest : inFolder(word)).toArray(String[]::new);
        // exec passes bytes on to the output of its process.
        return words.contains("exec") ? program().runApart(here) : program().run(here);
    }

    private Program program() {
        return new Program(home).with("KUBECONFIG", kubeconfig).with("XDG_DATA_HOME", home.resolve("data").toString());
    }

    private String inFolder(String word) {
        return Files.exists(folder.resolve(word)) ? folder.resolve(word).toString() : word;
    }

    private String newestRun() throws Exception {
        var runs = new ObjectMapper().readTree(run("journal", "-o", "json").out()).path("runs");
        return runs.path(runs.size() - 1).path("run").asText();
    }
}
