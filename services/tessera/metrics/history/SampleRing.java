package tessera.metrics.history;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The newest numbers of one series. Memory for an hour is taken when the first number falls into it, so that a short
 * session costs little. One thread at a time.
 */
final class SampleRing {

    private final @Nullable HourCells[] hours;
    private final Supplier<HourCells> hour;
    private long last = TimeSlots.NONE;

    /** @param hour makes room for an hour */
    SampleRing(int hours, Supplier<HourCells> hour) {
        this.hours = new HourCells[hours];
        this.hour = hour;
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
        var cells = hours[place / TimeSlots.HOUR];
        return cells == null ? Float.NaN : cells.get(place % TimeSlots.HOUR);
    }

    private void put(long slot, float value) {
        int place = place(slot);
        var cells = hours[place / TimeSlots.HOUR];
        if (cells == null) {
            if (Float.isNaN(value)) {
                return;
            }
            cells = hour.get();
            hours[place / TimeSlots.HOUR] = cells;
        }
        cells.set(place % TimeSlots.HOUR, value);
    }

    private int slots() {
        return hours.length * TimeSlots.HOUR;
    }

    private int place(long slot) {
        return (int) Math.floorMod(slot, (long) slots());
    }
}
