package tessera.app;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whatever others write wherever an API server lets them write anything at all: a terminal obeys none of it, a spreadsheet
 * calculates none of it, and reading it takes no longer than it is long.
 */
@Timeout(180)
class WordsOfOthersTest {

    /** What says what an object is and how it belongs together; the rest is what people and programs write. */
    private static final Set<String> FRAME = Set.of("apiVersion", "kind", "namespace", "uid", "nodeName", "phase",
            "status", "type", "of", "group", "version", "plural", "effect", "operator", "key", "controller",
            "resourceVersion", "creationTimestamp", "startedAt", "finishedAt", "driver", "driverVersion");
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT.*");
    private static final Pattern NUMBER = Pattern.compile("[\\d.]+[A-Za-z]{0,2}");
    static final Pattern OBEYED = Pattern.compile(
            "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f\\u061c\\u2028\\u2029]");
    /** A line that others wrote in whole. */
    private static final Pattern FEIGNED = Pattern.compile("(?m)^.*\\R *node-666");
    private static final Pattern FORMULA = Pattern.compile("(?m)(?:^|,)\"?(?:[=+@\t]|-(?![\\d,\r\"]))");
    static final String TERMINAL = "\u001b]52;c;aGk=\u0007\u001b]8;;http://x\u001b\\\u001b[2J\u009b8m\u202e\u0000\r\nnode-666   Ready\t";
    private static final String SPREADSHEET = "=HYPERLINK(\"http://x\")";

    private static final JsonMapper JSON = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    @TempDir
    static Path folder;
    private static RecordedCluster terminal;
    private static RecordedCluster spreadsheet;

    @BeforeAll
    static void serve() throws IOException {
        terminal = written(text -> text + TERMINAL, folder);
        spreadsheet = written(text -> SPREADSHEET + text, folder);
    }

    @AfterAll
    static void stop() {
        terminal.close();
        spreadsheet.close();
    }

    static Stream<List<String>> exports() {
        return reports("csv");
    }

    private static Stream<List<String>> reports(String... forms) {
        return Stream.of("fleet", "gpus", "mig", "pods", "claims", "quotas", "alerts", "stack")
                .flatMap(command -> Stream.of(forms).map(form -> List.of(command, "-o", form)));
    }

    static Stream<List<String>> allCommands() {
        return Stream.concat(reports("wide", "json", "csv"), Stream.of(List.of("doctor"),
                List.of("doctor", "-o", "json"), List.of("doctor", "-o", "md"), List.of("operator", "preflight"),
                List.of("why", "default/nobody"), List.of("why", "ai/agent-3"), List.of("why", "ai/train-0"),
                List.of("why", "ai/train-0", "-o", "json"), List.of("why", "ai/gang-0"),
                List.of("doctor", "--pod", "ai/agent-3"), List.of("logs", "gpu-operator/nvidia-mig-manager-gcp-1"),
                List.of("plan", "drain", "gcp-1"), List.of("plan", "cordon", "no\u009bne")));
    }

    @ParameterizedTest
    @MethodSource("allCommands")
    void aTerminalObeysNothing(List<String> texts) {
        var outcome = terminal.run(texts.toArray(String[]::new));
        assertThat(obeyed(outcome.out())).isEmpty();
        assertThat(obeyed(outcome.err())).isEmpty();
        assertThat(outcome.out() + outcome.err()).isNotEmpty();
        if (texts.getFirst().equals("logs")) {
            return;
        }
        assertThat(FEIGNED.matcher(outcome.out() + outcome.err()).results().map(MatchResult::group)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("exports")
    void aSpreadsheetCalculatesNothing(List<String> texts) {
        var csv = spreadsheet.run(texts.toArray(String[]::new));
        assertThat(csv.code()).as(csv.err()).isZero();
        assertThat(FORMULA.matcher(csv.out()).results().map(found -> csv.out().substring(found.start()))).isEmpty();
    }

    private static List<String> obeyed(String text) {
        return OBEYED.matcher(text.replace("\r\n", "\n")).results()
                .map(found -> "\\u%04x in %s".formatted((int) found.group().charAt(0),
                        text.substring(Math.max(0, found.start() - 60), found.start())))
                .limit(3).toList();
    }

    /** A cluster in which somebody has written wherever that is possible. */
    static RecordedCluster written(UnaryOperator<String> pen, Path folder) throws IOException {
        var documents = new ArrayList<JsonNode>();
        for (var name : List.of("operand-causes", "health-metrics", "queues-waiting", "claims-without-operator")) {
            var source = Path.of("src/test/resources/clusters", name + ".yaml").toFile();
            try (var each = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(source)) {
                each.forEachRemaining(document -> documents.add(write(document, "", pen)));
            }
        }
        var files = new ArrayList<Path>();
        for (var document : documents) {
            files.add(Files.writeString(Files.createTempFile(folder, "written", ".json"),
                    JSON.writeValueAsString(document)));
        }
        return RecordedCluster.serve(files, folder);
    }

    private static JsonNode write(JsonNode node, String field, UnaryOperator<String> pen) {
        switch (node) {
            case ObjectNode object -> object.properties().forEach(each -> {
                if (!each.getKey().equals("name") || object.has("image")) {
                    each.setValue(write(each.getValue(), each.getKey(), pen));
                }
            });
            case ArrayNode array -> {
                for (int at = 0; at < array.size(); at++) {
                    array.set(at, write(array.get(at), field, pen));
                }
            }
            case TextNode text when !FRAME.contains(field) && !TIME.matcher(text.asText()).matches()
                    && !NUMBER.matcher(text.asText()).matches() -> {
                return TextNode.valueOf(pen.apply(text.asText()));
            }
            default -> {}
        }
        return node;
    }
}
