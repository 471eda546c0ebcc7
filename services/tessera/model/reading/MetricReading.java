package tessera.model.reading;

/** The reading of one metric of one device: a number, or the reason why there is none. */
public sealed interface MetricReading {

    /** A measured number, in the unit of its metric. */
    record MeasuredMetricReading(double value) implements MetricReading {}

    /** A missing number and its reason. */
    record MissingMetricReading(MissingValueReason reason) implements MetricReading {}

    /** The reason why a metric has no number. */
    enum MissingValueReason {
        NOT_READ_YET("not read yet"),
        NO_EXPORTER("no exporter found on this node"),
        KIND_NOT_READ("an exporter was found, of a kind that is not read"),
        EXPORTER_SILENT("the exporter does not answer"),
        NOT_UNDER_MIG("not measured while the GPU is cut by MIG"),
        NOT_EXPORTED("not exported"),
        BLANK("the exporter tells a blank or impossible value"),
        NOT_IN_REPORT("the exporter does not report this device"),
        NOT_MATCHED("which device this is is not known"),
        OF_THE_BOARD("measured for the whole board");

        private final String text;

        MissingValueReason(String text) {
            this.text = text;
        }

        public String reasonText() {
            return text;
        }
    }
}
