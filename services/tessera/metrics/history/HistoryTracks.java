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
    private static final Map<Metric, Supplier<HourCells>> COARSE = Map.of(Metric.UTILISATION, HourCells.coarse(1),
            Metric.MEMORY_USED, HourCells.coarse(1 << 24), Metric.TEMPERATURE, HourCells.coarse(1), Metric.POWER,
            HourCells.coarse(1));
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

    /** Takes what was measured of one device, or of the fleet, in one slot; the columns only for that moment. */
    interface TrackConsumer {
        void take(DeviceKey device, long slot, float[] columns);
    }

    /** @param mostSeries how many series are kept at most; those of the fleet are kept anyway */
    HistoryTracks(int hours, int mostSeries) {
        this.hours = hours;
        room = new AtomicInteger(mostSeries);
        fleet = new HistoryTrack<>(hours, _ -> HourCells.FINE, new AtomicInteger(FLEET.size()));
    }

    int slots() {
        return hours * TimeSlots.HOUR;
    }

    private long oldest() {
        return newest.get() - slots() + 1;
    }

    /** Keeps some numbers of a device. */
    void record(DeviceKey device, long slot, List<Metric> metrics, MetricValues values) {
        if (slot < oldest() || metrics.stream().noneMatch(values::has)) {
            return;
        }
        newest.accumulateAndGet(slot, Math::max);
        var track = track(device);
        for (var metric : metrics) {
            if (!track.record(slot, metric, (float) values.get(metric), !HEADLINE.contains(metric))) {
                complete = false;
            }
        }
    }

    void record(long slot, FleetMeasure measure, float value) {
        newest.accumulateAndGet(slot, Math::max);
        fleet.record(slot, measure, value, true);
    }

    /** Keeps what was stored of a device or of the fleet. */
    void restore(DeviceKey device, long slot, float[] columns) {
        newest.accumulateAndGet(slot, Math::max);
        if (device.equals(ALL)) {
            fleet.restore(slot, FLEET, columns);
        } else if (!track(device).restore(slot, HEADLINE, columns)) {
            complete = false;
        }
    }

    private HistoryTrack<Metric> track(DeviceKey device) {
        var known = devices.get(device);
        return known != null
                ? known
                : devices.computeIfAbsent(device, _ -> new HistoryTrack<>(hours, HistoryTracks::grain, room));
    }

    /** What tens of thousands of devices have is kept coarsely; of the few in focus every digit is. */
    private static Supplier<HourCells> grain(Metric metric) {
        return COARSE.getOrDefault(metric, HourCells.FINE);
    }

    /** Hands out what changed since this was last asked. */
    void drain(TrackConsumer taker) {
        fleet.drain(FLEET, (slot, columns) -> taker.take(ALL, slot, columns));
        devices.forEach((device, track) -> track.drain(HEADLINE, (slot, columns) -> taker.take(device, slot, columns)));
    }

    /** Forgets devices of which nothing is left, and what is not kept of those out of focus. */
    void forget(Set<DeviceKey> focused) {
        long oldest = oldest();
        devices.forEach((device, track) -> {
            if (track.endedBefore(oldest)) {
                track.retain(List.of());
                devices.remove(device);
            } else if (!focused.contains(device)) {
                track.retain(HEADLINE);
            }
        });
    }

    /** Whether there was room for every series so far. */
    boolean complete() {
        return complete;
    }

    @Override
    public Set<DeviceKey> devices() {
        return Set.copyOf(devices.keySet());
    }

    @Override
    public StepSeries series(DeviceKey device, Metric metric, Instant from, Instant to) {
        return cut(devices.get(device), metric, from, to);
    }

    @Override
    public StepSeries fleet(FleetMeasure measure, Instant from, Instant to) {
        return cut(fleet, measure, from, to);
    }

    private <E extends Enum<E>> StepSeries cut(@Nullable HistoryTrack<E> track, E measure, Instant from, Instant to) {
        long end = TimeSlots.of(to);
        long begin = Math.max(TimeSlots.of(from), end - slots() + 1);
        var values = new float[(int) Math.max(0, end - begin + 1)];
        if (track == null) {
            Arrays.fill(values, Float.NaN);
        } else {
            track.copy(measure, begin, oldest(), values);
        }
        return new StepSeries(TimeSlots.start(begin), TimeSlots.STEP, values);
    }
}
