package tessera.app;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tessera.app.cli.CommandLineFactory;
import tessera.cluster.kubeconfig.ProcessEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

/** In the pseudo-locale no word of ours stands outside the brackets of a sentence from a catalog in help and errors. */
class PseudoLocaleCommandLineTest {

    /** Headings of the library of the command line, and words of formats that are typed. */
    private static final Set<String> NOUNS = Set.of("Usage", "Commands", "tessera");

    @TempDir
    private Path home;
    private Locale before = Locale.ENGLISH;

    @BeforeEach
    void remember() {
        before = Locale.getDefault(Locale.Category.DISPLAY);
    }

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(Locale.Category.DISPLAY, before);
    }

    private static Stream<List<String>> commands(List<String> path, CommandLine line) {
        return Stream.concat(Stream.of(path), line.getSubcommands().entrySet().stream().flatMap(
                entry -> commands(Stream.concat(path.stream(), Stream.of(entry.getKey())).toList(), entry.getValue())));
    }

    @Test
    void theHelpOfEveryCommandIsTranslated() {
        var environment = new ProcessEnvironment(Map.of(), home, home, null);
        var paths = commands(List.of(), CommandLineFactory.commandLine(environment, "--help")).toList();
        var texts = new UnbracketedText(
                Stream.concat(NOUNS.stream(), paths.stream().flatMap(List::stream)).collect(Collectors.toSet()));
        paths.forEach(path -> {
            var outcome = new Program(home)
                    .run(Stream.concat(path.stream(), Stream.of("--locale", "qps", "--help")).toArray(String[]::new));
            assertThat(outcome.code()).as(outcome.err()).isZero();
            assertThat(outcome.out()).contains("⟦");
            texts.note(String.join(" ", path), outcome.out());
        });
        assertThat(texts.offenders()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fleet --kubeconfig absent", "fleet --context absent --demo", "fleet --demo-nodes 0",
        "fleet --demo-speed 0", "fleet --locale xx", "gpus --timeout x --demo", "snapshot --demo --size big",
        "snapshot --demo --lens x", "snapshot --demo --tab yaml", "logs no/such --demo", "quotas --demo -n A.B",
        "mig serve 1g.x", "why --demo", "why x -f y --demo", "plan share h100-01 --write x --demo", "plan drain --demo",
        "plan mig h100-01 --demo", "plan quota team x --demo", "plan wall --demo", "lint absent.yaml", "launch absent",
        "launch job --set x", "journal undo absent", "cp a b --demo", "alerts --export x"})
    void errorsAreTranslated(String command) {
        var texts = new UnbracketedText(NOUNS);
        var outcome = new Program(home).run(("--locale qps " + command).split(" "));
        assertThat(outcome.code()).as(outcome.out()).isNotZero();
        texts.note(command, outcome.err());
        assertThat(texts.offenders()).isEmpty();
    }
}
