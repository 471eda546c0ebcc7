package tessera.metrics.exposition;

import java.io.IOException;
import java.io.InputStream;

/**
 * Parses metrics in the text formats of exporters. What an exporter writes never makes it fail: lines that it cannot read are
 * counted, and what is no exposition at all is recognised.
 *
 * <p>It remembers the names of metrics and labels from one exposition to the next, up to some hundred kilobytes: keep
 * one for each thread that reads. Not safe for use by several threads at once.
 */
public final class MetricsExpositionParser {

    private final ByteLineBuffer lineBuffer;
    private final ExpositionSampleReader samples = new ExpositionSampleReader();

    public MetricsExpositionParser() {
        this(MetricsExpositionLimits.STANDARD);
    }

    public MetricsExpositionParser(MetricsExpositionLimits limits) {
        lineBuffer = new ByteLineBuffer(limits);
    }

    /** Reads an exposition of the format 0.0.4. */
    public ExpositionReadResult read(InputStream in, ExpositionSampleConsumer sink) throws IOException {
        return read(in, MetricsExpositionFormat.PROMETHEUS, sink);
    }

    /** Reads an exposition. The stream is not closed, and not read to its end when it is no exposition. */
    public ExpositionReadResult read(InputStream in, MetricsExpositionFormat format, ExpositionSampleConsumer sink)
            throws IOException {
        lineBuffer.open(in, NonMetricsContentDetector.HEAD);
        samples.beginPage(format);
        return new MetricsExpositionReader(lineBuffer, samples, format, sink).run();
    }
}
