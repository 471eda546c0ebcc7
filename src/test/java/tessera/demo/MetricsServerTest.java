package tessera.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.cluster.object.ResourceMetricsReader;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.model.ObjectRef;

import static org.assertj.core.api.Assertions.assertThat;

/** What nodes and pods use of processors and memory, as a metrics server tells it over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(90)
class MetricsServerTest {

    private static final String API = "/apis/metrics.k8s.io/v1beta1";
    private static final String WORKER = "llm-pretrain-1-master-0";
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:07Z");
    private static final SimulationOptions OPTIONS = SimulationOptions.defaultOptions().withActivity(false)
            .withMetricsServer(true).withClock(Clock.fixed(NOON, ZoneOffset.UTC));

    @TempDir
    private static Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private SimulatedCluster cluster;

    @BeforeAll
    void start() throws IOException {
        cluster = SimulatedCluster.start(OPTIONS.withTls(false));
    }

    @AfterAll
    void stop() {
        cluster.close();
        client.close();
    }

    private HttpResponse<String> get(String user, String path) throws Exception {
        var token = Pattern.compile("token: (\\S+)").matcher(cluster.kubeconfig(user)).results().findFirst()
                .orElseThrow().group(1);
        var request = HttpRequest.newBuilder(URI.create(cluster.url() + path))
                .header("Authorization", "Bearer " + token).header("Accept", "application/json").build();
        return client.send(request, BodyHandlers.ofString());
    }

    private JsonNode read(String path) throws Exception {
        var answer = get("admin", path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return SimulatedStoreJsonCodec.parseTree(answer.body().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theGroupIsDiscoveredAndItsServiceIsAvailable() throws Exception {
        assertThat(read("/apis").findValuesAsText("name")).contains("metrics.k8s.io");
        assertThat(read(API).findValuesAsText("kind")).contains("NodeMetrics", "PodMetrics");
        assertThat(read("/apis/apiregistration.k8s.io/v1/apiservices/v1beta1.metrics.k8s.io")
                .at("/status/conditions/0/status").asText()).isEqualTo("True");
    }

    @Test
    void everyNodeThatAnswersUsesSomeOfWhatItHas() throws Exception {
        var nodes = read("/api/v1/nodes").path("items");
        var told = read(API + "/nodes");

        assertThat(told.path("kind").asText()).isEqualTo("NodeMetricsList");
        assertThat(told.path("items").size()).as("the node that is lost tells nothing").isPositive()
                .isLessThan(nodes.size());
        for (var metrics : told.path("items")) {
            var used = ResourceMetricsReader.readUsage(metrics);
            var capacity = read("/api/v1/nodes/" + metrics.at("/metadata/name").asText()).at("/status/capacity");
            assertThat(used.at()).isEqualTo(Instant.parse("2026-11-20T12:00:00Z"));
            assertThat(used.cores()).isBetween(0.1, capacity.path("cpu").asDouble());
            assertThat(used.memory()).isBetween(1L << 28,
                    Long.parseLong(capacity.path("memory").asText().replace("Ki", "")) << 10);
        }
    }

    @Test
    void aPodUsesNoMoreThanItsNode() throws Exception {
        var pod = read(ResourceMetricsReader.metricsPath(ObjectRef.pod("ml-platform", WORKER)));
        var node = read("/api/v1/namespaces/ml-platform/pods/" + WORKER).at("/spec/nodeName").asText();
        var used = ResourceMetricsReader.readUsage(pod);
        var whole = ResourceMetricsReader.readUsage(read(ResourceMetricsReader.metricsPath(ObjectRef.node(node))));

        assertThat(used.cores()).as("a training with eight GPUs feeds them").isGreaterThan(0.5)
                .isLessThan(whole.cores());
        assertThat(used.memory()).isPositive().isLessThan(whole.memory());
    }

    @Test
    void podsAreChosenByNamespaceAndLabelAndThoseThatDoNotRunAreLeftOut() throws Exception {
        var waiting = read("/api/v1/pods?fieldSelector=status.phase%3DPending").path("items").path(0).path("metadata");
        var missing = get("admin", API + "/namespaces/%s/pods/%s".formatted(waiting.path("namespace").asText(),
                waiting.path("name").asText()));

        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).contains("podmetrics.metrics.k8s.io \\\"" + waiting.path("namespace").asText());
        assertThat(read(API + "/namespaces/ml-platform/pods").path("items")).isNotEmpty()
                .allMatch(element -> element.at("/metadata/namespace").asText().equals("ml-platform"));
        assertThat(read(API + "/pods?labelSelector=no-such-label").path("items")).isEmpty();
    }

    @Test
    void whoMayNotSeeNodesIsRefused() throws Exception {
        assertThat(get("viewer", API + "/nodes").body()).contains("nodes.metrics.k8s.io is forbidden");
    }

    @Test
    void kubectlShowsIt() throws Exception {
        try (var served = Kubectl.Cluster.start(folder, OPTIONS.withNodes(6))) {
            assertThat(served.admin().print("top", "nodes")).contains("CPU(cores)", "MEMORY(%)")
                    .containsPattern("h100-01 +\\d+m +\\d+% +\\d+Mi +\\d+%");
            assertThat(served.admin().print("top", "pods", "--namespace=ml-platform", "--containers")).contains("POD",
                    WORKER);
        }
    }
}
