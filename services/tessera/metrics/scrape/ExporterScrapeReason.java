package tessera.metrics.scrape;

import java.time.Instant;
import tessera.text.Reason;

/** A reason why an exporter was not read, or its readings are doubtful. */
sealed interface ExporterScrapeReason extends Reason {

    /** The pod of the exporter does not run. */
    record ExporterNotRunning(String exporter) implements ExporterScrapeReason {}

    /** The exporter is of a kind that is not known. */
    record ExporterUnsupported(String exporter) implements ExporterScrapeReason {}

    /** Reading the metrics failed unexpectedly. */
    record ExporterResponseUnreadable(String pod) implements ExporterScrapeReason {}

    /** Values are of the future. */
    record ExporterClockAhead(String pod) implements ExporterScrapeReason {}

    /** The time of the newest value is in the future; the text tells what else is wrong, and may be empty. */
    record FutureTimestamp(Instant newest, String other) implements ExporterScrapeReason {}
}
