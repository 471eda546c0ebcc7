package tessera.demo.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tessera.demo.SimulatedCluster;

import static org.assertj.core.api.Assertions.assertThat;

/** A client of a simulated cluster that has nothing but its kubeconfig. */
record Kube(String server, String token) {

    static final String OPERATOR = "/api/v1/namespaces/gpu-operator";
    static final String POLICY = "/apis/nvidia.com/v1/clusterpolicies/cluster-policy";
    static final String SETS = "/apis/apps/v1/namespaces/gpu-operator/daemonsets/";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration BETWEEN = Duration.ofMillis(100);

    static Kube of(SimulatedCluster cluster) {
        var kubeconfig = cluster.kubeconfig();
        return new Kube(told(kubeconfig, "server: (\\S+)"), told(kubeconfig, "token: (\\S+)"));
    }

    private static String told(String kubeconfig, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(kubeconfig);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    HttpResponse<String> send(String method, String path, @Nullable String body) {
        var request = HttpRequest.newBuilder(URI.create(server + path)).header("Authorization", "Bearer " + token)
                .header("Content-Type", method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)).build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new InterruptedIOException());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is there; an empty object where nothing is. */
    JsonNode get(String path) {
        var response = send("GET", path, null);
        assertThat(response.statusCode()).as(path).isIn(200, 404);
        return response.statusCode() == 404 ? JsonNodeFactory.instance.objectNode() : tree(response.body());
    }

    List<JsonNode> list(String path) {
        var items = new ArrayList<JsonNode>();
        get(path).path("items").forEach(items::add);
        return items;
    }

    JsonNode patch(String path, String merge) {
        var response = send("PATCH", path, merge);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return tree(response.body());
    }

    void post(String path, String object) {
        var response = send("POST", path, object);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    void delete(String path) {
        var response = send("DELETE", path, null);
        assertThat(response.statusCode()).as(response.body()).isIn(200, 202);
    }

    private static ObjectNode tree(String text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode node(String name) {
        return get("/api/v1/nodes/" + name);
    }

    String label(String node, String key) {
        return node(node).path("metadata").path("labels").path(key).asText();
    }

    /** Sets a label of a node; null takes it away. */
    void label(String node, String key, @Nullable String value) {
        patch("/api/v1/nodes/" + node,
                "{\"metadata\":{\"labels\":{\"%s\":%s}}}".formatted(key, value == null ? "null" : "\"" + value + "\""));
    }

    String capacity(String node, String resource) {
        return node(node).path("status").path("capacity").path(resource).asText();
    }

    String allocatable(String node, String resource) {
        return node(node).path("status").path("allocatable").path(resource).asText();
    }

    /** The pods of an operand on a node. */
    List<JsonNode> operand(String app, String node) {
        return list(OPERATOR + "/pods?labelSelector=app%3D" + app + "&fieldSelector=spec.nodeName%3D" + node);
    }

    /** Deletes the pods of an operand on a node, as one does to have it start anew. */
    void restart(String app, String node) {
        operand(app, node).forEach(pod -> delete(OPERATOR + "/pods/" + name(pod)));
    }

    static String name(JsonNode object) {
        return object.path("metadata").path("name").asText();
    }

    /** Asks until the answer is as wanted; fails with the last one. */
    <T> T await(Supplier<T> question, Predicate<T> wanted) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            var answer = question.get();
            if (wanted.test(answer)) {
                return answer;
            }
            assertThat(System.nanoTime()).as("in vain waited for something else than %s", answer).isLessThan(deadline);
            try {
                Thread.sleep(BETWEEN);
            } catch (InterruptedException e) {
                throw new UncheckedIOException(new InterruptedIOException());
            }
        }
    }
}
