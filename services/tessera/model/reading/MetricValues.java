package tessera.model.reading;

import java.util.Arrays;

/** One number per {@link Metric}, or the knowledge that there is none. Never changes. */
public final class MetricValues {

    public static final MetricValues NONE = new MetricValues.ValuesDraft().done();

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

    /** Whether there is a number. */
    public boolean has(Metric metric) {
        return (present & bit(metric)) != 0;
    }

    /** Whether a value was told that stands for no measurement. */
    public boolean blank(Metric metric) {
        return (blank & bit(metric)) != 0;
    }

    /** Whether a blank was told of any metric. */
    public boolean anyBlank() {
        return blank != 0;
    }

    /** The number; not a number where there is none. */
    public double get(Metric metric) {
        return has(metric) ? numbers[Long.bitCount(present & (bit(metric) - 1))] : Double.NaN;
    }

    private static long bit(Metric metric) {
        return 1L << place(metric);
    }

    /** Values live only as long as the program, in which the order of the metrics does not change. */
    @SuppressWarnings("EnumOrdinal")
    private static int place(Metric metric) {
        return metric.ordinal();
    }

    public boolean isEmpty() {
        return present == 0;
    }

    /** Whether it has a number wherever another has one. */
    public boolean covers(MetricValues other) {
        return (other.present & ~present) == 0;
    }

    /** The memory that programs can have, which is not what the driver reserves. Not a number where it is not known. */
    public double usableMemory() {
        return has(Metric.MEMORY_FREE) ? get(Metric.MEMORY_USED) + get(Metric.MEMORY_FREE) : get(Metric.MEMORY_TOTAL);
    }

    /** The share of the usable memory that is used. Not a number where it is not known. */
    public double memoryShare() {
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
            if (has(metric)) {
                text.append(text.length() > 1 ? ", " : "").append(metric).append('=').append(get(metric));
            }
        }
        return text.append('}').toString();
    }

    /** Values while they are being gathered. One thread. */
    public static final class ValuesDraft {

        private final double[] numbers = new double[Metric.values().length];
        private long blank;

        public ValuesDraft() {
            Arrays.fill(numbers, Double.NaN);
        }

        public ValuesDraft set(Metric metric, double number) {
            numbers[place(metric)] = number;
            return this;
        }

        /** Notes that a value was told that stands for no measurement. */
        public ValuesDraft blank(Metric metric) {
            blank |= bit(metric);
            return this;
        }

        public double get(Metric metric) {
            return numbers[place(metric)];
        }

        public boolean has(Metric metric) {
            return !Double.isNaN(get(metric));
        }

        public MetricValues done() {
            long present = 0;
            var known = new double[numbers.length];
            int count = 0;
            for (int place = 0; place < numbers.length; place++) {
                if (!Double.isNaN(numbers[place])) {
                    present |= 1L << place;
                    known[count++] = numbers[place];
                }
            }
            return new MetricValues(present, blank & ~present, Arrays.copyOf(known, count));
        }
    }
}
