package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.environment.SimulatedClusterVariant;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What other programs read of every command: the keys of its JSON, what stands under them, and the words of those that
 * have a fixed set of words. Kept in files, so that no change of a name within the program gets out unseen.
 */
class JsonFormTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern WORD = Pattern.compile("[a-z]+(-[a-z]+)*|[A-Z][A-Za-z]+");
    /** Under these stand words of the program, and not of the cluster. */
    private static final Set<String> CODES = Set.of("apiVersion", "kind", "outcome", "verdict", "check", "lasts",
            "compared", "severity", "state", "status", "standing", "sharing", "form", "source", "boardsFrom",
            "gpusFrom", "result", "event", "concern", "fate");

    /** Behind what is there at some moments only, such as the alert of a GPU that is hot in the afternoon. */
    private static final String SOMETIMES = " ?";

    @TempDir
    private static Path folder;
    private static SimulatedCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false));
        Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        Files.writeString(folder.resolve("pod.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: tried}
                spec:
                  containers:
                  - {name: main, image: "busybox:latest", resources: {limits: {nvidia.com/gpu: 900}}}
                """);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @CsvSource({"fleet, fleet", "gpus, gpus", "mig, mig", "pods, pods --all", "quotas, quotas", "alerts, alerts",
        "doctor, doctor", "stack, stack", "why, why -f {folder}/pod.yaml", "lint, lint {folder}/pod.yaml",
        "launch, launch --list", "plan-cordon, plan cordon h100-01",
        "plan-drain, plan drain t4-01 --force --delete-emptydir-data", "plan-taint, plan taint h100-02 a=b:NoSchedule"})
    void keysAndWordsOfACommandStayAsTheyAre(String name, String command) throws IOException {
        compare(name, command);
    }

    @Test
    void keysAndWordsOfClaimsStayAsTheyAre() throws IOException {
        try (var claims = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false)
                .withEnvironment(Optional.of(SimulatedClusterVariant.DRA)))) {
            Files.writeString(folder.resolve("config"), claims.kubeconfig());
            compare("claims", "claims");
        } finally {
            Files.writeString(folder.resolve("config"), cluster.kubeconfig());
        }
    }

    private static void compare(String name, String command) throws IOException {
        var arguments = (command.replace("{folder}", folder.toString()) + " -o json --kubeconfig "
                + folder.resolve("config")).split(" ", -1);
        var outcome = new Program(folder).run(arguments);
        var found = new TreeSet<String>();
        describe("", "", JSON.readTree(outcome.out()), found);
        assertThat(found).as(outcome.err()).isNotEmpty();
        var file = Path.of("src/test/resources/json-forms", name + ".txt");
        var kept = Files.readAllLines(file);
        assertThat(kept.stream().map(line -> line.replace(SOMETIMES, ""))).containsAll(found);
        assertThat(found).containsAll(kept.stream().filter(line -> !line.endsWith(SOMETIMES)).toList());
    }

    private static void describe(String path, String key, JsonNode node, Set<String> found) {
        if (key.equals("fields")) {
            // They follow from the reason.
            found.add(path + " object");
        } else if (node.isObject()) {
            node.properties()
                    .forEach(field -> describe(path + "." + field.getKey(), field.getKey(), field.getValue(), found));
        } else if (node.isArray()) {
            node.forEach(item -> describe(path + "[]", key, item, found));
        } else {
            boolean code = node.isTextual() && CODES.contains(key) && WORD.matcher(node.asText()).matches();
            found.add(path + " " + (code ? node.asText() : node.getNodeType().name().toLowerCase(Locale.ROOT)));
        }
    }
}
