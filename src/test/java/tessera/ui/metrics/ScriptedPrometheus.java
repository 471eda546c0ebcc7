package tessera.ui.metrics;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.cluster.fixture.ScriptedServer;
import tessera.cluster.fixture.ScriptedServer.Exchange;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.cluster.monitoring.ConfiguredPrometheusAccess;
import tessera.cluster.monitoring.ConfiguredPrometheusClient;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;

/** A Prometheus over HTTP that remembers eight GPUs of a node for as long as anybody asks. */
final class ScriptedPrometheus implements AutoCloseable {

    static final String NAME = "Prometheus monitoring/prometheus-k8s";
    /** What it remembers of every GPU's temperature. */
    static final int TEMPERATURE = 61;

    private final ScriptedServer server;
    private final ConfiguredPrometheusClient way;
    private volatile ScriptedServer.Script instead = ScriptedPrometheus::remember;

    ScriptedPrometheus() throws Exception {
        server = ScriptedServer.start(exchange -> instead.answer(exchange));
        var here = Path.of("").toAbsolutePath();
        way = ConfiguredPrometheusClient.open(ConfiguredPrometheusAccess.of(server.address()),
                new ProcessEnvironment(Map.of(), here, here, null));
    }

    PrometheusDiscoveryStatus standing() {
        return new PrometheusDiscoveryStatus.PrometheusAvailable(NAME, "3.1.0", true,
                new PrometheusClient(way, Duration.ofSeconds(20)));
    }

    void answer(ScriptedServer.Script script) {
        instead = script;
    }

    /** What it was asked, by the names of the parameters. */
    List<Map<String, String>> questions() {
        return server.exchanges().stream().map(ScriptedPrometheus::parameters).toList();
    }

    static Map<String, String> parameters(Exchange exchange) {
        var text = exchange.method.equals("POST") ? new String(exchange.body, StandardCharsets.UTF_8)
                : exchange.target.replaceFirst("[^?]*\\??", "");
        var found = new HashMap<String, String>();
        for (var pair : text.split("&", -1)) {
            var parts = pair.split("=", 2);
            found.put(URLDecoder.decode(parts[0], StandardCharsets.UTF_8),
                    parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return found;
    }

    /** Series of a matrix with one value at every step. */
    static String matrix(Exchange exchange, Map<String, Double> valueOf) {
        var asked = parameters(exchange);
        var series = new ArrayList<String>();
        valueOf.forEach((labels, value) -> {
            var points = new ArrayList<String>();
            double step = Double.parseDouble(asked.getOrDefault("step", "30"));
            for (double at = Double.parseDouble(asked.getOrDefault("start", "0")); at <= Double
                    .parseDouble(asked.getOrDefault("end", "0")); at += step) {
                points.add("[" + at + ",\"" + value + "\"]");
            }
            series.add("{\"metric\":{" + labels + "},\"values\":[" + String.join(",", points) + "]}");
        });
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[" + String.join(",", series)
                + "]}}";
    }

    private static void remember(Exchange exchange) throws Exception {
        var series = new HashMap<String, Double>();
        if (parameters(exchange).getOrDefault("query", "").contains("DCGM_FI_DEV_GPU_TEMP")) {
            for (int gpu = 0; gpu < 8; gpu++) {
                series.put(
                        "\"__name__\":\"DCGM_FI_DEV_GPU_TEMP\",\"Hostname\":\"%s\",\"UUID\":\"GPU-%d\",\"gpu\":\"%d\""
                                .formatted(Afternoon.NODE, gpu, gpu),
                        (double) TEMPERATURE);
            }
        }
        exchange.json(200, matrix(exchange, series));
    }

    @Override
    public void close() throws IOException {
        way.close();
        server.close();
    }
}
