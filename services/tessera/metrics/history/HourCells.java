package tessera.metrics.history;

import java.util.Arrays;
import java.util.function.Supplier;

/** Room for an hour's numbers of one series; not a number where none was put. */
sealed interface HourCells {

    /** Numbers with seven digits. */
    Supplier<HourCells> FINE = Fine::new;

    float get(int place);

    void set(int place, float number);

    /**
     * Numbers with three digits and a half, in half the room: a fleet has tens of thousands of series, and no sensor
     * is truer than that.
     *
     * @param unit a power of two that brings the numbers below 65,504; what is beyond is a gap
     */
    static Supplier<HourCells> coarse(float unit) {
        return () -> new Coarse(unit);
    }

    /** Keeps a number as it is. */
    final class Fine implements HourCells {

        private final float[] numbers = new float[TimeSlots.HOUR];

        private Fine() {
            Arrays.fill(numbers, Float.NaN);
        }

        @Override
        public float get(int place) {
            return numbers[place];
        }

        @Override
        public void set(int place, float number) {
            numbers[place] = number;
        }
    }

    /** Keeps a number as a binary16 of a unit. */
    final class Coarse implements HourCells {

        private static final short GAP = Float.floatToFloat16(Float.NaN);

        private final short[] halves = new short[TimeSlots.HOUR];
        private final float unit;

        private Coarse(float unit) {
            this.unit = unit;
            Arrays.fill(halves, GAP);
        }

        @Override
        public float get(int place) {
            return Float.float16ToFloat(halves[place]) * unit;
        }

        @Override
        public void set(int place, float number) {
            short half = Float.floatToFloat16(number / unit);
            halves[place] = Float.isInfinite(Float.float16ToFloat(half)) ? GAP : half;
        }
    }
}
