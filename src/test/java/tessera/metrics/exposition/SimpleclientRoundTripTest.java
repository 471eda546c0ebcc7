package tessera.metrics.exposition;

import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.Counter;
import io.prometheus.client.Histogram;
import io.prometheus.client.exemplars.Exemplar;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tessera.metrics.exposition.Read.Series;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** What the Java client of Prometheus writes is read back as it was. */
class SimpleclientRoundTripTest {

    private static final List<String> LABELS = List.of("gpu", "UUID", "modelName", "pod");
    private static final String[] PIECES = {"a", "NVIDIA H100", "\"", "\\", "\n", "}", "{", ",", "=", "#", " ", "é",
        "漢字", "😀", "\t", "\r", "\\n", "x".repeat(90)};

    private static String text(RandomGenerator random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private static double value(RandomGenerator random) {
        return switch (random.nextInt(5)) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextInt(100);
            case 2 -> random.nextDouble();
            case 3 -> random.nextBoolean() ? Double.NEGATIVE_INFINITY : Double.NaN;
            default -> random.nextLong();
        };
    }

    private static MetricFamilySamples family(RandomGenerator random, String name) {
        var samples = new ArrayList<MetricFamilySamples.Sample>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            var names = LABELS.subList(0, random.nextInt(LABELS.size() + 1));
            var values = names.stream().map(_ -> text(random)).toList();
            var at = random.nextBoolean() ? null : (Long) random.nextLong(4_000_000_000_000L);
            samples.add(new MetricFamilySamples.Sample(name, names, values, value(random), (Exemplar) null, at));
        }
        return new MetricFamilySamples(name, Collector.Type.GAUGE, text(random), samples);
    }

    private static Series series(MetricFamilySamples.Sample sample) {
        var labels = new LinkedHashMap<String, String>();
        for (int i = 0; i < sample.labelNames.size(); i++) {
            labels.put(sample.labelNames.get(i), sample.labelValues.get(i));
        }
        return new Series(sample.name, labels, sample.value, sample.timestampMs == null ? "" : "" + sample.timestampMs);
    }

    private static String write(MetricsExpositionFormat format, List<MetricFamilySamples> families) throws IOException {
        var text = new StringWriter();
        if (format == MetricsExpositionFormat.PROMETHEUS) {
            TextFormat.write004(text, Collections.enumeration(families));
        } else {
            TextFormat.writeOpenMetrics100(text, Collections.enumeration(families));
        }
        return text.toString();
    }

    private static Read read(MetricsExpositionFormat format, String text) throws IOException {
        return Read.of(new MetricsExpositionParser(), format, new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @EnumSource
    void everySampleComesBackExactly(MetricsExpositionFormat format) throws IOException {
        for (long seed = 0; seed < 2_000; seed++) {
            var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            var families = new ArrayList<MetricFamilySamples>();
            for (int i = random.nextInt(6); i >= 0; i--) {
                families.add(family(random, "metric_" + i));
            }
            var text = write(format, families);
            var read = read(format, text);
            assertThat(read.samples()).as("seed %d: %s", seed, text).isEqualTo(families.stream()
                    .flatMap(family -> family.samples.stream()).map(SimpleclientRoundTripTest::series).toList());
            assertThat(read.result().problem()).isEmpty();
            assertThat(read.result().sawEof()).isEqualTo(format == MetricsExpositionFormat.OPEN_METRICS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void countersAndHistogramsWithExemplarsComeBack(MetricsExpositionFormat format) throws IOException {
        var registry = new CollectorRegistry();
        var counter = Counter.build("requests", "Requests.").labelNames("path").register(registry);
        counter.labels("/metrics").incWithExemplar(3, "trace_id", "a} 1 #");
        var histogram = Histogram.build("seconds", "Seconds.").buckets(0.1, 1).register(registry);
        histogram.observeWithExemplar(0.5, "trace_id", "b\"");
        var families = Collections.list(registry.metricFamilySamples());

        var read = read(format, write(format, families));

        assertThat(read.result().problem()).isEmpty();
        assertThat(read.samples()).contains(new Series("requests_total", Map.of("path", "/metrics"), 3, ""),
                new Series("seconds_bucket", Map.of("le", "+Inf"), 1, ""),
                new Series("seconds_bucket", Map.of("le", "0.1"), 0, ""), new Series("seconds_sum", Map.of(), 0.5, ""));
    }

    @Test
    void helpComesBackExactly() throws IOException {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        for (int i = 0; i < 500; i++) {
            var help = text(random).strip() + ".";
            var told = new ArrayList<String>();
            var family = new MetricFamilySamples("m", Collector.Type.GAUGE, help, List.of());
            new MetricsExpositionParser().read(
                    new ByteArrayInputStream(
                            write(MetricsExpositionFormat.PROMETHEUS, List.of(family)).getBytes(UTF_8)),
                    new ExpositionSampleConsumer() {
                        @Override
                        public void acceptSample(MetricsExpositionSample sample) {}

                        @Override
                        public boolean wantsDescriptions() {
                            return true;
                        }

                        @Override
                        public void acceptDescription(String metric, MetricMetadataKind kind, String text) {
                            told.add(kind + " " + text);
                        }
                    });
            assertThat(told).containsExactly("HELP " + help, "TYPE gauge");
        }
    }
}
