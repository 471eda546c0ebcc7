package tessera.metrics.exposition;

/**
 * One line of an exposition: a value of a series. It is a view that the parser moves from line to line; what is to be
 * kept must be taken out of it. Names, labels and their texts may be kept.
 */
public final class ExpositionSample {

    private static final long NONE = Long.MIN_VALUE;

    String name = "";
    LabelSet labels = LabelSet.EMPTY;
    double value;
    long timestamp = NONE;
    long line;

    ExpositionSample() {}

    void hasNoTimestamp() {
        timestamp = NONE;
    }

    /** The name of the metric. The same name is mostly the same object. */
    public String name() {
        return name;
    }

    /** The labels, which may be kept. */
    public LabelSet labels() {
        return labels;
    }

    /** The value of a label; empty when there is none. */
    public String label(String label) {
        return labels.label(label);
    }

    /** The value, which may be infinite or no number. */
    public double value() {
        return value;
    }

    /** Whether the exporter said when the value was taken. Most do not. */
    public boolean dated() {
        return timestamp != NONE;
    }

    /** When the value was taken, in milliseconds since 1970. Says nothing unless it is {@link #dated}. */
    public long epochMillis() {
        return timestamp;
    }

    /** The number of its line, counted from 1. */
    public long line() {
        return line;
    }
}
