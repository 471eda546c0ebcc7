package tessera.metrics.prometheus.answer;

import java.util.List;
import tessera.metrics.exposition.SeriesLabelSet;

/** Series and their values over a range of time. Immutable. */
public record RangeVector(QueryTimeRange timeRange, List<RangeSeries> lines) {

    public RangeVector {
        lines = List.copyOf(lines);
    }

    /** One series, with a value for each step of the range; NaN where there was none. */
    public static final class RangeSeries {

        private final String name;
        private final SeriesLabelSet labels;
        private final double[] values;

        RangeSeries(PrometheusSeriesLabelReader.MetricNameAndLabels series, double[] values) {
            this.name = series.name();
            this.labels = series.labels();
            this.values = values;
        }

        /** Returns the metric's name; empty for calculated series. */
        public String name() {
            return name;
        }

        /** Returns the labels without the name. */
        public SeriesLabelSet labels() {
            return labels;
        }

        /** Returns the value at one of the steps; may be infinite or NaN. */
        public double valueAt(int point) {
            return values[point];
        }

        public int size() {
            return values.length;
        }

        @Override
        public String toString() {
            return name + labels;
        }
    }
}
