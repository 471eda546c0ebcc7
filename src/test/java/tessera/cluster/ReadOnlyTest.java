package tessera.cluster;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.okhttp.OkHttpClientImpl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.SessionAccessMode;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Tries to change a cluster in every way this program could, and looks at what arrives. */
class ReadOnlyTest {

    private static final String PODS = "/api/v1/namespaces/n/pods";
    private static final MediaType JSON = MediaType.get("application/json");

    private ScriptedServer server;
    private ClusterConnection connection;

    @BeforeEach
    void connect() throws Exception {
        server = ScriptedServer.start(exchange -> exchange.json(200,
                """
                        {"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"n","resourceVersion":"1"},"items":[]}
                        """));
        connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                () -> SessionAccessMode.READ_ONLY);
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
        server.close();
    }

    private static HttpClient face(KubernetesClient client) {
        return client.getHttpClient();
    }

    private OkHttpClient innermost() {
        return ((OkHttpClientImpl) face(connection.kubernetes())).getOkHttpClient();
    }

    @Test
    void nothingArrivesThroughTheWire() {
        for (var method : List.of("POST", "PUT", "PATCH", "DELETE")) {
            var request = new ApiRequest(method, PODS, StandardCharsets.UTF_8.encode("{}"), "application/json",
                    Duration.ofSeconds(5), true, "*/*", "change pods");

            var problemException = catchThrowableOfType(ProblemException.class, () -> connection.send(request));

            assertThat(problemException.problem().kind()).as(method).isEqualTo(OperationProblemKind.READ_ONLY);
            assertThat(problemException.problem().headline()).contains(method + " " + PODS);
        }
        assertThatThrownBy(() -> connection.send(ApiRequest.get(PODS + "/p/exec?command=ls", "look")))
                .isInstanceOf(ProblemException.class);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void nothingArrivesThroughTheInnermostClientNorAnyClientMadeFromIt() {
        var derived = innermost().newBuilder().readTimeout(Duration.ofSeconds(5)).build();
        for (var client : List.of(innermost(), derived)) {
            for (var method : List.of("POST", "PUT", "PATCH", "DELETE", "MERGE")) {
                var request = new Request.Builder().url(server.address() + PODS)
                        .method(method, RequestBody.create("{}", JSON)).build();
                assertThatThrownBy(() -> client.newCall(request).execute()).isInstanceOf(IOException.class)
                        .hasMessageContaining("Read-only mode blocked");
            }
        }
        assertThat(server.requests()).isEmpty();
    }

    private static final List<String> CHANGING = List.of("pods/p/eviction", "pods/p/binding", "bindings",
            "pods/p/ephemeralcontainers", "pods/p/resize", "pods/p/status", "pods/p/exec?command=ls", "pods/p/attach",
            "pods/p/portforward?ports=80", "pods/p/proxy/admin", "pods/p/log", "services/s/proxy/reboot",
            "serviceaccounts/default/token", "replicationcontrollers/r/scale", "configmaps/m", "configmaps",
            "pods?labelSelector=a", "pods/p?dryRun=None", "pods/p?dryRun=", "pods/p?dryrun=All",
            "pods/p/eviction?dryRun=All", "serviceaccounts/default/token?dryRun=All", "pods/p/exec?dryRun=All",
            "services/s/proxy/x?dryRun=All");

    /** By every layer that a caller could get hold of, the outermost first. */
    private Map<String, Send> layers() {
        var client = connection.kubernetes();
        var layers = new LinkedHashMap<String, Send>();
        layers.put("the wire",
                (method, path) -> connection.send(
                        new ApiRequest(method, path, method.equals("GET") ? null : StandardCharsets.UTF_8.encode("{}"),
                                "application/json", Duration.ofSeconds(5), true, "*/*", "try"))
                        .close());
        layers.put("fabric8's raw requests",
                (method, path) -> client.raw(path, method, method.equals("GET") ? null : Map.of()));
        layers.put("fabric8's HTTP client", (method, path) -> send(face(client), method, path));
        layers.put("a client derived from fabric8's",
                (method, path) -> send(face(client).newBuilder().build(), method, path));
        layers.put("the innermost client",
                (method, path) -> innermost()
                        .newCall(new Request.Builder().url(server.address() + path)
                                .method(method, method.equals("GET") ? null : RequestBody.create("{}", JSON)).build())
                        .execute().close());
        return layers;
    }

    private void send(HttpClient client, String method, String path) throws Exception {
        var request = client.newHttpRequestBuilder().uri(server.address() + path);
        if (!method.equals("GET")) {
            request.method(method, "application/json", "{}");
        }
        client.sendAsync(request.build(), String.class).get();
    }

    private interface Send {
        void send(String method, String path) throws Exception;
    }

    @Test
    void noVerbOnAnySubresourceArrivesThroughAnyLayer() {
        layers().forEach((layer, send) -> {
            for (var method : List.of("POST", "PUT", "PATCH", "DELETE", "LOCK", "MERGE")) {
                for (var path : CHANGING) {
                    assertThatThrownBy(() -> send.send(method, "/api/v1/namespaces/n/" + path))
                            .as("%s %s by %s", method, path, layer).hasStackTraceContaining("Read-only mode blocked");
                }
            }
        });
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void noReadThatReachesFurtherThanTheApiArrivesThroughAnyLayer() {
        var reaching = CHANGING.stream().filter(path -> path.matches(".*/(exec|attach|portforward|proxy/\\w+)(\\?.*)?"))
                .toList();
        assertThat(reaching).hasSizeGreaterThan(5);
        layers().forEach((layer, send) -> {
            for (var path : reaching) {
                assertThatThrownBy(() -> send.send("GET", "/api/v1/namespaces/n/" + path)).as("%s by %s", path, layer)
                        .hasStackTraceContaining("Read-only mode blocked");
            }
        });
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void reviewsOfOthersAreNoQuestionsAboutOneselfAndDoNotArrive() {
        layers().forEach((layer, send) -> {
            for (var path : List.of("/apis/authentication.k8s.io/v1/tokenreviews",
                    "/apis/authorization.k8s.io/v1/subjectaccessreviews",
                    "/apis/authorization.k8s.io/v1/namespaces/n/localsubjectaccessreviews",
                    "/apis/certificates.k8s.io/v1/certificatesigningrequests/c/approval",
                    "/apis/apps/v1/namespaces/n/deployments/d/scale")) {
                assertThatThrownBy(() -> send.send("POST", path)).as("%s by %s", path, layer)
                        .hasStackTraceContaining("Read-only mode blocked");
            }
        });
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void questionsAboutOneselfArriveBecauseTheyLeaveNothingBehind() throws Exception {
        var questions = List.of("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
                "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
                "/apis/authentication.k8s.io/v1/selfsubjectreviews");
        for (var send : layers().values()) {
            for (var path : questions) {
                send.send("POST", path);
            }
        }

        assertThat(server.requests()).hasSize(layers().size() * questions.size())
                .allMatch(request -> request.startsWith("POST /apis/auth"));
    }

    @Test
    void noWebSocketArrives() throws Exception {
        var refused = new java.util.concurrent.CompletableFuture<Throwable>();
        innermost().newWebSocket(new Request.Builder().url(server.address() + PODS + "/p/log").build(),
                new WebSocketListener() {
                    @Override
                    public void onFailure(WebSocket socket, Throwable why, okhttp3.@Nullable Response response) {
                        refused.complete(why);
                    }
                });

        assertThat(refused.get(3, TimeUnit.MINUTES)).hasMessageContaining("Read-only mode blocked");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void nothingArrivesThroughFabric8sHttpClient() {
        for (var method : List.of("POST", "PUT", "PATCH", "DELETE")) {
            for (var client : List.of(face(connection.kubernetes()),
                    face(connection.kubernetes()).newBuilder().build())) {
                var request = client.newHttpRequestBuilder().uri(server.address() + PODS)
                        .method(method, "application/json", "{}").build();
                assertThatThrownBy(() -> client.sendAsync(request, String.class).get())
                        .isInstanceOf(ExecutionException.class).hasMessageContaining("Read-only mode blocked");
            }
        }
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void nothingArrivesThroughFabric8sObjects() {
        var client = connection.kubernetes();
        var pod = new PodBuilder().withNewMetadata().withName("p").withNamespace("n").endMetadata().withNewSpec()
                .endSpec().build();
        var map = new ConfigMapBuilder().withNewMetadata().withName("m").withNamespace("n").endMetadata().build();
        var pods = client.pods().inNamespace("n");
        var ways = new LinkedHashMap<String, Runnable>();
        ways.put("create", () -> client.resource(pod).create());
        ways.put("update", () -> client.resource(pod).update());
        ways.put("status", () -> client.resource(pod).updateStatus());
        ways.put("apply", () -> client.resource(map).serverSideApply());
        ways.put("delete", () -> client.resource(pod).delete());
        ways.put("delete forced", () -> pods.withName("p").withGracePeriod(0)
                .withPropagationPolicy(DeletionPropagation.BACKGROUND).delete());
        ways.put("delete all", () -> pods.delete());
        ways.put("edit", () -> pods.withName("p")
                .edit(read -> new PodBuilder(read).editMetadata().addToLabels("a", "b").endMetadata().build()));
        ways.put("patch", () -> pods.withName("p").patch(PatchContext.of(PatchType.STRATEGIC_MERGE), "{}"));
        ways.put("evict", () -> pods.withName("p").evict());
        ways.put("scale", () -> client.apps().deployments().inNamespace("n").withName("d").scale(1));
        ways.put("restart", () -> client.apps().deployments().inNamespace("n").withName("d").rolling().restart());
        ways.put("exec", () -> pods.withName("p").redirectingOutput().exec("ls"));
        ways.put("attach", () -> pods.withName("p").redirectingOutput().attach());
        ways.put("port forward",
                () -> pods.withName("p").portForward(80,
                        java.nio.channels.Channels.newChannel(new ByteArrayInputStream(new byte[0])),
                        java.nio.channels.Channels.newChannel(new java.io.ByteArrayOutputStream())));
        ways.put("upload", () -> pods.withName("p").file("/tmp/x").upload(new ByteArrayInputStream(new byte[1])));
        ways.put("token", () -> client.serviceAccounts().inNamespace("n").withName("default")
                .tokenRequest(new io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder().build()));
        ways.put("binding",
                () -> client.bindings().inNamespace("n")
                        .resource(new io.fabric8.kubernetes.api.model.BindingBuilder().withNewMetadata().withName("p")
                                .endMetadata().withNewTarget().withName("x").endTarget().build())
                        .create());
        ways.put("ephemeral container", () -> pods.withName("p").ephemeralContainers().edit(read -> read));
        ways.put("resize", () -> client.resource(pod).subresource("resize").update());
        ways.put("raw", () -> client.raw(PODS, "DELETE", null));
        ways.put("raw post", () -> client.raw(PODS, "POST", Map.of()));
        ways.put("cordon", () -> client.nodes().withName("x").edit(node -> {
            node.setSpec(new io.fabric8.kubernetes.api.model.NodeSpecBuilder().withUnschedulable(true).build());
            return node;
        }));

        ways.forEach((name, way) -> {
            try {
                way.run();
            } catch (RuntimeException e) {
                // What counts is what arrives.
            }
        });

        assertThat(server.requests()).allMatch(request -> request.startsWith("GET "))
                .noneMatch(request -> request.matches(".*/(exec|attach|portforward)(\\?.*)?"));
    }

    @Test
    void aRefusalByReadOnlyModeIsToldAsOne() {
        var pods = connection.kubernetes().pods().inNamespace("n");

        var thrown = catchThrowableOfType(KubernetesClientException.class, () -> pods.withName("p").delete());

        assertThat(connection.explain("delete p", thrown).kind()).isEqualTo(OperationProblemKind.READ_ONLY);
        assertThat(connection.explain("delete p", thrown).remedy()).contains("Leave read-only mode");
    }

    @Test
    void rehearsalsAndQuestionsArrive() {
        var client = connection.kubernetes();
        var map = new ConfigMapBuilder().withNewMetadata().withName("m").withNamespace("n").endMetadata().build();

        client.resource(map).dryRun(true).create();
        client.configMaps().inNamespace("n").withName("m").dryRun(true).delete();
        client.resource(new SelfSubjectAccessReviewBuilder().withNewSpec().endSpec().build()).create();

        assertThat(server.requests()).hasSize(3);
        assertThat(server.requests().get(0)).startsWith("POST /api/v1/namespaces/n/configmaps?dryRun=All");
        assertThat(server.requests().get(1)).startsWith("DELETE /api/v1/namespaces/n/configmaps/m?dryRun=All");
    }

    @Test
    void nothingGoesToAnotherServerWhateverTheMode() throws Exception {
        try (var other = ScriptedServer.start(exchange -> exchange.json(200, "{}"));
                var writing = ClusterConnection.open(Contexts.context(server.address() + "/k8s/one"), Contexts.terms(),
                        () -> SessionAccessMode.READ_WRITE)) {
            var client = ((OkHttpClientImpl) face(writing.kubernetes())).getOkHttpClient();
            for (var url : List.of(other.address() + "/k8s/one/version", server.address() + "/version",
                    server.address() + "/k8s/onemore/version")) {
                assertThatThrownBy(() -> client.newCall(new Request.Builder().url(url).build()).execute()).as(url)
                        .isInstanceOf(IOException.class).hasMessageContaining("is not the API server of the cluster");
            }
            writing.readBytes(ApiRequest.get("/version", "ask for the version"));

            assertThat(other.requests()).isEmpty();
            assertThat(server.requests()).containsExactly("GET /k8s/one/version");
        }
    }

    @Test
    void aWriteArrivesOnceTheUserLeftReadOnlyMode() throws Exception {
        try (var writing = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(),
                () -> SessionAccessMode.READ_WRITE)) {
            writing.kubernetes().pods().inNamespace("n").withName("p").delete();
        }

        assertThat(server.requests()).containsExactly("DELETE " + PODS + "/p");
    }
}
