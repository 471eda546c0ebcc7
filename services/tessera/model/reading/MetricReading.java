package tessera.model.reading;

import tessera.text.Reason;

/** The reading of one metric of one device: a number, or the reason why there is none. */
public sealed interface MetricReading {

    /** A measured number, in the unit of its metric. */
    record MeasuredMetricReading(double value) implements MetricReading {}

    /** A missing number and its reason. */
    record MissingMetricReading(MissingValueReason reason) implements MetricReading {}

    /** The reason why a metric has no number. */
    enum MissingValueReason implements Reason {
        NOT_READ_YET,
        NO_EXPORTER,
        KIND_NOT_READ,
        EXPORTER_SILENT,
        NOT_UNDER_MIG,
        NOT_EXPORTED,
        BLANK,
        NOT_IN_REPORT,
        NOT_MATCHED,
        OF_THE_BOARD;

        public String reasonText() {
            return text();
        }
    }
}
