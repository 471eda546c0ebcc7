package tessera.model.reading;

/** What can be said of one quantity of one device: a number, or why there is none. */
public sealed interface MetricReading {

    /** A number, in the unit of its metric. */
    record MeasuredValue(double value) implements MetricReading {}

    /** No number, and why. */
    record MissingValue(MissingReason reason) implements MetricReading {}

    /** Why there is no number. */
    enum MissingReason {
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

        private final String words;

        MissingReason(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}
