package tessera.metrics.exposition;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What a parser made of a text, kept for comparing. */
record Read(List<Series> samples, ExpositionReadResult result) {

    /** A sample that is kept. */
    record Series(String name, Map<String, String> labels, double value, String at) {}

    static Read of(String text) throws IOException {
        return of(new MetricsExpositionParser(), MetricsExpositionFormat.PROMETHEUS,
                new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    static Read of(MetricsExpositionParser parser, MetricsExpositionFormat format, InputStream in) throws IOException {
        var samples = new ArrayList<Series>();
        var result = parser.read(in, format, sample -> samples.add(new Series(sample.name(), labels(sample.labels()),
                sample.value(), sample.hasTimestamp() ? "" + sample.epochMillis() : "")));
        return new Read(samples, result);
    }

    private static Map<String, String> labels(SeriesLabelSet labels) {
        var map = new LinkedHashMap<String, String>();
        for (int i = 0; i < labels.size(); i++) {
            map.put(labels.name(i), labels.value(i));
        }
        return map;
    }

    /** A stream that gives a few bytes at a time. */
    static InputStream trickle(byte[] bytes, RandomGenerator random) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int from, int length) {
                return super.read(into, from, Math.min(length, 1 + random.nextInt(40)));
            }
        };
    }
}
