package tessera.metrics.scrape;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import tessera.model.ProblemException;

/** A connection to the exporters of a cluster. Safe for use by several threads. */
public interface ExporterClient {

    /**
     * Reads the metrics page of an exporter; blocks until it is there.
     *
     * @param timeout how long the exporter may be silent
     * @throws ProblemException when there is no page, in the words of whoever refused it
     */
    <T> T readPage(ExporterPod exporter, Duration timeout, MetricsPageParser<T> page)
            throws ProblemException, InterruptedException;

    /** Parses a page while it arrives. */
    @FunctionalInterface
    interface MetricsPageParser<T> {
        T parsePage(InputStream body) throws IOException, ProblemException;
    }
}
