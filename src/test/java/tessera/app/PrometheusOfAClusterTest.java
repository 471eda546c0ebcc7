package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.util.WaitForAsyncUtils;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSnapshot;
import tessera.app.cli.PrometheusAlertQueryResult;
import tessera.app.report.AlertsReport;
import tessera.app.report.OutputFormat;
import tessera.app.wiring.ApplicationSettingsService;
import tessera.app.wiring.ClusterSelectionService;
import tessera.app.wiring.PrometheusConnectionSettings;
import tessera.app.wiring.StartupOptions;
import tessera.cluster.fixture.ScriptedCluster;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.MetricReading;
import tessera.model.reading.NodeReadings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** How it stands with the Prometheus of a cluster that is opened by a kubeconfig. */
class PrometheusOfAClusterTest {

    private static final String PROXY = "/api/v1/namespaces/monitoring/services/http:prometheus-k8s:web/proxy";
    private static final String FORBIDDEN = """
            {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,
             "message":"services is forbidden: User \\"reader\\" cannot list resource \\"services\\""}
            """;

    @TempDir
    private Path home;
    private ScriptedCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new ScriptedCluster();
        cluster.putNode("h100-01");
    }

    @AfterEach
    void stop() throws Exception {
        cluster.close();
    }

    private ClusterSelectionService desk(Optional<PrometheusConnectionSettings> named) throws Exception {
        var file = Files.writeString(home.resolve("config"), """
                contexts: [{name: a, context: {cluster: c, user: u}}, {name: b, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "%s"}}]
                users: [{name: u, user: {token: t}}]
                current-context: a
                """.formatted(cluster.server().address()));
        return ClusterSelectionService.start(new ProcessEnvironment(Map.of(), home, home, file),
                ApplicationSettingsService.readFrom(home), new StartupOptions("", false, 12, 1, List.of(), named),
                Clock.systemUTC(), Duration.ofMinutes(1));
    }

    private static PrometheusConnectionSettings terms(String url) {
        return new PrometheusConnectionSettings(url, null, null, null, null, null, null, null);
    }

    private static boolean aboutServices(Exchange exchange) {
        return exchange.path().contains("/services") || exchange.path().contains("monitoring.coreos.com");
    }

    /** Answers as a Prometheus that knows of some GPUs. */
    private static void prometheus(Exchange exchange) throws Exception {
        exchange.json(200,
                exchange.path().endsWith("/buildinfo") ? "{\"status\":\"success\",\"data\":{\"version\":\"3.1.0\"}}"
                        : "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":"
                                + "[{\"metric\":{},\"value\":[1,\"8\"]}]}}");
    }

    private static final List<String> SERIES = List.of("DCGM_FI_DEV_GPU_TEMP 61", "DCGM_FI_PROF_GR_ENGINE_ACTIVE 0.5");

    /** Answers as one that last scraped the node 20 seconds before it is asked. */
    private static void prometheusOfASampleAgo(Exchange exchange) throws Exception {
        var question = URLDecoder.decode(exchange.target + new String(exchange.body, UTF_8), UTF_8);
        if (question.contains("time() - max by")) {
            exchange.json(200, vector("{\"metric\":{\"Hostname\":\"h100-01\"},\"value\":[1,\"20\"]}"));
        } else if (question.contains("__name__")) {
            exchange.json(200, vector(SERIES.stream().map(one -> one.split(" ", -1))
                    .filter(one -> question.contains(one[0])).map(one -> """
                            {"metric":{"__name__":"%s","Hostname":"h100-01","UUID":"GPU-1","gpu":"0"},"value":[1,"%s"]}
                            """.formatted(one[0], one[1])).collect(Collectors.joining(","))));
        } else {
            prometheus(exchange);
        }
    }

    private static String vector(String elements) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[" + elements + "]}}";
    }

    @Test
    void theFleetIsToldByPrometheusWithTheAgeOfItsSamples() throws Exception {
        answer(PrometheusOfAClusterTest::aboutServices, exchange -> exchange.json(200, "{\"items\":[]}"));
        try (var server = ScriptedServer.start(PrometheusOfAClusterTest::prometheusOfASampleAgo);
                var clusterSelection = desk(Optional.of(terms(server.address())))) {
            clusterSelection.openFirst();

            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> readings(clusterSelection).at() != null);

            var readings = readings(clusterSelection);
            assertThat(readings.source()).isEqualTo("Prometheus 127.0.0.1:" + server.port());
            assertThat(readings.at()).isBefore(clusterSelection.deviceReadings().get().at().minusSeconds(19));
            var device = readings.devices().getFirst();
            assertThat(device.readingOf(DeviceMetric.TEMPERATURE))
                    .isEqualTo(new MetricReading.MeasuredMetricReading(61));
            assertThat(device.readingOf(DeviceMetric.UTILISATION))
                    .isEqualTo(new MetricReading.MeasuredMetricReading(0.5));
            assertThat(device.readingOf(DeviceMetric.POWER))
                    .isEqualTo(new MetricReading.MissingMetricReading(MetricReading.MissingValueReason.NOT_EXPORTED));
        }
    }

    private static NodeReadings readings(ClusterSelectionService clusterSelection) {
        var nodeReadings = clusterSelection.deviceReadings().get().readingsOf("h100-01");
        return nodeReadings == null ? new NodeReadings("h100-01", "", null, Duration.ofSeconds(30), null, List.of())
                : nodeReadings;
    }

    private static <S extends PrometheusDiscoveryStatus> S await(ClusterSelectionService clusterSelection,
            Class<S> kind) throws TimeoutException {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES,
                () -> kind.isInstance(clusterSelection.prometheusStatus().get()));
        return kind.cast(clusterSelection.prometheusStatus().get());
    }

    private void answer(Predicate<Exchange> such, ScriptedServer.Script script) {
        cluster.answer(such, script);
    }

    @Test
    void theOneInTheClusterIsFoundThroughTheApiServer() throws Exception {
        answer(PrometheusOfAClusterTest::aboutServices, exchange -> {
            if (exchange.path().startsWith(PROXY)) {
                prometheus(exchange);
            } else if (exchange.path().equals("/api/v1/services")) {
                exchange.json(200, """
                        {"items":[{"metadata":{"namespace":"monitoring","name":"prometheus-k8s"},
                         "spec":{"ports":[{"name":"web","port":9090}]}}]}
                        """);
            } else {
                exchange.json(404, "{\"kind\":\"Status\",\"code\":404,\"reason\":\"NotFound\",\"message\":\"no\"}");
            }
        });
        try (var clusterSelection = desk(Optional.empty())) {
            clusterSelection.openFirst();

            var prometheus = await(clusterSelection, PrometheusDiscoveryStatus.PrometheusAvailable.class);

            assertThat(prometheus.name()).isEqualTo("Prometheus monitoring/prometheus-k8s");
            assertThat(prometheus.version()).isEqualTo("3.1.0");
            assertThat(prometheus.knowsGpus()).isTrue();
            assertThat(prometheus.client().queryInstant("up", null).data().valueOf(0)).isEqualTo(8);
        }
    }

    @Test
    void whoMayNotLookForOneIsToldInTheServersWordsAndMayTryAgain() throws Exception {
        answer(PrometheusOfAClusterTest::aboutServices, exchange -> exchange.json(403, FORBIDDEN));
        try (var clusterSelection = desk(Optional.empty())) {
            clusterSelection.openFirst();

            var refused = await(clusterSelection, PrometheusDiscoveryStatus.PrometheusForbidden.class);
            assertThat(refused.problem().kind()).isEqualTo(OperationProblemKind.FORBIDDEN);
            assertThat(refused.problem().detail()).contains("User \"reader\" cannot list resource \"services\"");

            answer(PrometheusOfAClusterTest::aboutServices, exchange -> exchange.json(200, "{\"items\":[]}"));
            clusterSelection.retryConnection();
            assertThat(await(clusterSelection, PrometheusDiscoveryStatus.PrometheusNotFound.class).candidates())
                    .isNotEmpty();
        }
    }

    @Test
    void theOneThatTheUserNamedIsAskedForTheClusterItWasNamedWithAndForNoOther() throws Exception {
        answer(PrometheusOfAClusterTest::aboutServices, exchange -> exchange.json(200, "{\"items\":[]}"));
        try (var server = ScriptedServer.start(PrometheusOfAClusterTest::prometheus);
                var clusterSelection = desk(Optional.of(terms(server.address() + "/mimir/")))) {
            clusterSelection.openFirst();

            assertThat(await(clusterSelection, PrometheusDiscoveryStatus.PrometheusAvailable.class).name())
                    .isEqualTo("Prometheus 127.0.0.1:" + server.port() + "/mimir");
            assertThat(server.requests()).first().asString().startsWith("GET /mimir/api/v1/status/buildinfo");
            assertThat(cluster.server().exchanges()).noneMatch(PrometheusOfAClusterTest::aboutServices);

            clusterSelection.openContext("b");
            await(clusterSelection, PrometheusDiscoveryStatus.PrometheusNotFound.class);
        }
    }

    @Test
    void theSettingsNameOneForAContext() throws Exception {
        try (var server = ScriptedServer.start(PrometheusOfAClusterTest::prometheus)) {
            Files.writeString(home.resolve("token"), "abc");
            Files.writeString(home.resolve("settings.json"), """
                    {"contexts": {"a": {"prometheus": {"url": "%s/p", "tokenFile": "%s"}},
                                  "b": {"prometheus": {"url": "%1$s", "user": "me"}}}}
                    """.formatted(server.address(), home.resolve("token")));
            try (var clusterSelection = desk(Optional.empty())) {
                clusterSelection.openFirst();

                assertThat(await(clusterSelection, PrometheusDiscoveryStatus.PrometheusAvailable.class).name())
                        .isEqualTo("Prometheus 127.0.0.1:" + server.port() + "/p");
                assertThat(server.exchanges().getFirst().headers).containsEntry("authorization", "Bearer abc");

                clusterSelection.openContext("b");
                assertThat(await(clusterSelection, PrometheusDiscoveryStatus.PrometheusForbidden.class).problem()
                        .headline()).isEqualTo("Set both the user and the password file of a Prometheus server");
            }
        }
    }

    @Test
    void whatTheNamedOneRefusesIsToldAndItsPasswordIsNot() throws Exception {
        try (var server = ScriptedServer.start(exchange -> exchange.text(401, "text/plain", "hunter2 is wrong"));
                var clusterSelection = desk(Optional.of(new PrometheusConnectionSettings(server.address(), null,
                        "tessera", Files.writeString(home.resolve("password"), "hunter2"), null, null, null, null)))) {
            clusterSelection.openFirst();

            var refused = await(clusterSelection, PrometheusDiscoveryStatus.PrometheusForbidden.class);

            assertThat(refused.problem().kind()).isEqualTo(OperationProblemKind.UNAUTHENTICATED);
            assertThat(refused.toString()).doesNotContain("hunter2");
        }
    }

    private static void rules(Exchange exchange) throws Exception {
        if (!exchange.path().endsWith("/rules")) {
            prometheus(exchange);
            return;
        }
        exchange.json(200,
                """
                        {"status":"success","data":{"groups":[{"name":"g","file":"f","interval":30,"rules":[
                         {"type":"alerting","name":"GpuHot","query":"temp > 90","duration":300,"state":"firing","health":"ok",
                          "labels":{},"annotations":{},"alerts":[{"state":"firing","activeAt":"2026-11-21T13:00:00Z","value":"91",
                          "labels":{"alertname":"GpuHot","severity":"page","Hostname":"h100-01","gpu":"3"},
                          "annotations":{"summary":"GPU 3 is hot"}}]},
                         {"type":"recording","name":"gpus","query":"count(x)","health":"err","lastError":"many-to-many","labels":{}}
                        ]}]}}
                        """);
    }

    private static String printed(PrometheusAlertQueryResult query, OutputFormat format) {
        return new AlertsReport(AlertSnapshot.notEvaluated(), AlertRules.standardRules(), true)
                .withServerAlerts(query.serverAlerts()).print(format);
    }

    @Test
    void whatItsRulesFindIsPrintedWithItsSource() throws Exception {
        try (var server = ScriptedServer.start(PrometheusOfAClusterTest::rules);
                var clusterSelection = desk(Optional.of(terms(server.address())))) {
            clusterSelection.openFirst();

            var query = PrometheusAlertQueryResult.of(clusterSelection, Duration.ofSeconds(20));

            assertThat(query.problemText())
                    .contains("Prometheus 127.0.0.1:" + server.port() + " cannot evaluate gpus: many-to-many");
            assertThat(printed(query, OutputFormat.TABLE))
                    .containsPattern("prometheus +critical +firing .* GPU 3 is hot");
            var json = new ObjectMapper().readTree(printed(query, OutputFormat.JSON));
            assertThat(json.at("/prometheus/rules").asInt()).isEqualTo(1);
            var alert = json.at("/alerts/0");
            assertThat(alert.path("source").asText()).isEqualTo("prometheus");
            assertThat(alert.path("since").asText()).isEqualTo("2026-11-21T13:00:00Z");
            assertThat(alert.at("/subject/node").asText()).isEqualTo("h100-01");
            assertThat(alert.path("expression").asText()).isEqualTo("temp > 90");
        }
    }

    @Test
    void thatNoneWasFoundIsSaidAndNothingElseIsMissing() throws Exception {
        answer(PrometheusOfAClusterTest::aboutServices, exchange -> exchange.json(200, "{\"items\":[]}"));
        try (var clusterSelection = desk(Optional.empty())) {
            clusterSelection.openFirst();

            var query = PrometheusAlertQueryResult.of(clusterSelection, Duration.ofSeconds(20));

            assertThat(query.problemText()).contains("no Prometheus found in this cluster");
            assertThat(printed(query, OutputFormat.TABLE)).isEqualTo("No alerts firing.\n");
        }
    }
}
