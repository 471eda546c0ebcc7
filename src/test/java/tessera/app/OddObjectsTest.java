package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a server sends in another shape is named by the commands whose totals lack it, and ends none of them. */
class OddObjectsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> COLLECTIONS = List.of("/api/v1/pods", "/api/v1/nodes", "/api/v1/events",
            "/api/v1/configmaps", "/api/v1/resourcequotas", "/api/v1/limitranges", "/api/v1/namespaces",
            "/apis/resource.k8s.io/v1/resourceslices", "/apis/resource.k8s.io/v1/resourceclaims",
            "/apis/resource.k8s.io/v1/deviceclasses", "/apis/nvidia.com/v1/clusterpolicies",
            "/apis/kueue.x-k8s.io/v1beta1/clusterqueues", "/apis/kueue.x-k8s.io/v1beta1/localqueues",
            "/apis/kueue.x-k8s.io/v1beta1/workloads", "/apis/apps/v1/daemonsets", "/apis/batch/v1/jobs");
    private static final List<JsonNode> ODD = List.of(OddCluster.text("odd"), NODES.numberNode(7),
            NODES.booleanNode(true), NODES.nullNode(), NODES.arrayNode(), NODES.objectNode(),
            NODES.arrayNode().add("odd"), NODES.objectNode().put("odd", 1), OddCluster.text(OddCluster.DEEP));
    private static final List<String> COMMANDS = List.of("fleet", "doctor", "claims", "pods", "quotas");
    private static final int ROUNDS = Integer.getInteger("tessera.odd.rounds", 4);
    private static final long SEED = Long.getLong("tessera.odd.seed", 20_261_129);

    @TempDir
    private static Path home;
    private static OddCluster cluster;

    @BeforeAll
    static void serve() throws Exception {
        cluster = new OddCluster(home);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Program.Outcome run(String command, String... words) {
        var all = new ArrayList<>(List.of(command));
        all.addAll(List.of(words));
        all.addAll(List.of("--timeout", "30"));
        return cluster.run(all.toArray(String[]::new));
    }

    private static JsonNode gpuPod() throws Exception {
        return cluster.objects("/api/v1/pods").stream()
                .filter(pod -> pod.at("/metadata/namespace").asText().equals("batch")
                        && pod.at("/status/phase").asText().equals("Running"))
                .findFirst().orElseThrow();
    }

    private static String path(JsonNode object) {
        var namespace = object.at("/metadata/namespace").asText();
        return (namespace.isEmpty() ? "" : namespace + "/") + object.at("/metadata/name").asText();
    }

    @Test
    void wholeObjectsAreReadWithoutAWord() throws Exception {
        cluster.behave();
        for (var command : COMMANDS) {
            var outcome = run(command);
            assertThat(outcome.err()).as(command).doesNotContain("could not be read", "not read within");
            assertThat(outcome.out()).as(command).isNotBlank();
        }
        assertThat(JSON.readTree(run("fleet", "-o", "json").out()).has("unread")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fleet", "doctor", "pods"})
    void aServerThatSendsNoListIsNotWaitedFor(String command) {
        cluster.replace(NODES.objectNode(), NODES.objectNode());

        var outcome = run(command);
        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err().lines()).singleElement().asString()
                .contains("the response is malformed", "the JSON is not a list").doesNotContain("not read within");
    }

    @Test
    void aPodWithoutASpecMakesWhatIsAllocatedALowerBound() throws Exception {
        var pod = gpuPod();
        cluster.replace(pod, OddCluster.with(pod, List.of("spec"), OddCluster.text("none")));

        var fleet = run("fleet");
        assertThat(fleet.code()).isZero();
        assertThat(fleet.out()).contains("≥");
        assertThat(fleet.err().lines())
                .contains("tessera: 1 Pod could not be read: %s: spec is not an object. ".formatted(path(pod))
                        + "Totals are lower bounds (≥).");
        var json = JSON.readTree(run("fleet", "-o", "json").out());
        assertThat(json.path("allocationComplete").asBoolean()).isFalse();
        assertThat(json.at("/gpus/allocatedBound").asText()).isEqualTo("at-least");
        assertThat(json.at("/unread/counts/Pod").asInt()).isEqualTo(1);
        assertThat(json.at("/unread/objects/0/reason").asText()).isEqualTo("spec is not an object");
        assertThat(run("doctor").out()).contains("1 Pod could not be read: " + path(pod));
        var other = cluster.objects("/api/v1/pods").stream().filter(each -> !path(each).equals(path(pod))).findFirst()
                .orElseThrow();
        var node = cluster.objects("/api/v1/nodes").getFirst();
        for (var report : List.of(run("why", path(other), "-o", "json"),
                run("plan", "cordon", path(node), "-o", "json"))) {
            assertThat(JSON.readTree(report.out()).at("/unread/counts/Pod").asInt()).isEqualTo(1);
        }
    }

    @Test
    void aNodeWhoseDevicesCannotBeReadMakesTheNumberOfGpusALowerBound() throws Exception {
        var node = cluster.objects("/api/v1/nodes").stream()
                .filter(element -> element.at("/status/allocatable").has("nvidia.com/gpu")).findFirst().orElseThrow();
        cluster.replace(node, OddCluster.with(node, List.of("status", "allocatable"), NODES.arrayNode()));

        var fleet = run("fleet", "-o", "json");
        assertThat(fleet.err())
                .contains("1 Node could not be read: %s: status.allocatable is not an object".formatted(path(node)));
        assertThat(JSON.readTree(fleet.out()).at("/gpus/totalBound").asText()).isEqualTo("at-least");
    }

    @Test
    void anItemThatIsNothingIsCountedThoughNobodyKnowsWhichItIs() throws Exception {
        cluster.replace(gpuPod(), NODES.nullNode());

        assertThat(run("pods").err()).contains("1 Pod could not be read: one without a name: it is not an object");
    }

    @Test
    void quotasNameTheirsAsWell() throws Exception {
        var quota = cluster.objects("/api/v1/resourcequotas").getFirst();
        cluster.replace(quota, OddCluster.with(quota, List.of("status"), NODES.arrayNode()));

        var quotas = run("quotas", "-o", "json");
        assertThat(quotas.err())
                .contains("1 ResourceQuota could not be read: %s: status is not an object".formatted(path(quota)));
        assertThat(JSON.readTree(quotas.out()).at("/unread/counts/ResourceQuota").asInt()).isEqualTo(1);
    }

    /** A random value of a random object is replaced; the seed tells which. */
    @Test
    void whateverIsOddEndsNoCommandAndLetsNoObjectGoUnnamed() throws Exception {
        cluster.behave();
        var whole = new HashMap<String, Program.Outcome>();
        COMMANDS.forEach(command -> whole.put(command, run(command)));
        for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
            var random = new Random(seed);
            var objects = List.<JsonNode>of();
            while (objects.isEmpty()) {
                objects = cluster.objects(COLLECTIONS.get(random.nextInt(COLLECTIONS.size())));
            }
            var object = objects.get(random.nextInt(objects.size()));
            var path = path(object, random);
            var value = ODD.get(random.nextInt(ODD.size()));
            var subject = "seed %d: %s %s of %s is %s".formatted(seed, object.path("kind").asText(), path, path(object),
                    value);
            cluster.replace(object, OddCluster.with(object, path, value));
            for (var command : COMMANDS) {
                var before = Objects.requireNonNull(whole.get(command));
                var outcome = run(command);
                survives(command + ", " + subject, outcome);
                var name = object.at("/metadata/name").asText();
                if (before.out().contains(name) && outcome.code() == before.code()) {
                    assertThat(outcome.out() + outcome.err()).as(command + ", " + subject).containsAnyOf(name,
                            "one without a name");
                }
            }
        }
    }

    private static void survives(String subject, Program.Outcome outcome) {
        assertThat(outcome.code()).as("%s: %s", subject, outcome.err()).isIn(0, 1);
        assertThat(outcome.err()).as(subject).doesNotContain("unexpected", "Exception", "\tat ", "Error");
        assertThat(outcome.out() + outcome.err()).as(subject).isNotBlank();
    }

    private static List<String> path(JsonNode object, Random random) {
        var path = new ArrayList<String>();
        var at = object;
        while (at.isContainerNode() && !at.isEmpty() && (path.isEmpty() || random.nextInt(4) > 0)) {
            int next = random.nextInt(at.size());
            var key = at.isArray() ? String.valueOf(next)
                    : at.properties().stream().skip(next).findFirst().orElseThrow().getKey();
            path.add(key);
            at = at.isArray() ? at.get(next) : at.get(key);
        }
        return path;
    }
}
