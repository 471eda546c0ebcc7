package tessera.metrics.prometheus.answer;

import java.util.ArrayList;
import java.util.List;
import tessera.metrics.exposition.SeriesLabelSet;

/** Series and the value of each at one time. Immutable. */
public final class InstantVector {

    private final String[] names;
    private final SeriesLabelSet[] labels;
    private final double[] values;
    private final long[] times;

    private InstantVector(InstantVectorBuilder draft) {
        names = draft.names.toArray(String[]::new);
        labels = draft.labels.toArray(SeriesLabelSet[]::new);
        values = draft.values.stream().mapToDouble(Double::doubleValue).toArray();
        times = draft.times.stream().mapToLong(Long::longValue).toArray();
    }

    public int size() {
        return values.length;
    }

    public boolean isEmpty() {
        return values.length == 0;
    }

    /** Returns the metric's name; empty for calculated series. */
    public String nameOf(int series) {
        return names[series];
    }

    /** Returns the labels without the name. */
    public SeriesLabelSet labelsOf(int series) {
        return labels[series];
    }

    /** Returns the value, which may be infinite or NaN. */
    public double valueOf(int series) {
        return values[series];
    }

    /** Returns the time, in milliseconds since 1970. */
    public long epochMillis(int series) {
        return times[series];
    }

    @Override
    public String toString() {
        var text = new StringBuilder("[");
        for (int i = 0; i < values.length; i++) {
            text.append(i == 0 ? "" : ", ").append(names[i]).append(labels[i]).append(' ').append(values[i]);
        }
        return text.append(']').toString();
    }

    /** A vector while it is being read. */
    static final class InstantVectorBuilder {

        private final List<String> names = new ArrayList<>();
        private final List<SeriesLabelSet> labels = new ArrayList<>();
        private final List<Double> values = new ArrayList<>();
        private final List<Long> times = new ArrayList<>();

        void add(PrometheusSeriesLabelReader.MetricNameAndLabels series, long time, double value) {
            names.add(series.name());
            labels.add(series.labels());
            values.add(value);
            times.add(time);
        }

        InstantVector build() {
            return new InstantVector(this);
        }
    }
}
