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
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;

/**
 * The series of all devices and of the fleet over the same hours. What is older than these hours, reckoned from the
 * newest number of all, reads as gaps.
 */
final class DeviceAndFleetMetricSeries implements ReadableMetricHistory {

    /** What is kept of every device, in the order in which it is stored; only add at the end. */
    static final List<DeviceMetric> HEADLINE = List.of(DeviceMetric.UTILISATION, DeviceMetric.MEMORY_USED,
            DeviceMetric.TEMPERATURE, DeviceMetric.POWER);
    private static final Map<DeviceMetric, Supplier<HourlyValueStorage>> COARSE = Map.of(DeviceMetric.UTILISATION,
            HourlyValueStorage.coarseCells(1), DeviceMetric.MEMORY_USED, HourlyValueStorage.coarseCells(1 << 24),
            DeviceMetric.TEMPERATURE, HourlyValueStorage.coarseCells(1), DeviceMetric.POWER,
            HourlyValueStorage.coarseCells(1));
    /** What is kept of the fleet, in the order in which it is stored; only add at the end. */
    static final List<FleetMetric> FLEET = List.of(FleetMetric.values());
    /** Stands for the fleet among devices; no node has an empty name. */
    static final DeviceSeriesKey ALL = new DeviceSeriesKey("", "", DeviceSeriesKey.WHOLE);

    private final int hours;
    private final AtomicInteger remainingSeries;
    private final Map<DeviceSeriesKey, DeviceMetricSeriesSet<DeviceMetric>> devices = new ConcurrentHashMap<>();
    private final DeviceMetricSeriesSet<FleetMetric> fleet;
    private final AtomicLong latestSlot = new AtomicLong(HistoryTimeSlotNumbering.NONE);
    private volatile boolean complete = true;

    /** A consumer of the measurements of one device, or of the fleet, in one slot; the columns are valid only during the call. */
    interface DeviceSlotConsumer {
        void acceptSlot(DeviceSeriesKey device, long slot, float[] columns);
    }

    /** @param mostSeries how many series are kept at most; those of the fleet are kept anyway */
    DeviceAndFleetMetricSeries(int hours, int mostSeries) {
        this.hours = hours;
        remainingSeries = new AtomicInteger(mostSeries);
        fleet = new DeviceMetricSeriesSet<>(hours, _ -> HourlyValueStorage.FINE, new AtomicInteger(FLEET.size()));
    }

    int slotCount() {
        return hours * HistoryTimeSlotNumbering.HOUR;
    }

    private long oldestSlot() {
        return latestSlot.get() - slotCount() + 1;
    }

    /** Records some numbers of a device. */
    void recordDevice(DeviceSeriesKey device, long slot, List<DeviceMetric> metrics, DeviceMetricValues values) {
        if (slot < oldestSlot() || metrics.stream().noneMatch(values::hasValue)) {
            return;
        }
        latestSlot.accumulateAndGet(slot, Math::max);
        var seriesSet = trackOf(device);
        for (var deviceMetric : metrics) {
            if (!seriesSet.recordValue(slot, deviceMetric, (float) values.get(deviceMetric),
                    !HEADLINE.contains(deviceMetric))) {
                complete = false;
            }
        }
    }

    void recordFleet(long slot, FleetMetric measure, float value) {
        latestSlot.accumulateAndGet(slot, Math::max);
        fleet.recordValue(slot, measure, value, true);
    }

    /** Restores stored numbers of a device or of the fleet. */
    void restoreSlot(DeviceSeriesKey device, long slot, float[] columns) {
        latestSlot.accumulateAndGet(slot, Math::max);
        if (device.equals(ALL)) {
            fleet.restoreSlot(slot, FLEET, columns);
        } else if (!trackOf(device).restoreSlot(slot, HEADLINE, columns)) {
            complete = false;
        }
    }

    private DeviceMetricSeriesSet<DeviceMetric> trackOf(DeviceSeriesKey device) {
        var seriesSet = devices.get(device);
        if (seriesSet != null) {
            return seriesSet;
        }
        return devices.computeIfAbsent(device,
                _ -> new DeviceMetricSeriesSet<>(hours, DeviceAndFleetMetricSeries::cellsFor, remainingSeries));
    }

    /** Returns the cells for a metric: coarse for those of every device, exact for those of devices in focus. */
    private static Supplier<HourlyValueStorage> cellsFor(DeviceMetric deviceMetric) {
        return COARSE.getOrDefault(deviceMetric, HourlyValueStorage.FINE);
    }

    /** Passes on what changed since the last call. */
    void drainChanges(DeviceSlotConsumer taker) {
        fleet.drainChanges(FLEET, (slot, columns) -> taker.acceptSlot(ALL, slot, columns));
        for (var entry : devices.entrySet()) {
            var device = entry.getKey();
            var seriesSet = entry.getValue();
            seriesSet.drainChanges(HEADLINE, (slot, columns) -> taker.acceptSlot(device, slot, columns));
        }
    }

    /** Drops devices without numbers, and metrics not retained for devices out of focus. */
    void prune(Set<DeviceSeriesKey> focused) {
        long oldest = oldestSlot();
        devices.forEach((device, seriesSet) -> {
            if (seriesSet.endedBefore(oldest)) {
                seriesSet.retainMeasures(List.of());
                devices.remove(device);
            } else if (!focused.contains(device)) {
                seriesSet.retainMeasures(HEADLINE);
            }
        });
    }

    /** Returns whether there was room for every series so far. */
    boolean isComplete() {
        return complete;
    }

    @Override
    public Set<DeviceSeriesKey> devices() {
        return Set.copyOf(devices.keySet());
    }

    @Override
    public FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to) {
        return sliceSeries(devices.get(device), deviceMetric, from, to);
    }

    @Override
    public FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to) {
        return sliceSeries(fleet, measure, from, to);
    }

    private <E extends Enum<E>> FixedStepSeries sliceSeries(@Nullable DeviceMetricSeriesSet<E> seriesSet, E measure,
            Instant from, Instant to) {
        long end = HistoryTimeSlotNumbering.slotAt(to);
        long begin = Math.max(HistoryTimeSlotNumbering.slotAt(from), end - slotCount() + 1);
        var values = new float[(int) Math.max(0, end - begin + 1)];
        if (seriesSet == null) {
            Arrays.fill(values, Float.NaN);
        } else {
            seriesSet.copyValues(measure, begin, oldestSlot(), values);
        }
        return new FixedStepSeries(HistoryTimeSlotNumbering.startOf(begin), HistoryTimeSlotNumbering.STEP, values);
    }
}
