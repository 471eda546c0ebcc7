package tessera.metrics.history;

import java.util.Arrays;

/**
 * The newest numbers of one series. Memory for an hour is taken when the first number falls into it, so that a short
 * session costs little. One thread at a time.
 */
final class Ring {

    private static final float[] NOTHING = {};

    private final float[][] hours;
    private long last = Slots.NONE;

    Ring(int hours) {
        this.hours = new float[hours][];
        Arrays.fill(this.hours, NOTHING);
    }

    /** Puts a number into a slot; one that has already left the ring is ignored. */
    void set(long slot, float value) {
        if (slot > last) {
            for (long skipped = Math.max(last, slot - slots()) + 1; skipped < slot; skipped++) {
                put(skipped, Float.NaN);
            }
            last = slot;
        }
        if (slot > last - slots()) {
            put(slot, value);
        }
    }

    float get(long slot) {
        if (slot > last || slot <= last - slots()) {
            return Float.NaN;
        }
        int place = place(slot);
        var hour = hours[place / Slots.HOUR];
        return hour.length == 0 ? Float.NaN : hour[place % Slots.HOUR];
    }

    private void put(long slot, float value) {
        int place = place(slot);
        int hour = place / Slots.HOUR;
        if (hours[hour].length == 0) {
            if (Float.isNaN(value)) {
                return;
            }
            hours[hour] = new float[Slots.HOUR];
            Arrays.fill(hours[hour], Float.NaN);
        }
        hours[hour][place % Slots.HOUR] = value;
    }

    private int slots() {
        return hours.length * Slots.HOUR;
    }

    private int place(long slot) {
        return (int) Math.floorMod(slot, (long) slots());
    }
}
