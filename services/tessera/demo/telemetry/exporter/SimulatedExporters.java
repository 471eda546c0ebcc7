package tessera.demo.telemetry.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.prometheus.client.Collector;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tessera.demo.api.kubelet.KubeletEndpoint.ForwardedReply;
import tessera.demo.api.kubelet.KubeletEndpoint.ForwardedRequest;
import tessera.demo.http.HeaderFields;
import tessera.demo.store.StoreJson;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.TelemetrySample;

/** The metrics exporters on the nodes, as far as they respond. Any thread. */
public final class SimulatedExporters {

    private static final Duration SLOW = Duration.ofSeconds(8);

    private final ClusterTelemetry signals;
    private final double speed;

    /** @param speed how many seconds of the cluster pass in one second */
    public SimulatedExporters(ClusterTelemetry signals, double speed) {
        this.signals = signals;
        this.speed = speed;
    }

    /** The exporters that are known here. */
    private enum ExporterProgram {
        DCGM("dcgm-exporter", 9400),
        AMD("device-metrics-exporter", 5000),
        GAUDI("metric-exporter", 41611),
        GKE("nvidia-gpu-device-plugin", 2112);

        private final String image;
        private final int port;

        ExporterProgram(String image, int port) {
            this.image = image;
            this.port = port;
        }

        static Optional<ExporterProgram> of(JsonNode pod) {
            var image = StoreJson.textAt(pod.path("spec").path("containers").path(0), "image");
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
    public Optional<ForwardedReply> answer(ObjectNode pod, ObjectNode node, String port, ForwardedRequest request)
            throws InterruptedException {
        var name = StoreJson.textAt(node, "metadata", "name");
        var kind = ExporterProgram.of(pod).filter(known -> port.equals(Integer.toString(known.port)));
        if (kind.isEmpty() || signals.isUnreachable(name)) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/metrics" -> metricsReply(kind.get(), node, request);
            case "/health" ->
                new ForwardedReply(200, HeaderFields.of("Content-Type", "text/plain; charset=utf-8"), "OK");
            default ->
                new ForwardedReply(404, HeaderFields.of("Content-Type", "text/plain; charset=utf-8"),
                        "404 page not found\n");
        });
    }

    /** A consumer of an exporter's series, as a Prometheus that scraped it would have them. */
    public interface ScrapedSeries {

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
        return ExporterProgram.of(pod).map(kind -> OptionalInt.of(kind.port)).orElse(OptionalInt.empty());
    }

    /**
     * Passes on the series that an exporter would export for some readings.
     *
     * @param readings are worked out only if anything of them is wanted
     * @param wanted   whether a metric is wanted
     */
    public void exportSeries(ObjectNode pod, ObjectNode node, Supplier<List<TelemetrySample>> readings,
            Predicate<String> wanted,
            ScrapedSeries scraped) {
        ExporterProgram.of(pod)
                .filter(kind -> kind != ExporterProgram.DCGM || DcgmCollector.NAMES.stream().anyMatch(wanted))
                .ifPresent(kind -> {
                    for (var family : createCollector(kind, node, readings.get(), wanted).collect()) {
                        if (wanted.test(family.name)) {
                            family.samples.forEach(
                                    sample -> scraped.acceptSeries(family.name, sample.labelNames, sample.labelValues,
                                            sample.value));
                        }
                    }
                });
    }

    /** Returns the name, type and help of each metric of an exporter. */
    public List<MetricMeaning> metricMeanings(ObjectNode pod, ObjectNode node) {
        return ExporterProgram.of(pod).stream()
                .flatMap(kind -> createCollector(kind, node, signals.samplesOf(node), _ -> true).collect().stream())
                .map(family -> new MetricMeaning(family.name, family.type.name().toLowerCase(Locale.ROOT), family.help))
                .toList();
    }

    /** The metadata of a metric. */
    public record MetricMeaning(String metric, String type, String help) {}

    private Collector createCollector(ExporterProgram kind, ObjectNode node, List<TelemetrySample> readings,
            Predicate<String> wanted) {
        return switch (kind) {
            case DCGM ->
                new DcgmCollector(node, readings,
                        signals.exportsExtraFields(StoreJson.textAt(node, "metadata", "name")), wanted);
            case AMD -> new AmdCollector(node, readings);
            case GAUDI -> new GaudiCollector(readings);
            case GKE -> new GkeCollector(StoreJson.textAt(node, "metadata", "name"), readings);
        };
    }

    private ForwardedReply metricsReply(ExporterProgram kind, ObjectNode node, ForwardedRequest request)
            throws InterruptedException {
        var name = StoreJson.textAt(node, "metadata", "name");
        if (signals.isSlow(name)) {
            Thread.sleep(Duration.ofNanos((long) (SLOW.toNanos() / speed)));
        }
        var readings = signals.samplesOf(node);
        var collector = createCollector(kind, node, readings, _ -> true);
        var exposition = ExpositionWriter.of(collector, request.headers().firstValue("Accept"));
        return new ForwardedReply(200, HeaderFields.of("Content-Type", exposition.contentType()),
                request.method().equals("HEAD") ? "" : exposition.text());
    }
}
