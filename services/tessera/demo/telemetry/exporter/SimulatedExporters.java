package tessera.demo.telemetry.exporter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedDeviceSample;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceOwner;

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

    /** One node's Gaudi accelerators as the metric exporter of Habana names them; it does not say on which node they are. */
    static final class SimulatedGaudiExporterCollector extends Collector {

        private static final DeviceOwner NOBODY = new DeviceOwner("", "", "", null);
        private static final double MEBIBYTE = 1 << 20;
        private static final int SLOWDOWN = 95;
        private static final int SHUTDOWN = 105;

        private final List<SimulatedDeviceSample> readings;

        SimulatedGaudiExporterCollector(List<SimulatedDeviceSample> readings) {
            this.readings = readings;
        }

        @Override
        public List<MetricFamilySamples> collect() {
            var families = new ArrayList<MetricFamilySamples>();
            addGauge(families, "clock_soc_mhz", "Current frequency of the SOC", reading -> reading.condition().clock());
            addGauge(families, "clock_soc_max_mhz", "Max frequency of the SOC",
                    reading -> reading.unit().physicalGpu().model().clock());
            addGauge(families, "device_config", "Config for the device", _ -> 1);
            addGauge(families, "ecc_feature_mode", "ECC feature mode", _ -> 1);
            addGauge(families, "energy", "Energy usage of the device", reading -> reading.condition().energy());
            addGauge(families, "memory_free_bytes", "Current free bytes of memory",
                    reading -> reading.memory().free() * MEBIBYTE);
            addGauge(families, "memory_total_bytes", "Current total bytes of memory",
                    reading -> reading.unit().memoryMib() * MEBIBYTE);
            addGauge(families, "memory_used_bytes", "Current used bytes of memory",
                    reading -> (reading.memory().used() + reading.memory().reserved()) * MEBIBYTE);
            addGauge(families, "pcie_replay_count", "PCIe replay count",
                    reading -> (double) reading.condition().replays());
            addGauge(families, "power_default_limit_mW", "Default power usage limit in milli-watts",
                    reading -> reading.unit().physicalGpu().model().limit() * 1000);
            addGauge(families, "power_mW", "Power usage in milli-watts",
                    reading -> Math.rint(reading.condition().power() * 1000));
            addGauge(families, "temperature_onboard", "Board temperature in celsius",
                    reading -> reading.condition().temperature() - 9);
            addGauge(families, "temperature_onchip", "Chip temperature in celsius",
                    reading -> reading.condition().temperature());
            addGauge(families, "temperature_threshold_shutdown", "Temperature threshold for shutdown", _ -> SHUTDOWN);
            addGauge(families, "temperature_threshold_slowdown", "Temperature threshold for slowdown", _ -> SLOWDOWN);
            addGauge(families, "utilization", "Utilization of the device",
                    reading -> Math.rint(100 * reading.engine()));
            return families;
        }

        private void addGauge(List<MetricFamilySamples> families, String name, String help,
                ToDoubleFunction<SimulatedDeviceSample> value) {
            var full = "habanalabs_" + name;
            families.add(new MetricFamilySamples(full, Type.GAUGE, help, readings.stream()
                    .map(reading -> labelsOf(reading).createSample(full, value.applyAsDouble(reading))).toList()));
        }

        private static SimulatedSeriesLabels labelsOf(SimulatedDeviceSample reading) {
            var physicalGpu = reading.unit().physicalGpu();
            var deviceOwner = reading.holders().isEmpty() ? NOBODY : reading.holders().getFirst();
            var serial = "AN" + physicalGpu.uuid().substring(0, 8).toUpperCase(Locale.ROOT);
            var labels = new SimulatedSeriesLabels();
            labels.addLabel("Serial", serial);
            labels.addLabel("UUID", physicalGpu.uuid());
            labels.addLabel("device", serial);
            labels.addLabel("id", Integer.toString(physicalGpu.index()));
            labels.addLabel("fit", "hl-gaudi2-1.22.0-fw-61.0.2-sec-9");
            labels.addLabel("spi", "Preboot version hl-gaudi2-1.22.0-fw-61.0.2-sec-9");
            labels.addLabel("driver", "1.22.0");
            labels.addLabel("pod_namespace", deviceOwner.namespace());
            labels.addLabel("pod_name", deviceOwner.pod());
            return labels;
        }
    }

    /**
     * Metrics in one of the text formats of Prometheus.
     *
     * @param contentType the format, as Content-Type says it
     */
    record SimulatedMetricsWriter(String contentType, String text) {

        private static final String SUFFIX = "_total";

        /** @param accept what the reader would like; null for no matter what */
        static SimulatedMetricsWriter of(Collector collector, @Nullable String accept) {
            var type = TextFormat.chooseContentType(accept);
            boolean open = type.equals(TextFormat.CONTENT_TYPE_OPENMETRICS_100);
            var families = collector.collect();
            var text = new StringWriter(1 << 16);
            try (var writer = open ? text : new CounterSuffixRemover(text, counterNames(families))) {
                TextFormat.writeFormat(type, writer,
                        Collections
                                .enumeration(
                                        open ? families.stream().map(SimulatedMetricsWriter::asUntyped).toList()
                                                : families));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new SimulatedMetricsWriter(type, text.toString());
        }

        private static Set<String> counterNames(List<MetricFamilySamples> families) {
            return families.stream().filter(family -> family.type == Collector.Type.COUNTER)
                    .map(family -> family.name + SUFFIX)
                    .collect(Collectors.toUnmodifiableSet());
        }

        /** Returns the family without its type: OpenMetrics requires a counter suffix that DCGM's names lack. */
        private static MetricFamilySamples asUntyped(MetricFamilySamples family) {
            if (family.type != Collector.Type.COUNTER) {
                return family;
            }
            return new MetricFamilySamples(family.name, Collector.Type.UNKNOWN, family.help, family.samples.stream()
                    .map(sample -> new MetricFamilySamples.Sample(family.name, sample.labelNames,
                            sample.labelValues, sample.value))
                    .toList());
        }

        /** Removes the suffix that the library adds to counters. */
        private static final class CounterSuffixRemover extends FilterWriter {

            private final Set<String> counters;

            CounterSuffixRemover(Writer out, Set<String> counters) {
                super(out);
                this.counters = counters;
            }

            @Override
            public void write(String text) throws IOException {
                if (!text.equals(SUFFIX)) {
                    out.write(counters.contains(text) ? text.substring(0, text.length() - SUFFIX.length()) : text);
                }
            }
        }
    }
}
