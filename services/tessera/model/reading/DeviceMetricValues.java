package tessera.model.reading;

import java.util.Arrays;

/** Numbers of one device by {@link DeviceMetric}, with a mark for metrics that have none. Never changes. */
public final class DeviceMetricValues {

    public static final DeviceMetricValues NONE = new DeviceMetricValues.MetricValuesBuilder().toValues();

    /** A bit for each metric of which there is a number; fleets have tens of thousands of devices. */
    private final long present;

    /** A bit for each metric of which a blank was told. */
    private final long blankBits;

    private final double[] numbers;

    private DeviceMetricValues(long present, long blankBits, double[] numbers) {
        this.present = present;
        this.blankBits = blankBits;
        this.numbers = numbers;
    }

    /** Returns whether the metric has a number. */
    public boolean hasValue(DeviceMetric deviceMetric) {
        return (present & bitOf(deviceMetric)) != 0;
    }

    /** Returns whether the exporter sent a placeholder that stands for no measurement. */
    public boolean isBlank(DeviceMetric deviceMetric) {
        return (blankBits & bitOf(deviceMetric)) != 0;
    }

    /** Returns whether any metric has a placeholder instead of a number. */
    public boolean hasBlank() {
        return blankBits != 0;
    }

    /** Returns the number, or NaN if there is none. */
    public double get(DeviceMetric deviceMetric) {
        return hasValue(deviceMetric) ? numbers[Long.bitCount(present & (bitOf(deviceMetric) - 1))] : Double.NaN;
    }

    private static long bitOf(DeviceMetric deviceMetric) {
        return 1L << bitIndex(deviceMetric);
    }

    /** Returns the ordinal, as values live only as long as the program, in which the order of the metrics does not change. */
    @SuppressWarnings("EnumOrdinal")
    private static int bitIndex(DeviceMetric deviceMetric) {
        return deviceMetric.ordinal();
    }

    public boolean isEmpty() {
        return present == 0;
    }

    /** Returns whether there is a number for every metric for which the other has one. */
    public boolean covers(DeviceMetricValues other) {
        return (other.present & ~present) == 0;
    }

    /** Returns these values, with those of another reading where these have none. */
    public DeviceMetricValues mergeMissing(DeviceMetricValues other) {
        if (covers(other) && (other.blankBits & ~present & ~blankBits) == 0) {
            return this;
        }
        var builder = new MetricValuesBuilder();
        for (var deviceMetric : DeviceMetric.values()) {
            builder.set(deviceMetric, (hasValue(deviceMetric) ? this : other).get(deviceMetric));
            if (isBlank(deviceMetric) || other.isBlank(deviceMetric)) {
                builder.markBlank(deviceMetric);
            }
        }
        return builder.toValues();
    }

    /** Returns the memory that programs can use, without what the driver reserves. Not a number where it is not known. */
    public double usableMemory() {
        if (hasValue(DeviceMetric.MEMORY_FREE)) {
            return get(DeviceMetric.MEMORY_USED) + get(DeviceMetric.MEMORY_FREE);
        }
        return get(DeviceMetric.MEMORY_TOTAL);
    }

    /** Returns the used share of the usable memory. Not a number where it is not known. */
    public double usedMemoryShare() {
        return usableMemory() > 0 ? get(DeviceMetric.MEMORY_USED) / usableMemory() : Double.NaN;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DeviceMetricValues values && present == values.present && blankBits == values.blankBits
                && Arrays.equals(numbers, values.numbers);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(31 * present + blankBits) + Arrays.hashCode(numbers);
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        for (var deviceMetric : DeviceMetric.values()) {
            if (hasValue(deviceMetric)) {
                text.append(text.length() > 1 ? ", " : "").append(deviceMetric).append('=').append(get(deviceMetric));
            }
        }
        return text.append('}').toString();
    }

    /** A builder of metric values. One thread. */
    public static final class MetricValuesBuilder {

        private final double[] numbers = new double[DeviceMetric.values().length];
        private long blankBits;

        public MetricValuesBuilder() {
            Arrays.fill(numbers, Double.NaN);
        }

        public MetricValuesBuilder set(DeviceMetric deviceMetric, double number) {
            numbers[bitIndex(deviceMetric)] = number;
            return this;
        }

        /** Notes that the exporter sent a placeholder that stands for no measurement. */
        public MetricValuesBuilder markBlank(DeviceMetric deviceMetric) {
            blankBits |= bitOf(deviceMetric);
            return this;
        }

        public double get(DeviceMetric deviceMetric) {
            return numbers[bitIndex(deviceMetric)];
        }

        public boolean hasValue(DeviceMetric deviceMetric) {
            return !Double.isNaN(get(deviceMetric));
        }

        public DeviceMetricValues toValues() {
            long present = 0;
            var known = new double[numbers.length];
            int count = 0;
            for (int position = 0; position < numbers.length; position++) {
                if (!Double.isNaN(numbers[position])) {
                    present |= 1L << position;
                    known[count++] = numbers[position];
                }
            }
            return new DeviceMetricValues(present, blankBits & ~present, Arrays.copyOf(known, count));
        }
    }
}
