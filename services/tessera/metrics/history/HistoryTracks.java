package tessera.metrics.history;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;

/**
 * The tracks of all devices and of the fleet over the same hours. What is older than these hours, reckoned from the
 * newest number of all, reads as gaps.
 */
final class HistoryTracks implements HistoryView {

    /** What is kept of every device, in the order in which it is stored; only add at the end. */
    static final List<Metric> HEADLINE = List.of(Metric.UTILISATION, Metric.MEMORY_USED, Metric.TEMPERATURE,
            Metric.POWER);
    private static final Map<Metric, Supplier<HourCells>> COARSE = Map.of(Metric.UTILISATION, HourCells.coarseCells(1),
            Metric.MEMORY_USED, HourCells.coarseCells(1 << 24), Metric.TEMPERATURE, HourCells.coarseCells(1),
            Metric.POWER,
            HourCells.coarseCells(1));
    /** What is kept of the fleet, in the order in which it is stored; only add at the end. */
    static final List<FleetMeasure> FLEET = List.of(FleetMeasure.values());
    /** Stands for the fleet among devices; no node has an empty name. */
    static final DeviceKey ALL = new DeviceKey("", "", DeviceKey.WHOLE);

    private final int hours;
    private final AtomicInteger room;
    private final Map<DeviceKey, HistoryTrack<Metric>> devices = new ConcurrentHashMap<>();
    private final HistoryTrack<FleetMeasure> fleet;
    private final AtomicLong newest = new AtomicLong(TimeSlots.NONE);
    private volatile boolean complete = true;

    /** A consumer of the measurements of one device, or of the fleet, in one slot; the columns are valid only during the call. */
    interface TrackConsumer {
        void acceptSlot(DeviceKey device, long slot, float[] columns);
    }

    /** @param mostSeries how many series are kept at most; those of the fleet are kept anyway */
    HistoryTracks(int hours, int mostSeries) {
        this.hours = hours;
        room = new AtomicInteger(mostSeries);
        fleet = new HistoryTrack<>(hours, _ -> HourCells.FINE, new AtomicInteger(FLEET.size()));
    }

    int slotCount() {
        return hours * TimeSlots.HOUR;
    }

    private long oldestSlot() {
        return newest.get() - slotCount() + 1;
    }

    /** Records some numbers of a device. */
    void recordDevice(DeviceKey device, long slot, List<Metric> metrics, MetricValues values) {
        if (slot < oldestSlot() || metrics.stream().noneMatch(values::hasValue)) {
            return;
        }
        newest.accumulateAndGet(slot, Math::max);
        var track = trackOf(device);
        for (var metric : metrics) {
            if (!track.recordValue(slot, metric, (float) values.get(metric), !HEADLINE.contains(metric))) {
                complete = false;
            }
        }
    }

    void recordFleet(long slot, FleetMeasure measure, float value) {
        newest.accumulateAndGet(slot, Math::max);
        fleet.recordValue(slot, measure, value, true);
    }

    /** Restores stored numbers of a device or of the fleet. */
    void restoreSlot(DeviceKey device, long slot, float[] columns) {
        newest.accumulateAndGet(slot, Math::max);
        if (device.equals(ALL)) {
            fleet.restoreSlot(slot, FLEET, columns);
        } else if (!trackOf(device).restoreSlot(slot, HEADLINE, columns)) {
            complete = false;
        }
    }

    private HistoryTrack<Metric> trackOf(DeviceKey device) {
        var known = devices.get(device);
        return known != null
                ? known
                : devices.computeIfAbsent(device, _ -> new HistoryTrack<>(hours, HistoryTracks::cellsFor, room));
    }

    /** Returns the cells for a metric: coarse for those of every device, exact for those of devices in focus. */
    private static Supplier<HourCells> cellsFor(Metric metric) {
        return COARSE.getOrDefault(metric, HourCells.FINE);
    }

    /** Passes on what changed since the last call. */
    void drainChanges(TrackConsumer taker) {
        fleet.drainChanges(FLEET, (slot, columns) -> taker.acceptSlot(ALL, slot, columns));
        devices.forEach((device, track) -> track.drainChanges(HEADLINE,
                (slot, columns) -> taker.acceptSlot(device, slot, columns)));
    }

    /** Drops devices without numbers, and metrics not retained for devices out of focus. */
    void prune(Set<DeviceKey> focused) {
        long oldest = oldestSlot();
        devices.forEach((device, track) -> {
            if (track.endedBefore(oldest)) {
                track.retainMeasures(List.of());
                devices.remove(device);
            } else if (!focused.contains(device)) {
                track.retainMeasures(HEADLINE);
            }
        });
    }

    /** Returns whether there was room for every series so far. */
    boolean isComplete() {
        return complete;
    }

    @Override
    public Set<DeviceKey> devices() {
        return Set.copyOf(devices.keySet());
    }

    @Override
    public StepSeries series(DeviceKey device, Metric metric, Instant from, Instant to) {
        return sliceSeries(devices.get(device), metric, from, to);
    }

    @Override
    public StepSeries fleetSeries(FleetMeasure measure, Instant from, Instant to) {
        return sliceSeries(fleet, measure, from, to);
    }

    private <E extends Enum<E>> StepSeries sliceSeries(@Nullable HistoryTrack<E> track, E measure, Instant from,
            Instant to) {
        long end = TimeSlots.slotAt(to);
        long begin = Math.max(TimeSlots.slotAt(from), end - slotCount() + 1);
        var values = new float[(int) Math.max(0, end - begin + 1)];
        if (track == null) {
            Arrays.fill(values, Float.NaN);
        } else {
            track.copyValues(measure, begin, oldestSlot(), values);
        }
        return new StepSeries(TimeSlots.startOf(begin), TimeSlots.STEP, values);
    }
}
