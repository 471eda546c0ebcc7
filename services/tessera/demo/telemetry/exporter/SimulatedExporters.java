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
import tessera.demo.api.kubelet.KubeletEndpoint.ForwardedRequest;
import tessera.demo.api.kubelet.KubeletEndpoint.Reply;
import tessera.demo.http.HeaderFields;
import tessera.demo.store.StoreJson;
import tessera.demo.telemetry.ClusterTelemetry;
import tessera.demo.telemetry.TelemetrySample;

/** The metrics exporters that run on the nodes, as far as they answer. Any thread. */
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
            var image = StoreJson.text(pod.path("spec").path("containers").path(0), "image");
            for (var kind : values()) {
                if (image.contains("/" + kind.image + ":")) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * What an exporter answers.
     *
     * @param port a number
     * @return nothing if nobody listens there
     */
    public Optional<Reply> answer(ObjectNode pod, ObjectNode node, String port, ForwardedRequest request)
            throws InterruptedException {
        var name = StoreJson.text(node, "metadata", "name");
        var kind = ExporterProgram.of(pod).filter(known -> port.equals(Integer.toString(known.port)));
        if (kind.isEmpty() || signals.silent(name)) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/metrics" -> metrics(kind.get(), node, request);
            case "/health" -> new Reply(200, HeaderFields.of("Content-Type", "text/plain; charset=utf-8"), "OK");
            default ->
                new Reply(404, HeaderFields.of("Content-Type", "text/plain; charset=utf-8"), "404 page not found\n");
        });
    }

    /** The series of an exporter, as a Prometheus that read it would have them. */
    public interface ScrapedSeries {

        /**
         * One series and its value.
         *
         * @param names of its labels, with their values in the same order
         */
        void series(String metric, List<String> names, List<String> values, double value);
    }

    /** Whether anybody listens where an exporter of a node should. */
    public boolean listens(String node) {
        return !signals.silent(node);
    }

    /** Where an exporter listens; nothing if the pod is none. */
    public OptionalInt port(ObjectNode pod) {
        return ExporterProgram.of(pod).map(kind -> OptionalInt.of(kind.port)).orElse(OptionalInt.empty());
    }

    /**
     * Tells what an exporter would say of some readings.
     *
     * @param readings are worked out only if anything of them is wanted
     * @param wanted   whether a metric is wanted
     */
    public void tell(ObjectNode pod, ObjectNode node, Supplier<List<TelemetrySample>> readings,
            Predicate<String> wanted,
            ScrapedSeries scraped) {
        ExporterProgram.of(pod)
                .filter(kind -> kind != ExporterProgram.DCGM || DcgmCollector.NAMES.stream().anyMatch(wanted))
                .ifPresent(kind -> {
                    for (var family : collector(kind, node, readings.get(), wanted).collect()) {
                        if (wanted.test(family.name)) {
                            family.samples.forEach(
                                    sample -> scraped.series(family.name, sample.labelNames, sample.labelValues,
                                            sample.value));
                        }
                    }
                });
    }

    /** What an exporter says of its metrics: name, type and words of each. */
    public List<MetricMeaning> meanings(ObjectNode pod, ObjectNode node) {
        return ExporterProgram.of(pod).stream()
                .flatMap(kind -> collector(kind, node, signals.readings(node), _ -> true).collect().stream())
                .map(family -> new MetricMeaning(family.name, family.type.name().toLowerCase(Locale.ROOT), family.help))
                .toList();
    }

    /** What a metric is. */
    public record MetricMeaning(String metric, String type, String help) {}

    private Collector collector(ExporterProgram kind, ObjectNode node, List<TelemetrySample> readings,
            Predicate<String> wanted) {
        return switch (kind) {
            case DCGM ->
                new DcgmCollector(node, readings, signals.thorough(StoreJson.text(node, "metadata", "name")), wanted);
            case AMD -> new AmdCollector(node, readings);
            case GAUDI -> new GaudiCollector(readings);
            case GKE -> new GkeCollector(StoreJson.text(node, "metadata", "name"), readings);
        };
    }

    private Reply metrics(ExporterProgram kind, ObjectNode node, ForwardedRequest request) throws InterruptedException {
        var name = StoreJson.text(node, "metadata", "name");
        if (signals.slow(name)) {
            Thread.sleep(Duration.ofNanos((long) (SLOW.toNanos() / speed)));
        }
        var readings = signals.readings(node);
        var collector = collector(kind, node, readings, _ -> true);
        var exposition = ExpositionWriter.of(collector, request.headers().first("Accept"));
        return new Reply(200, HeaderFields.of("Content-Type", exposition.type()),
                request.method().equals("HEAD") ? "" : exposition.text());
    }
}
