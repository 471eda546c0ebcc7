package tessera.model.reading;

import java.util.Arrays;

/** Numbers of one device by {@link Metric}, with a mark for metrics that have none. Never changes. */
public final class MetricValues {

    public static final MetricValues NONE = new MetricValues.ValuesDraft().toValues();

    /** A bit for each metric of which there is a number; fleets have tens of thousands of devices. */
    private final long present;

    /** A bit for each metric of which a blank was told. */
    private final long blank;

    private final double[] numbers;

    private MetricValues(long present, long blank, double[] numbers) {
        this.present = present;
        this.blank = blank;
        this.numbers = numbers;
    }

    /** Returns whether the metric has a number. */
    public boolean hasValue(Metric metric) {
        return (present & bitOf(metric)) != 0;
    }

    /** Returns whether the exporter sent a placeholder that stands for no measurement. */
    public boolean isBlank(Metric metric) {
        return (blank & bitOf(metric)) != 0;
    }

    /** Returns whether any metric has a placeholder instead of a number. */
    public boolean hasBlank() {
        return blank != 0;
    }

    /** Returns the number, or NaN if there is none. */
    public double get(Metric metric) {
        return hasValue(metric) ? numbers[Long.bitCount(present & (bitOf(metric) - 1))] : Double.NaN;
    }

    private static long bitOf(Metric metric) {
        return 1L << bitIndex(metric);
    }

    /** Returns the ordinal, as values live only as long as the program, in which the order of the metrics does not change. */
    @SuppressWarnings("EnumOrdinal")
    private static int bitIndex(Metric metric) {
        return metric.ordinal();
    }

    public boolean isEmpty() {
        return present == 0;
    }

    /** Returns whether there is a number for every metric for which the other has one. */
    public boolean covers(MetricValues other) {
        return (other.present & ~present) == 0;
    }

    /** Returns the memory that programs can use, without what the driver reserves. Not a number where it is not known. */
    public double usableMemory() {
        return hasValue(Metric.MEMORY_FREE) ? get(Metric.MEMORY_USED) + get(Metric.MEMORY_FREE)
                : get(Metric.MEMORY_TOTAL);
    }

    /** Returns the used share of the usable memory. Not a number where it is not known. */
    public double usedMemoryShare() {
        return usableMemory() > 0 ? get(Metric.MEMORY_USED) / usableMemory() : Double.NaN;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MetricValues values && present == values.present
                && blank == values.blank && Arrays.equals(numbers, values.numbers);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(31 * present + blank) + Arrays.hashCode(numbers);
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        for (var metric : Metric.values()) {
            if (hasValue(metric)) {
                text.append(text.length() > 1 ? ", " : "").append(metric).append('=').append(get(metric));
            }
        }
        return text.append('}').toString();
    }

    /** A builder of metric values. One thread. */
    public static final class ValuesDraft {

        private final double[] numbers = new double[Metric.values().length];
        private long blank;

        public ValuesDraft() {
            Arrays.fill(numbers, Double.NaN);
        }

        public ValuesDraft set(Metric metric, double number) {
            numbers[bitIndex(metric)] = number;
            return this;
        }

        /** Notes that the exporter sent a placeholder that stands for no measurement. */
        public ValuesDraft markBlank(Metric metric) {
            blank |= bitOf(metric);
            return this;
        }

        public double get(Metric metric) {
            return numbers[bitIndex(metric)];
        }

        public boolean hasValue(Metric metric) {
            return !Double.isNaN(get(metric));
        }

        public MetricValues toValues() {
            long present = 0;
            var known = new double[numbers.length];
            int count = 0;
            for (int position = 0; position < numbers.length; position++) {
                if (!Double.isNaN(numbers[position])) {
                    present |= 1L << position;
                    known[count++] = numbers[position];
                }
            }
            return new MetricValues(present, blank & ~present, Arrays.copyOf(known, count));
        }
    }
}
