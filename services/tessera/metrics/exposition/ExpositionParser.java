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
public final class ExpositionParser {

    private final LineBuffer lines;
    private final SampleReader samples = new SampleReader();

    public ExpositionParser() {
        this(ExpositionLimits.STANDARD);
    }

    public ExpositionParser(ExpositionLimits limits) {
        lines = new LineBuffer(limits);
    }

    /** Reads an exposition of the format 0.0.4. */
    public ExpositionTally read(InputStream in, SampleSink sink) throws IOException {
        return read(in, ExpositionFormat.PROMETHEUS, sink);
    }

    /** Reads an exposition. The stream is not closed, and not read to its end when it is no exposition. */
    public ExpositionTally read(InputStream in, ExpositionFormat format, SampleSink sink) throws IOException {
        lines.open(in, ContentSniffer.HEAD);
        samples.beginPage(format);
        return new ExpositionReader(lines, samples, format, sink).run();
    }
}
