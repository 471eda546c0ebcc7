package tessera.metrics.history;

import java.util.Arrays;
import java.util.function.Supplier;

/** Storage for an hour's numbers of one series; NaN where none was set. */
sealed interface HourlyValueStorage {

    /** Numbers with seven digits. */
    Supplier<HourlyValueStorage> FINE = FullPrecisionStorage::new;

    float get(int position);

    void set(int position, float number);

    /**
     * Creates cells for numbers of three and a half digits, in half the room: a fleet has many series, and no sensor is more precise.
     *
     * @param unit a power of two that brings the numbers below 65,504; what is beyond is a gap
     */
    static Supplier<HourlyValueStorage> coarseCells(float unit) {
        return () -> new HalfPrecisionStorage(unit);
    }

    /** Keeps a number as it is. */
    final class FullPrecisionStorage implements HourlyValueStorage {

        private final float[] numbers = new float[HistoryTimeSlotNumbering.HOUR];

        private FullPrecisionStorage() {
            Arrays.fill(numbers, Float.NaN);
        }

        @Override
        public float get(int position) {
            return numbers[position];
        }

        @Override
        public void set(int position, float number) {
            numbers[position] = number;
        }
    }

    /** Keeps a number as a binary16 of a unit. */
    final class HalfPrecisionStorage implements HourlyValueStorage {

        private static final short GAP = Float.floatToFloat16(Float.NaN);

        private final short[] halves = new short[HistoryTimeSlotNumbering.HOUR];
        private final float unit;

        private HalfPrecisionStorage(float unit) {
            this.unit = unit;
            Arrays.fill(halves, GAP);
        }

        @Override
        public float get(int position) {
            return Float.float16ToFloat(halves[position]) * unit;
        }

        @Override
        public void set(int position, float number) {
            short half = Float.floatToFloat16(number / unit);
            halves[position] = Float.isInfinite(Float.float16ToFloat(half)) ? GAP : half;
        }
    }
}
