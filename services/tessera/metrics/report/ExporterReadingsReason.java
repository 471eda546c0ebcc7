package tessera.metrics.report;

import tessera.text.Reason;

/** A reason why readings of an exporter are missing or incomplete. */
public sealed interface ExporterReadingsReason extends Reason {

    /** The page is no exposition. */
    record NoMetrics() implements ExporterReadingsReason {}

    /** The page has no series about a device. */
    record NoDeviceReported() implements ExporterReadingsReason {}

    /** The page has series, but none about a device; their number has separators. */
    record NoDeviceSeries(String series) implements ExporterReadingsReason {}

    /** A part of the page could not be read. */
    record MetricsPartlyUnreadable() implements ExporterReadingsReason {}

    /** A value is negative or infinite. */
    record InvalidValue(String series, double value) implements ExporterReadingsReason {}

    /** A series is there twice with different values. */
    record ContradictoryValues(String series) implements ExporterReadingsReason {}

    /** Several values make no sense; their number has separators. */
    record InvalidValues(String values, ExporterReadingsReason first) implements ExporterReadingsReason {}
}
