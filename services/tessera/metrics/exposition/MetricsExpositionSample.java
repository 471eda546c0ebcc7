package tessera.metrics.exposition;

/**
 * One line of an exposition: a value of a series. It is a view that the parser moves from line to line; what is to be
 * kept must be taken out of it. Names, labels and their texts may be kept.
 */
public final class MetricsExpositionSample {

    private static final long NONE = Long.MIN_VALUE;

    String name = "";
    SeriesLabelSet labels = SeriesLabelSet.EMPTY;
    double value;
    long timestamp = NONE;
    long line;

    MetricsExpositionSample() {}

    void clearTimestamp() {
        timestamp = NONE;
    }

    /** Returns the name of the metric. The same name is mostly the same object. */
    public String name() {
        return name;
    }

    /** Returns the labels, which may be kept. */
    public SeriesLabelSet labels() {
        return labels;
    }

    /** Returns the value of a label; empty when there is none. */
    public String labelValue(String label) {
        return labels.valueOf(label);
    }

    /** Returns the value, which may be infinite or NaN. */
    public double value() {
        return value;
    }

    /** Returns whether the exporter gave a timestamp. Most do not. */
    public boolean hasTimestamp() {
        return timestamp != NONE;
    }

    /** Returns the timestamp of the value, in milliseconds since 1970. Says nothing unless it is {@link #hasTimestamp}. */
    public long epochMillis() {
        return timestamp;
    }

    /** Returns the number of its line, counted from 1. */
    public long lineNumber() {
        return line;
    }
}
