package tessera.metrics.history;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A ring of the newest numbers of one series. Memory for an hour is taken when the first number falls into it, so that a short
 * session costs little. One thread at a time.
 */
final class SampleRingBuffer {

    private final @Nullable HourlyValueStorage[] hours;
    private final Supplier<HourlyValueStorage> hour;
    private long last = HistoryTimeSlotNumbering.NONE;

    /** @param hour makes room for an hour */
    SampleRingBuffer(int hours, Supplier<HourlyValueStorage> hour) {
        this.hours = new HourlyValueStorage[hours];
        this.hour = hour;
    }

    /** Sets the number of a slot; ignored when the slot has already left the ring. */
    void set(long slot, float value) {
        if (slot > last) {
            for (long skipped = Math.max(last, slot - slotCount()) + 1; skipped < slot; skipped++) {
                putValue(skipped, Float.NaN);
            }
            last = slot;
        }
        if (slot > last - slotCount()) {
            putValue(slot, value);
        }
    }

    float get(long slot) {
        if (slot > last || slot <= last - slotCount()) {
            return Float.NaN;
        }
        int position = indexOf(slot);
        var cells = hours[position / HistoryTimeSlotNumbering.HOUR];
        return cells == null ? Float.NaN : cells.get(position % HistoryTimeSlotNumbering.HOUR);
    }

    private void putValue(long slot, float value) {
        int position = indexOf(slot);
        var cells = hours[position / HistoryTimeSlotNumbering.HOUR];
        if (cells == null) {
            if (Float.isNaN(value)) {
                return;
            }
            cells = hour.get();
            hours[position / HistoryTimeSlotNumbering.HOUR] = cells;
        }
        cells.set(position % HistoryTimeSlotNumbering.HOUR, value);
    }

    private int slotCount() {
        return hours.length * HistoryTimeSlotNumbering.HOUR;
    }

    private int indexOf(long slot) {
        return (int) Math.floorMod(slot, (long) slotCount());
    }
}
