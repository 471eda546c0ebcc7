package tessera.metrics.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All retained series of one device, or of the fleet. Safe for use by several threads: a reader holds the lock while it
 * copies some numbers, not longer.
 */
final class DeviceMetricSeriesSet<E extends Enum<E>> {

    private static final long UNCHANGED = Long.MAX_VALUE;

    /** A handful at most: a map would weigh as much as what it holds. */
    private final List<KeptSeries<E>> storedSeries = new ArrayList<>(4);
    private final int hours;
    private final Function<E, Supplier<HourlyValueStorage>> grain;
    private final AtomicInteger remainingSeries;
    private long last = HistoryTimeSlotNumbering.NONE;
    private long changed = UNCHANGED;

    private record KeptSeries<E>(E measure, SampleRingBuffer ring) {}

    /** A consumer of the measurements of one slot, in columns of its own. */
    interface TimeSlotConsumer {
        void acceptSlot(long slot, float[] columns);
    }

    /**
     * @param hours how far it reaches back
     * @param grain how exactly each measure is kept
     * @param remainingSeries  how many more series may be begun, by this and others
     */
    DeviceMetricSeriesSet(int hours, Function<E, Supplier<HourlyValueStorage>> grain, AtomicInteger remainingSeries) {
        this.hours = hours;
        this.grain = grain;
        this.remainingSeries = remainingSeries;
    }

    /**
     * Records a number, unless there is one of a later slot.
     *
     * @param needed whether it is kept even if there is no room
     * @return false when there is no room
     */
    synchronized boolean recordValue(long slot, E measure, float value, boolean needed) {
        if (slot < last || Float.isNaN(value)) {
            return true;
        }
        last = slot;
        if (putValue(slot, measure, value, needed)) {
            changed = Math.min(changed, slot);
            return true;
        }
        return false;
    }

    /** Restores stored numbers, unless measured anew meanwhile; false when there is no room for all. */
    synchronized boolean restoreSlot(long slot, List<E> measures, float[] columns) {
        if (slot >= changed) {
            return true;
        }
        boolean all = true;
        for (int i = 0; i < Math.min(columns.length, measures.size()); i++) {
            if (!Float.isNaN(columns[i])) {
                last = Math.max(last, slot);
                all &= putValue(slot, measures.get(i), columns[i], false);
            }
        }
        return all;
    }

    private boolean putValue(long slot, E measure, float value, boolean needed) {
        var ring = ringOf(measure);
        if (ring == null) {
            if (!needed && remainingSeries.get() <= 0) {
                return false;
            }
            remainingSeries.decrementAndGet();
            ring = new SampleRingBuffer(hours, grain.apply(measure));
            storedSeries.add(new KeptSeries<>(measure, ring));
        }
        ring.set(slot, value);
        return true;
    }

    private @Nullable SampleRingBuffer ringOf(E measure) {
        for (var one : storedSeries) {
            if (one.measure() == measure) {
                return one.ring();
            }
        }
        return null;
    }

    /** Copies numbers from a slot on; gaps where there are none or only such before the oldest. */
    synchronized void copyValues(E measure, long from, long oldest, float[] into) {
        var ring = ringOf(measure);
        for (int i = 0; i < into.length; i++) {
            into[i] = ring == null || from + i < oldest ? Float.NaN : ring.get(from + i);
        }
    }

    /** Passes on the slots that changed since the last call. */
    synchronized void drainChanges(List<E> measures, TimeSlotConsumer taker) {
        for (long slot = Math.max(changed,
                last - (long) hours * HistoryTimeSlotNumbering.HOUR + 1); slot <= last; slot++) {
            var columns = new float[measures.size()];
            Arrays.fill(columns, Float.NaN);
            boolean any = false;
            for (int i = 0; i < columns.length; i++) {
                var ring = ringOf(measures.get(i));
                columns[i] = ring == null ? Float.NaN : ring.get(slot);
                any |= !Float.isNaN(columns[i]);
            }
            if (any) {
                taker.acceptSlot(slot, columns);
            }
        }
        changed = UNCHANGED;
    }

    /** Returns whether nothing was recorded since a slot. */
    synchronized boolean endedBefore(long slot) {
        return last < slot;
    }

    /** Drops all but some measures. */
    synchronized void retainMeasures(Collection<E> measures) {
        int before = storedSeries.size();
        storedSeries.removeIf(one -> !measures.contains(one.measure()));
        remainingSeries.addAndGet(before - storedSeries.size());
    }

    /**
     * A ring of the newest numbers of one series. Memory for an hour is taken when the first number falls into it, so that a short
     * session costs little. One thread at a time.
     */
    private static final class SampleRingBuffer {

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
}
