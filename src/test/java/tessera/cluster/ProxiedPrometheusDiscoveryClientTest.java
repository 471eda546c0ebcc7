package tessera.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.http.SessionAccessMode;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.PrometheusCandidate;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryResult;
import tessera.metrics.prometheus.discovery.PrometheusFinder;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The Prometheus of a cluster, as it is found and asked through the API server. */
class ProxiedPrometheusDiscoveryClientTest {

    private static final String OPERATED = "/apis/monitoring.coreos.com/v1/prometheuses";
    private static final String SERVICES = "/api/v1/services";
    private static final PrometheusCandidate PLACE = new PrometheusCandidate("Prometheus", "monitoring",
            "prometheus-k8s", "web", false, "");
    private static final String PROXY = "/api/v1/namespaces/monitoring/services/http:prometheus-k8s:web/proxy";

    private final Map<String, ScriptedServer.Script> scripts = new ConcurrentHashMap<>();
    private ScriptedServer server;
    private ClusterConnection connection;
    private volatile SessionAccessMode mode = SessionAccessMode.READ_ONLY;

    @BeforeEach
    void connect() throws Exception {
        server = ScriptedServer.start(this::answer);
        connection = ClusterConnection.open(Contexts.context(server.address()), Contexts.terms(), () -> mode);
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
        server.close();
    }

    private void answer(Exchange exchange) throws Exception {
        var script = scripts.get(exchange.path());
        if (script != null) {
            script.answer(exchange);
        } else {
            status(exchange, 404, "NotFound", "the server could not find the requested resource");
        }
    }

    private static void status(Exchange exchange, int code, String reason, String message) throws Exception {
        exchange.json(code, """
                {"kind":"Status","apiVersion":"v1","status":"Failure","message":"%s","reason":"%s","code":%d}
                """.formatted(message, reason, code));
    }

    private void list(String path, String... items) {
        scripts.put(path, exchange -> exchange.json(200, "{\"items\":[" + String.join(",", items) + "]}"));
    }

    private static String service(String namespace, String name, String labels, String port) {
        return "{\"metadata\":{\"namespace\":\"" + namespace + "\",\"name\":\"" + name + "\",\"labels\":{" + labels
                + "}},\"spec\":{\"ports\":[{\"name\":\"metrics\",\"port\":1},{" + port + "}]}}";
    }

