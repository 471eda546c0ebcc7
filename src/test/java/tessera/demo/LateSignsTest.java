package tessera.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;

import static org.assertj.core.api.Assertions.assertThat;

/** A node of the simulated cluster whose kubelet is heard, but late, as on a machine under load; seen over HTTP. */
@Timeout(90)
class LateSignsTest {

    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
    private static final String POD = "/api/v1/namespaces/default/pods/exporter";
    /** Who is not heard for so long is given up. */
    private static final Duration GRACE = Duration.ofSeconds(50);

    private final HttpClient client = HttpClient.newHttpClient();
    private SimulatedCluster cluster;
    private String token;

    @BeforeEach
    void start() throws IOException {
        cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withNodes(2).withSpeed(25).withTls(false));
        token = Pattern.compile("token: (\\S+)").matcher(cluster.kubeconfig("admin")).results().findFirst()
                .orElseThrow().group(1);
    }

    @AfterEach
    void stop() {
        cluster.close();
        client.close();
    }

    private JsonNode send(String method, String path, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(cluster.url() + path))
                .header("Authorization", "Bearer " + token).header("Accept", "application/json")
                .header("Content-Type", method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
                .method(method, BodyPublishers.ofString(body)).build();
        var answer = client.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        return SimulatedStoreJsonCodec.parseTree(answer.body().getBytes(StandardCharsets.UTF_8));
    }

    /** The newest sign of life of any node: the time as the cluster has it. */
    private Instant now() throws Exception {
        return StreamSupport.stream(send("GET", LEASES, "").path("items").spliterator(), false)
                .filter(lease -> !lease.at("/metadata/name").asText().equals("late-1"))
                .map(lease -> Instant.parse(lease.at("/spec/renewTime").asText())).max(Instant::compareTo)
                .orElseThrow();
    }

    private void join() throws Exception {
        send("POST", "/api/v1/nodes", """
                {"metadata": {"name": "late-1"}, "spec": {"podCIDR": "10.250.0.0/24"}, "status": {
                 "addresses": [{"type": "InternalIP", "address": "10.20.9.9"}],
                 "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "here",
                  "lastHeartbeatTime": "%1$s", "lastTransitionTime": "%1$s"}]}}
                """.formatted(SimulatedTimestampFormat.secondsText(now())));
        send("POST", LEASES, """
                {"metadata": {"name": "late-1"}, "spec": {"holderIdentity": "late-1", "leaseDurationSeconds": 40,
                 "renewTime": "%s"}}
                """.formatted(SimulatedTimestampFormat.microsText(now())));
        send("POST", "/api/v1/namespaces/default/pods",
                """
                        {"metadata": {"name": "exporter", "labels": {"app": "exporter"}}, "spec": {"nodeName": "late-1",
                         "tolerations": [{"operator": "Exists"}], "containers": [{"name": "main", "image": "registry.example/exporter:1"}]}}
                        """);
        send("PATCH", POD + "/status", """
                {"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}
                """);
    }

    private static String ready(JsonNode object) {
        return StreamSupport.stream(object.at("/status/conditions").spliterator(), false)
                .filter(element -> element.path("type").asText().equals("Ready"))
                .map(element -> element.path("status").asText()).findFirst().orElse("");
    }

    @Test
    void aNodeThatIsHeardLateIsNotSilentAndItsPodsAreNotGivenUp() throws Exception {
        join();
        var startTime = now();
        var sent = startTime;
        var late = Duration.ZERO;
        while (late.compareTo(GRACE.plusSeconds(20)) < 0) {
            if (Duration.between(sent, now()).compareTo(GRACE.dividedBy(2)) > 0) {
                // This machine stood still for so long that the node was truly silent.
                startTime = now();
            }
            sent = now();
            // Each sign is given a quarter of the time after the one before that passes until it is heard.
            var given = startTime.plus(Duration.between(startTime, now()).dividedBy(4));
            send("PATCH", LEASES + "/late-1", """
                    {"spec": {"renewTime": "%s"}}
                    """.formatted(SimulatedTimestampFormat.microsText(given)));
            late = Duration.between(given, now());
            var node = ready(send("GET", "/api/v1/nodes/late-1", ""));
            var pod = ready(send("GET", POD, ""));

            if (Duration.between(sent, now()).compareTo(GRACE.dividedBy(2)) <= 0) {
                assertThat(node).as("heard %s late", late).isEqualTo("True");
                assertThat(pod).as("heard %s late", late).isEqualTo("True");
            }
        }
    }
}
