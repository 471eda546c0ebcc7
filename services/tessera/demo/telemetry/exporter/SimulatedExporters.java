package tessera.demo.telemetry.exporter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.Collector.MetricFamilySamples.Sample;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyRequest;
import tessera.demo.api.kubelet.SimulatedKubeletApi.PodProxyResponse;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.telemetry.SimulatedClusterTelemetry;
import tessera.demo.telemetry.SimulatedClusterTelemetry.NodeTrait;
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

    /** A consumer of an exporter's series, as a Prometheus that scraped it would have them. */
    public interface ScrapedSeriesConsumer {
        /**
         * Accepts a series and its value.
         *
         * @param names of its labels, with their values in the same order
         */
        void acceptSeries(String metric, List<String> names, List<String> values, double value);
    }

    /**
     * Returns the reply of an exporter.
     *
     * @param port a number
     * @return nothing if nobody listens there
     */
    public Optional<PodProxyResponse> answer(ObjectNode pod, ObjectNode node, String port, PodProxyRequest request)
            throws InterruptedException {
        var kind = SimulatedExporterKind.of(pod).filter(each -> port.equals(Integer.toString(each.port())));
        if (kind.isEmpty() || !isReachable(SimulatedMetadata.nameOf(node))) {
            return Optional.empty();
        }
        return Optional.of(switch (request.path()) {
            case "/metrics" -> metricsReply(kind.get(), node, request);
            case "/health" -> textReply(200, "OK");
            default -> textReply(404, "404 page not found\n");
        });
    }

    private static PodProxyResponse textReply(int status, String text) {
        return new PodProxyResponse(status, HttpHeaderFields.of("Content-Type", "text/plain; charset=utf-8"), text);
    }

    /** Returns whether the exporter's port of a node answers. */
    public boolean isReachable(String node) {
        return !signals.hasTrait(node, NodeTrait.SILENT);
    }

    /** Returns the port of an exporter; empty if the pod is none. */
    public OptionalInt portOf(ObjectNode pod) {
        return SimulatedExporterKind.of(pod).map(kind -> OptionalInt.of(kind.port())).orElse(OptionalInt.empty());
    }

    /**
     * Passes on the series that an exporter would export for some readings.
     *
     * @param readings are worked out only if anything of them is wanted
     * @param wanted   whether a metric is wanted
     */
    public void exportSeries(ObjectNode pod, ObjectNode node, Supplier<List<SimulatedDeviceSample>> readings,
            Predicate<String> wanted, ScrapedSeriesConsumer scraped) {
        SimulatedExporterKind.of(pod).filter(kind -> kind.families().anyMatch(family -> wanted.test(family.name())))
                .ifPresent(kind -> new SimulatedExporterSeries(kind, node, readings.get())
                        .forEach(signals.hasTrait(SimulatedMetadata.nameOf(node), NodeTrait.THOROUGH), wanted,
                                scraped));
    }

    private PodProxyResponse metricsReply(SimulatedExporterKind kind, ObjectNode node, PodProxyRequest request)
            throws InterruptedException {
        var name = SimulatedMetadata.nameOf(node);
        if (signals.hasTrait(name, NodeTrait.SLOW)) {
            Thread.sleep(Duration.ofNanos((long) (SLOW.toNanos() / speed)));
        }
        var samples = new HashMap<String, List<Sample>>();
        new SimulatedExporterSeries(kind, node, signals.samplesOf(node)).forEach(
                signals.hasTrait(name, NodeTrait.THOROUGH),
                _ -> true, (metric, names, values, value) -> samples.computeIfAbsent(metric, _ -> new ArrayList<>())
                        .add(new Sample(metric, names, values, value)));
        var families = new ArrayList<MetricFamilySamples>();
        kind.families().forEach(family -> Stream.ofNullable(samples.remove(family.name()))
                .forEach(of -> families.add(new MetricFamilySamples(family.name(), family.type(), family.help(), of))));
        var exposition = SimulatedMetricsWriter.of(families, request.headers().firstValue("Accept"));
        return new PodProxyResponse(200, HttpHeaderFields.of("Content-Type", exposition.contentType()),
                request.method().equals("HEAD") ? "" : exposition.text());
    }

    /**
     * Metrics in one of the text formats of Prometheus.
     *
     * @param contentType the format, as Content-Type says it
     */
    private record SimulatedMetricsWriter(String contentType, String text) {

        private static final String SUFFIX = "_total";

        /** @param accept what the reader would like; null for no matter what */
        static SimulatedMetricsWriter of(List<MetricFamilySamples> families, @Nullable String accept) {
            var type = TextFormat.chooseContentType(accept);
            boolean open = type.equals(TextFormat.CONTENT_TYPE_OPENMETRICS_100);
            var text = new StringWriter(1 << 16);
            try (var writer = open ? text : new CounterSuffixRemover(text, counterNames(families))) {
                TextFormat.writeFormat(type, writer, Collections
                        .enumeration(
                                open ? families.stream().map(SimulatedMetricsWriter::asUntyped).toList() : families));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new SimulatedMetricsWriter(type, text.toString());
        }

        private static Set<String> counterNames(List<MetricFamilySamples> families) {
            return families.stream().filter(family -> family.type == Collector.Type.COUNTER)
                    .map(family -> family.name + SUFFIX).collect(Collectors.toUnmodifiableSet());
        }

        /** Returns the family without its type: OpenMetrics requires a counter suffix that DCGM's names lack. */
        private static MetricFamilySamples asUntyped(MetricFamilySamples family) {
            if (family.type != Collector.Type.COUNTER) {
                return family;
            }
            return new MetricFamilySamples(family.name, Collector.Type.UNKNOWN, family.help, family.samples.stream()
                    .map(sample -> new Sample(family.name, sample.labelNames, sample.labelValues, sample.value))
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