    /** Lets a Prometheus answer below a path. */
    private void prometheus(String proxy, String count) {
        scripts.put(proxy + "/api/v1/status/buildinfo",
                exchange -> exchange.json(200, "{\"status\":\"success\",\"data\":{\"version\":\"3.14.0\"}}"));
        scripts.put(proxy + "/api/v1/query", exchange -> {
            var asked = exchange.method.equals("POST") ? new String(exchange.body, StandardCharsets.UTF_8)
                    : exchange.target;
            exchange.json(200,
                    "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                            + (asked.contains("DCGM_FI_DEV_GPU_TEMP") && !count.isEmpty()
                                    ? "{\"metric\":{},\"value\":[1,\"" + count + "\"]}"
                                    : "")
                            + "]}}");
        });
    }

    private PrometheusDiscoveryResult find() throws InterruptedException {
        return new PrometheusFinder(new ProxiedPrometheusDiscoveryClient(() -> connection), Duration.ofSeconds(20))
                .find();
    }

    private PrometheusClient client() {
        return new PrometheusClient(new ProxiedPrometheusDiscoveryClient(() -> connection).connectTo(PLACE),
                Duration.ofSeconds(20));
    }

    @Test
    void aLoginThatIsQuotedInARefusalIsNotPassedOn() throws Exception {
        scripts.put(PROXY + "/api/v1/query",
                exchange -> exchange.text(403, "text/plain", "no such user: Bearer test-token"));

        var refused = catchThrowableOfType(ProblemException.class, () -> client().queryInstant("x", null));

        assertThat(refused.problem().kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
        assertThat(refused.problem().detail()).contains("no such user").doesNotContain("test-token");
    }

    @Test
    void whatTheOperatorRunsIsFoundFirst() throws Exception {
        list(OPERATED, """
                {"metadata":{"namespace":"obs","name":"main"},
                 "spec":{"routePrefix":"/prom/","web":{"tlsConfig":{"cert":{}}}}}""");
        prometheus("/api/v1/namespaces/obs/services/https:prometheus-operated:web/proxy/prom", "24");

        var finding = find();

        var found = Objects.requireNonNull(finding.prometheus());
        assertThat(found.candidate().key()).isEqualTo("obs/prometheus-operated");
        assertThat(found.version()).isEqualTo("3.14.0");
        assertThat(found.series()).isEqualTo(24);
        assertThat(found.presence()).isEqualTo("count(DCGM_FI_DEV_GPU_TEMP)");
        assertThat(server.requests()).noneMatch(request -> request.contains(SERVICES));
        assertThat(finding.candidates()).allSatisfy(tried -> assertThat(tried.outcome()).isNull());
    }

    @Test
    void servicesAreTriedInOrderAndTheOneThatKnowsOfGpusIsTaken() throws Exception {
        list(SERVICES, service("a", "vmselect-main", "", "\"name\":\"http\",\"port\":8481"),
                service("b", "prometheus-server", "", "\"port\":80"),
                service("c", "kps", "\"app\":\"kube-prometheus-stack-prometheus\",\"self-monitor\":\"true\"",
                        "\"name\":\"http-web\",\"port\":9090"),
                service("c", "prometheus-node-exporter", "", "\"name\":\"http\",\"port\":9100"));
        prometheus("/api/v1/namespaces/b/services/http:prometheus-server:80/proxy", "");
        prometheus("/api/v1/namespaces/a/services/http:vmselect-main:http/proxy/select/0/prometheus", "8");
        scripts.put("/api/v1/namespaces/c/services/http:kps:http-web/proxy/api/v1/status/buildinfo",
                exchange -> status(exchange, 503, "ServiceUnavailable", "no endpoints available for service"));

        var finding = find();

        assertThat(Objects.requireNonNull(finding.prometheus()).candidate().title()).isEqualTo("VictoriaMetrics");
        assertThat(finding.candidates()).extracting(
                tried -> tried.what() + ": " + (tried.outcome() == null ? "yes" : tried.outcome().problemText()))
                .containsExactly("Prometheus objects of the Prometheus Operator: No known Prometheus was found",
                        "services in all namespaces: yes",
                        "kube-prometheus-stack at c/kps:http-web: The cluster could not read the version of "
                                + "Prometheus (status 503): no endpoints available for service",
                        "Prometheus at b/prometheus-server:80: This Prometheus has no GPU metrics",
                        "VictoriaMetrics at a/vmselect-main:http/select/0/prometheus: yes");
    }

    @Test
    void oneWithoutGpusIsBetterThanNone() throws Exception {
        list(SERVICES, service("monitoring", "prometheus-k8s", "", "\"name\":\"web\",\"port\":9090"));
        prometheus(PROXY, "");

        var found = Objects.requireNonNull(find().prometheus());

        assertThat(found.knowsGpus()).isFalse();
        assertThat(found.candidate().key()).isEqualTo("monitoring/prometheus-k8s");
    }

    @Test
    void whoMayNotListAllServicesHasTheUsualNamespacesLookedInto() throws Exception {
        scripts.put(SERVICES, exchange -> status(exchange, 403, "Forbidden", "services is forbidden: no"));
        list("/api/v1/namespaces/monitoring/services",
                service("monitoring", "prometheus-k8s", "", "\"name\":\"web\",\"port\":9090"));
        prometheus(PROXY, "8");

        var finding = find();

        assertThat(Objects.requireNonNull(finding.prometheus()).series()).isEqualTo(8);
        assertThat(finding.candidates()).anySatisfy(tried -> {
            assertThat(tried.what()).isEqualTo("services in all namespaces");
            assertThat(Objects.requireNonNull(tried.outcome()).kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
        });
    }

    @Test
    void whereThereIsNoneEverythingThatWasTriedIsTold() throws Exception {
        list(SERVICES);

        var finding = find();

        assertThat(finding.prometheus()).isNull();
        assertThat(finding.candidates()).hasSize(2).allSatisfy(tried -> assertThat(tried.outcome()).isNotNull());
    }

    @Test
    void inReadOnlyModeNothingButGetsAreSent() throws Exception {
        prometheus(PROXY, "8");
        var client = client();

        assertThat(client.queryInstant("count(DCGM_FI_DEV_GPU_TEMP)", null).data().valueOf(0)).isEqualTo(8);
        assertThat(client.queryInstant("count(DCGM_FI_DEV_GPU_TEMP)", null).data().valueOf(0)).isEqualTo(8);

        assertThat(server.requests()).hasSize(2).allSatisfy(
                request -> assertThat(request).startsWith("GET " + PROXY + "/api/v1/query?query=count%28DCGM"));
    }

    @Test
    void wherePostsAreAllowedQuestionsAreForms() throws Exception {
        mode = SessionAccessMode.READ_WRITE;
        prometheus(PROXY, "8");

        assertThat(client().queryInstant("count(DCGM_FI_DEV_GPU_TEMP)", null).data().valueOf(0)).isEqualTo(8);

        var exchange = server.exchanges().getFirst();
        assertThat(exchange.method + " " + exchange.target).isEqualTo("POST " + PROXY + "/api/v1/query");
        assertThat(exchange.headers.get("content-type")).startsWith("application/x-www-form-urlencoded");
    }

    @Test
    void whoMayOnlyGetIsAnsweredAllTheSame() throws Exception {
        mode = SessionAccessMode.READ_WRITE;
        prometheus(PROXY, "8");
        var get = Objects.requireNonNull(scripts.get(PROXY + "/api/v1/query"));
        scripts.put(PROXY + "/api/v1/query", exchange -> {
            if (exchange.method.equals("POST")) {
                status(exchange, 403, "Forbidden", "cannot create resource services/proxy");
            } else {
                get.answer(exchange);
            }
        });

        assertThat(client().queryInstant("count(DCGM_FI_DEV_GPU_TEMP)", null).data().valueOf(0)).isEqualTo(8);
        assertThat(server.exchanges()).extracting(exchange -> exchange.method).containsExactly("POST", "GET");
    }

    @Test
    void whatPrometheusSaysIsToldFromWhatTheApiServerSays() {
        scripts.put(PROXY + "/api/v1/query", exchange -> exchange.json(422,
                "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"many-to-many matching\"}"));
        var prometheus = catchThrowableOfType(ProblemException.class, () -> client().queryInstant("x", null)).problem();
        scripts.put(PROXY + "/api/v1/query",
                exchange -> status(exchange, 403, "Forbidden",
                        "services \\\"http:prometheus-k8s:web\\\" is forbidden: User \\\"u\\\" cannot get resource"
                                + " \\\"services/proxy\\\" in API group \\\"\\\" in the namespace \\\"monitoring\\\""));
        var server = catchThrowableOfType(ProblemException.class, () -> client().queryInstant("x", null)).problem();

        assertThat(prometheus.problemText())
                .isEqualTo("Prometheus could not evaluate the query: many-to-many matching");
        assertThat(server.kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
        assertThat(server.detail()).contains("cannot get resource");
    }

    @Test
    void aNameThatIsNoNameLeadsNowhereElse() throws Exception {
        var candidate = new PrometheusCandidate("x", "a/../b", "s?q", "1", false, "/../../..//x y");
        var queries = new ProxiedPrometheusDiscoveryClient(() -> connection).connectTo(candidate);
        var client = new PrometheusClient(queries, Duration.ofSeconds(20));

        assertThat(catchThrowableOfType(ProblemException.class, client::buildInfo).problem().kind())
                .isIn(OperationProblemKind.READ_ONLY, OperationProblemKind.NOT_FOUND);
        assertThat(server.requests()).isEqualTo(List.of());
    }
}
