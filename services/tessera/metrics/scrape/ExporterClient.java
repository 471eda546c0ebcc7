package tessera.metrics.scrape;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import tessera.model.Failure;

/** The way to the exporters of a cluster. Safe for use by several threads. */
public interface ExporterClient {

    /**
     * Reads the metrics page of an exporter; waits for it.
     *
     * @param patience how long the exporter may be silent
     * @throws Failure when there is no page, in the words of whoever refused it
     */
    <T> T read(ExporterPod exporter, Duration patience, PageParser<T> page) throws Failure, InterruptedException;

    /** What is made of a page while it arrives. */
    @FunctionalInterface
    interface PageParser<T> {
        T read(InputStream body) throws IOException, Failure;
    }
}
