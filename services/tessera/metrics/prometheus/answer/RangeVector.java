package tessera.metrics.prometheus.answer;

import java.util.List;
import tessera.metrics.exposition.LabelSet;

/** Series and their values over a time. Immutable. */
public record RangeVector(StepRange span, List<RangeLine> lines) {

    public RangeVector {
        lines = List.copyOf(lines);
    }

    /** One series, with a value for each moment of the span; where there was none it is no number. */
    public static final class RangeLine {

        private final String name;
        private final LabelSet labels;
        private final double[] values;

        RangeLine(SeriesLabels.NamedLabels series, double[] values) {
            this.name = series.name();
            this.labels = series.labels();
            this.values = values;
        }

        /** The metric's name; empty for what was calculated. */
        public String name() {
            return name;
        }

        /** The labels without the name. */
        public LabelSet labels() {
            return labels;
        }

        /** The value at one of the moments; may be infinite or no number. */
        public double value(int point) {
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
