package tessera.demo.telemetry.exporter;

import io.prometheus.client.Collector;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.exporter.common.TextFormat;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
