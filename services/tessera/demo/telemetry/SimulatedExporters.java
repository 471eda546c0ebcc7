package tessera.demo.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Locale;
import java.util.Map;
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
import tessera.demo.fixture.plan.SimulatedFleetVersions;
import tessera.demo.http.HttpHeaderFields;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.telemetry.SimulatedDeviceSample.DeviceOwner;
import tessera.demo.telemetry.SimulatedExporterKind.MeasuredDeviceScope;
import tessera.demo.telemetry.SimulatedExporterKind.MetricFamily;
import tessera.demo.telemetry.SimulatedExporterKind.MetricFamilyGroup;
import tessera.demo.telemetry.SimulatedExporterKind.NamedDeviceHolders;

/**
 * The metrics exporters on the nodes, as far as they respond. Any thread.
 *
 * @param speed how many seconds of the cluster pass in one second
 */
public record SimulatedExporters(SimulatedClusterTelemetry signals, double speed) {

    private static final Duration SLOW = Duration.ofSeconds(8);

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
        return !signals.hasTrait(node, SimulatedNodeTrait.SILENT);
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
                .ifPresent(kind -> new SimulatedExporterSeries(kind, node, readings.get()).forEach(
                        signals.hasTrait(SimulatedMetadata.nameOf(node), SimulatedNodeTrait.THOROUGH), wanted,
                        scraped));
    }

    private PodProxyResponse metricsReply(SimulatedExporterKind kind, ObjectNode node, PodProxyRequest request)
            throws InterruptedException {
        var name = SimulatedMetadata.nameOf(node);
        if (signals.hasTrait(name, SimulatedNodeTrait.SLOW)) {
            Thread.sleep(Duration.ofNanos((long) (SLOW.toNanos() / speed)));
        }
        var samples = new HashMap<String, List<Sample>>();
        new SimulatedExporterSeries(kind, node, signals.samplesOf(node)).forEach(
                signals.hasTrait(name, SimulatedNodeTrait.THOROUGH), _ -> true,
                (metric, names, values, value) -> samples.computeIfAbsent(metric, _ -> new ArrayList<>())
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
                TextFormat.writeFormat(type, writer, Collections.enumeration(
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
            return new MetricFamilySamples(family.name, Collector.Type.UNKNOWN, family.help,
                    family.samples.stream()
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

    /** The series that the exporter of one node has of some readings. */
    private static final class SimulatedExporterSeries {

        private static final DeviceOwner NOBODY = new DeviceOwner("", "", "", null);
        /** Into how many partitions each compute mode of AMD divides a GPU. */
        private static final Map<String, Integer> DIVISIONS = Map.of("dpx", 2, "qpx", 4, "cpx", 8);

        private final SimulatedExporterKind kind;
        private final List<SimulatedDeviceSample> readings;
        private final String node;
        private final String driver;
        private final String compute;
        private final String memoryPartition;
        private final int partitions;

        /** A reading with the labels of one holder, which are the same for each metric. */
        private record LabeledDeviceSample(SimulatedDeviceSample reading, @Nullable DeviceOwner holder,
                List<String> names, List<String> values) {}

        SimulatedExporterSeries(SimulatedExporterKind kind, JsonNode node, List<SimulatedDeviceSample> readings) {
            this.kind = kind;
            this.readings = readings;
            this.node = SimulatedMetadata.nameOf(node);
            var labels = node.path("metadata").path("labels");
            driver = labels.path("nvidia.com/cuda.driver-version.full").asText(SimulatedFleetVersions.DRIVER);
            var mode = labels.path("amd.com/compute-memory-partition").asText("spx_nps1");
            compute = mode.substring(0, mode.indexOf('_'));
            memoryPartition = mode.substring(mode.indexOf('_') + 1);
            partitions = DIVISIONS.getOrDefault(compute, 1);
        }

        /**
         * Passes on the series of the wanted metrics.
         *
         * @param extra whether the exporter was given the longer list of fields
         */
        void forEach(boolean extra, Predicate<String> wanted, SimulatedExporters.ScrapedSeriesConsumer consumer) {
            for (var group : kind.groups()) {
                var families = group.families().stream()
                        .filter(family -> (extra || !family.extra()) && wanted.test(family.name())).toList();
                // Labels take longer than values, and a query wants few groups.
                var samples = families.isEmpty() ? List.<LabeledDeviceSample>of() : labelledSamples(group);
                for (var family : families) {
                    samples.forEach(sample -> passOn(group, family, sample, consumer));
                }
            }
        }

        private void passOn(MetricFamilyGroup group, MetricFamily family, LabeledDeviceSample sample,
                SimulatedExporters.ScrapedSeriesConsumer consumer) {
            double value = group.countsDevices() ? readings.size() : valueOf(family, sample.reading());
            if (Double.isNaN(value)) {
                return;
            }
            boolean plain = family.labels().isEmpty();
            var more = plain ? sample : labelled(sample.reading(), sample.holder(), family.labels());
            consumer.acceptSeries(family.name(), joined(sample.names(), more.names(), plain),
                    joined(sample.values(), more.values(), plain), value);
        }

        /** Returns the same list where nothing is added: series of one device then share it. */
        private static List<String> joined(List<String> texts, List<String> more, boolean same) {
            return same ? texts : Stream.concat(texts.stream(), more.stream()).toList();
        }

        private double valueOf(MetricFamily family, SimulatedDeviceSample reading) {
            var physicalGpu = reading.unit().physicalGpu();
            if (physicalGpu.fallenOffBus() && family.scope() != MeasuredDeviceScope.FALLEN) {
                return Double.NaN;
            }
            double value = family.valueOf(reading);
            int partition = physicalGpu.index() % partitions;
            return switch (family.scope()) {
                case BOARD -> reading.unit().instance() == null ? value : Double.NaN;
                case PARTITION -> memoryPartition.equals("nps1") ? value : Math.rint(value / partitions);
                case FIRST_PARTITION -> partition == 0 ? value : Double.NaN;
                case WHOLE_GPU -> partition == 0 ? value : 0;
                case ANY, FALLEN -> value;
            };
        }

        private List<LabeledDeviceSample> labelledSamples(MetricFamilyGroup group) {
            return readings.stream().limit(group.countsDevices() ? 1 : readings.size())
                    .flatMap(reading -> namedHolders(reading, group.holders())
                            .map(holder -> labelled(reading, holder.orElse(null), group.labels())))
                    .toList();
        }

        /** Returns the holders that series of a device name, each in one of them; an empty one for a series without any. */
        private static Stream<Optional<DeviceOwner>> namedHolders(SimulatedDeviceSample reading,
                NamedDeviceHolders choice) {
            var holders = reading.holders().stream().map(Optional::of);
            boolean claimed = reading.holders().stream().anyMatch(holder -> holder.claim() != null);
            boolean unused = reading.holders().isEmpty();
            int claiming = claimed ? reading.holders().size() : 1;
            return switch (choice) {
                case NONE -> Stream.of(Optional.empty());
                case EACH -> holders;
                case FIRST_OR_NOBODY -> unused ? Stream.of(Optional.of(NOBODY)) : holders.limit(1);
                case FIRST_OR_CLAIMING -> unused ? Stream.of(Optional.empty()) : holders.limit(claiming);
            };
        }

        private LabeledDeviceSample labelled(SimulatedDeviceSample reading, @Nullable DeviceOwner holder,
                Map<String, String> templates) {
            var names = new ArrayList<String>();
            var values = new ArrayList<String>();
            templates.forEach((name, template) -> {
                int open = template.indexOf('{');
                var value = open < 0 ? ""
                        : labelValue(template.substring(open + 1, template.length() - 1), reading, holder);
                if (value != null) {
                    names.add(name);
                    values.add(open < 0 ? template : template.substring(0, open) + value);
                }
            });
            return new LabeledDeviceSample(reading, holder, List.copyOf(names), List.copyOf(values));
        }

        /** Returns what stands for a placeholder; null where the label is left out. */
        private @Nullable String labelValue(String placeholder, SimulatedDeviceSample reading,
                @Nullable DeviceOwner holder) {
            var physicalGpu = reading.unit().physicalGpu();
            var instance = reading.unit().instance();
            return switch (placeholder) {
                case "index" -> Integer.toString(physicalGpu.index());
                case "uuid" -> physicalGpu.uuid();
                case "serial" -> physicalGpu.uuid().substring(24);
                case "tag" -> physicalGpu.uuid().substring(0, 8).toUpperCase(Locale.ROOT);
                case "bus" -> physicalGpu.bus();
                case "model" -> physicalGpu.model().name();
                case "profile" -> instance == null ? null : instance.profile();
                case "instance" -> instance == null ? null : Integer.toString(instance.id());
                case "partition" -> Integer.toString(physicalGpu.index() % partitions);
                case "compute" -> compute;
                case "memoryPartition" -> memoryPartition;
                case "node" -> node;
                case "driver" -> driver;
                case "error" -> Integer.toString(reading.condition().error().code());
                case "errorText" -> reading.condition().error().text();
                default -> holder == null ? null : holderLabelValue(placeholder, holder);
            };
        }

        private static @Nullable String holderLabelValue(String placeholder, DeviceOwner holder) {
            var claim = holder.claim();
            return switch (placeholder) {
                case "container" -> holder.container();
                case "namespace" -> holder.namespace();
                case "pod" -> holder.pod();
                case "claim" -> claim == null ? null : claim.claim();
                case "claimNamespace" -> claim == null ? null : claim.namespace();
                case "claimDevice" -> claim == null ? null : claim.device();
                case "claimDriver" -> claim == null ? null : claim.driver();
                case "claimPool" -> claim == null ? null : claim.pool();
                default -> throw new IllegalArgumentException("no label value is called " + placeholder);
            };
        }
    }
}
