package tessera.demo.telemetry.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedDeviceSample;

/** The metrics exporters on the nodes, as far as they respond. Any thread. */
public final class SimulatedExporters {

    private static final Duration SLOW = Duration.ofSeconds(8);

    private final SimulatedClusterTelemetry signals;
    private final double speed;

    /** @param speed how many seconds of the cluster pass in one second */
    public SimulatedExporters(SimulatedClusterTelemetry signals, double speed) {
        this.signals = signals;
        this.speed = speed;
    }

    /** The exporters that are known here. */
    private enum SimulatedExporterKind {
        DCGM("dcgm-exporter", 9400),
        AMD("device-metrics-exporter", 5000),
        GAUDI("metric-exporter", 41611),
        GKE("nvidia-gpu-device-plugin", 2112);

        private final String image;
        private final int port;

        SimulatedExporterKind(String image, int port) {
            this.image = image;
            this.port = port;
        }

        static Optional<SimulatedExporterKind> of(JsonNode pod) {
            var image = SimulatedStoreJsonCodec.textAt(pod.path("spec").path("containers").path(0), "image");
            for (var kind : values()) {
                if (image.contains("/" + kind.image + ":")) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Returns the reply of an exporter.
     *
     * @param port a number
     * @return nothing if nobody listens there
     */
    public Optional<PodProxyResponse> answer(ObjectNode pod, ObjectNode node, String port, PodProxyRequest request)
            throws InterruptedException {
        var name = SimulatedStoreJsonCodec.textAt(node, "metadata", "name");
        var kind = SimulatedExporterKind.of(pod)
                .filter(exporterKind -> port.equals(Integer.toString(exporterKind.port)));
        if (kind.isEmpty() || signals.isUnreachable(name)) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/metrics" -> metricsReply(kind.get(), node, request);
            case "/health" ->
                new PodProxyResponse(200, HttpHeaderFields.of("Content-Type", "text/plain; charset=utf-8"), "OK");
            default ->
                new PodProxyResponse(404, HttpHeaderFields.of("Content-Type", "text/plain; charset=utf-8"),
                        "404 page not found\n");
        });
    }

    /** A consumer of an exporter's series, as a Prometheus that scraped it would have them. */
    public interface ScrapedSeriesConsumer {

        /**
         * Accepts a series and its value.
         *
         * @param names of its labels, with their values in the same order
         */
        void acceptSeries(String metric, List<String> names, List<String> values, double value);
    }

    /** Returns whether the exporter's port of a node answers. */
    public boolean isReachable(String node) {
        return !signals.isUnreachable(node);
    }

    /** Returns the port of an exporter; empty if the pod is none. */
    public OptionalInt portOf(ObjectNode pod) {
        return SimulatedExporterKind.of(pod).map(kind -> OptionalInt.of(kind.port)).orElse(OptionalInt.empty());
    }

    /**
     * Passes on the series that an exporter would export for some readings.
     *
     * @param readings are worked out only if anything of them is wanted
     * @param wanted   whether a metric is wanted
     */
    public void exportSeries(ObjectNode pod, ObjectNode node, Supplier<List<SimulatedDeviceSample>> readings,
            Predicate<String> wanted,
            ScrapedSeriesConsumer scraped) {
        SimulatedExporterKind.of(pod)
                .filter(kind -> kind != SimulatedExporterKind.DCGM
                        || SimulatedDcgmExporterCollector.NAMES.stream().anyMatch(wanted))
                .ifPresent(kind -> {
                    for (var family : createCollector(kind, node, readings.get(), wanted).collect()) {
                        if (wanted.test(family.name)) {
                            for (var sample : family.samples) {
                                scraped.acceptSeries(family.name, sample.labelNames, sample.labelValues, sample.value);
                            }
                        }
                    }
                });
    }

    /** Returns the name, type and help of each metric of an exporter. */
    public List<MetricMetadata> metricMeanings(ObjectNode pod, ObjectNode node) {
        return SimulatedExporterKind.of(pod).stream()
                .flatMap(kind -> samplesOfKind(kind, node))
                .map(family -> new MetricMetadata(family.name, family.type.name().toLowerCase(Locale.ROOT),
                        family.help))
                .toList();
    }

    private Stream<MetricFamilySamples> samplesOfKind(SimulatedExporterKind kind, ObjectNode node) {
        return createCollector(kind, node, signals.samplesOf(node), _ -> true).collect().stream();
    }

    /** The metadata of a metric. */
    public record MetricMetadata(String metric, String type, String help) {}

    private Collector createCollector(SimulatedExporterKind kind, ObjectNode node, List<SimulatedDeviceSample> readings,
            Predicate<String> wanted) {
        return switch (kind) {
            case DCGM ->
                new SimulatedDcgmExporterCollector(node, readings,
                        signals.exportsExtraFields(SimulatedStoreJsonCodec.textAt(node, "metadata", "name")), wanted);
            case AMD -> new SimulatedAmdExporterCollector(node, readings);
            case GAUDI -> new SimulatedGaudiExporterCollector(readings);
            case GKE -> new SimulatedGkeDevicePluginCollector(SimulatedStoreJsonCodec.textAt(node, "metadata", "name"),
                    readings);
        };
    }

    private PodProxyResponse metricsReply(SimulatedExporterKind kind, ObjectNode node, PodProxyRequest request)
            throws InterruptedException {
        var name = SimulatedStoreJsonCodec.textAt(node, "metadata", "name");
        if (signals.isSlow(name)) {
            Thread.sleep(Duration.ofNanos((long) (SLOW.toNanos() / speed)));
        }
        var readings = signals.samplesOf(node);
        var collector = createCollector(kind, node, readings, _ -> true);
        var exposition = SimulatedMetricsWriter.of(collector, request.headers().firstValue("Accept"));
        return new PodProxyResponse(200, HttpHeaderFields.of("Content-Type", exposition.contentType()),
                request.method().equals("HEAD") ? "" : exposition.text());
    }
}
