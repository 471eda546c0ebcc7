package tessera.metrics.exposition;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads metrics as exporters write them. What an exporter writes never makes it fail: lines that it cannot read are
 * counted, and what is no exposition at all is recognised.
 *
 * <p>It remembers the names of metrics and labels from one exposition to the next, up to some hundred kilobytes: keep
 * one for each thread that reads. Not safe for use by several threads at once.
 */
public final class ExpositionParser {

    private final LineBuffer lines;
    private final SampleReader samples = new SampleReader();

    public ExpositionParser() {
        this(Limits.STANDARD);
    }

    public ExpositionParser(Limits limits) {
        lines = new LineBuffer(limits);
    }

    /** Reads an exposition of the format 0.0.4. */
    public Tally read(InputStream in, SampleSink sink) throws IOException {
        return read(in, Format.PROMETHEUS, sink);
    }

    /** Reads an exposition. The stream is not closed, and not read to its end when it is no exposition. */
    public Tally read(InputStream in, Format format, SampleSink sink) throws IOException {
        lines.begin(in, Sniffer.HEAD);
        samples.expect(format);
        return new Reading(lines, samples, format, sink).run();
    }
}
