package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.DeviceReadings.MigInstanceReadings;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.NodeReadings;

/**
 * The measurements of a cluster's devices in the last six hours.
 *
 * <ul>
 *   <li><b>Source:</b> readings as they come; of a node only what was measured anew.
 *   <li><b>Shape:</b> one number every 30 seconds, the latest of that time. A time in which nothing was measured is a
 *       gap. Kept of every device are utilisation, memory used, temperature and power, of every MIG instance
 *       utilisation and memory used, of devices in focus every metric, of the fleet every {@link FleetMetric}. The four
 *       that are kept of every device are true to one part in 2,000, the others have seven digits, so that counters
 *       beyond lose their last ones.
 *   <li><b>Memory:</b> a series of every device costs 0.3 KB for every hour that something was measured in, 1.6 KB when
 *       full; a GPU with its four 7 KB, 8,000 GPUs 55 MB. At most 45,000 series are kept, those in focus apart (64
 *       devices, 5 MB), which is 80 MB in all.
 *   <li><b>Errors:</b> none. Readings older than what is recorded, as after a clock was set back, are ignored.
 *   <li><b>Threads:</b> any may read while one records; a reader holds up recording for the copying of one series.
 * </ul>
 */
public final class FleetDeviceMetricHistory implements ReadableMetricHistory {

    /** How far it reaches back. */
    public static final Duration SPAN = Duration.ofHours(6);
    /** How many devices can be in focus. */
    public static final int MOST_IN_FOCUS = 64;
    private static final int MOST_SERIES = 45_000;
    private static final List<DeviceMetric> OF_INSTANCES = List.of(DeviceMetric.UTILISATION, DeviceMetric.MEMORY_USED);
    private static final List<DeviceMetric> EVERYTHING = List.of(DeviceMetric.values());

    private final DeviceAndFleetMetricSeries tracks;
    private final Map<String, RecordedNodeSums> nodes = new HashMap<>();
    private final LinkedHashSet<DeviceSeriesKey> focusedLast = new LinkedHashSet<>();
    private volatile Set<DeviceSeriesKey> focused = Set.of();
    private Instant latest = Instant.MIN;
    private long swept = HistoryTimeSlotNumbering.NONE;

    /** The last recorded sums of a node. */
    private record RecordedNodeSums(Instant at, DeviceMetricSums totals) {}

    public FleetDeviceMetricHistory() {
        this(MOST_SERIES);
    }

    FleetDeviceMetricHistory(int mostSeries) {
        tracks = new DeviceAndFleetMetricSeries((int) SPAN.toHours(), mostSeries);
    }

    /** Records the measurements since the last call. */
    public synchronized void record(FleetReadings readings) {
        if (readings.at().isBefore(latest)) {
            return;
        }
        latest = readings.at();
        boolean anew = false;
        for (var node : readings.nodes().values()) {
            anew |= recordNode(node);
        }
        if (anew) {
            recordFleet(readings);
            pruneExpired();
        }
    }

    private boolean recordNode(NodeReadings node) {
        var at = node.at();
        if (at == null || at.isAfter(latest)) {
            return false;
        }
        var before = nodes.get(node.node());
        if (before != null && !at.isAfter(before.at())) {
            return false;
        }
        var totals = new DeviceMetricSums();
        var counted = new HashSet<DeviceSeriesKey>();
        long slot = HistoryTimeSlotNumbering.slotAt(at);
        for (var device : node.devices()) {
            var key = DeviceSeriesKey.of(node.node(), device);
            // Two exporters of one node may both report a device.
            if (counted.add(key)) {
                totals.add(device);
                recordValues(key, slot, device.values(), DeviceAndFleetMetricSeries.HEADLINE);
                for (var instance : device.instances()) {
                    recordInstance(key, slot, instance);
                }
            }
        }
        nodes.put(node.node(), new RecordedNodeSums(at, totals));
        return true;
    }

    private void recordInstance(DeviceSeriesKey device, long slot, MigInstanceReadings instance) {
        recordValues(device.ofInstance(instance.id()), slot, instance.values(), OF_INSTANCES);
    }

    private void recordValues(DeviceSeriesKey key, long slot, DeviceMetricValues values, List<DeviceMetric> usual) {
        tracks.recordDevice(key, slot, focused.contains(key) ? EVERYTHING : usual, values);
    }

    /** Records the fleet's sums; nodes not measured anew count as long as their readings are fresh. */
    private void recordFleet(FleetReadings readings) {
        var sum = new DeviceMetricSums();
        for (var node : readings.nodes().values()) {
            var sums = nodes.get(node.node());
            if (sums != null && sums.at().equals(node.at())
                    && node.freshnessAt(readings.at()) == NodeReadings.ReadingFreshness.FRESH) {
                sum.add(sums.totals());
            }
        }
        sum.recordInto(tracks, HistoryTimeSlotNumbering.slotAt(readings.at()));
    }

    private void pruneExpired() {
        long slot = HistoryTimeSlotNumbering.slotAt(latest);
        if (slot > swept) {
            swept = slot;
            tracks.prune(focused);
            nodes.values().removeIf(sums -> HistoryTimeSlotNumbering.slotAt(sums.at()) <= slot - tracks.slotCount());
        }
    }

    /**
     * Retains every metric of some devices from now on. Those asked for before are kept too, up to
     * {@link #MOST_IN_FOCUS}; of more, those that were not asked for the longest time are dropped.
     */
    public void focusOn(Set<DeviceSeriesKey> devices) {
        synchronized (focusedLast) {
            focusedLast.removeAll(devices);
            focusedLast.addAll(devices);
            var oldest = focusedLast.iterator();
            for (int tooMany = focusedLast.size() - MOST_IN_FOCUS; tooMany > 0; tooMany--) {
                oldest.next();
                oldest.remove();
            }
            focused = Set.copyOf(focusedLast);
        }
    }

    /** Returns whether there was room for every series so far; a fleet may be too large for that. */
    public boolean isComplete() {
        return tracks.isComplete();
    }

    @Override
    public Set<DeviceSeriesKey> devices() {
        return tracks.devices();
    }

    @Override
    public FixedStepSeries series(DeviceSeriesKey device, DeviceMetric deviceMetric, Instant from, Instant to) {
        return tracks.series(device, deviceMetric, from, to);
    }

    @Override
    public FixedStepSeries fleetSeries(FleetMetric measure, Instant from, Instant to) {
        return tracks.fleetSeries(measure, from, to);
    }

    DeviceAndFleetMetricSeries tracks() {
        return tracks;
    }

    /** Sums over devices and the number of devices measured. Boards only, so that nothing is counted twice. One thread. */
    private static final class DeviceMetricSums {

        private double utilisation;
        private double power;
        private double memory;
        private int utilisationGpus;
        private int powerBoards;
        private int memoryGpus;

        void add(DeviceReadings device) {
            var values = device.values();
            if (values.hasValue(DeviceMetric.UTILISATION)) {
                utilisation += values.get(DeviceMetric.UTILISATION);
                utilisationGpus++;
            }
            if (values.hasValue(DeviceMetric.POWER)) {
                power += values.get(DeviceMetric.POWER);
                powerBoards++;
            }
            if (values.hasValue(DeviceMetric.MEMORY_USED)) {
                memory += values.get(DeviceMetric.MEMORY_USED);
                memoryGpus++;
            }
        }

        void add(DeviceMetricSums other) {
            utilisation += other.utilisation;
            power += other.power;
            memory += other.memory;
            utilisationGpus += other.utilisationGpus;
            powerBoards += other.powerBoards;
            memoryGpus += other.memoryGpus;
        }

        /** Records the sums; measures that no device has are left out. */
        void recordInto(DeviceAndFleetMetricSeries tracks, long slot) {
            if (utilisationGpus > 0) {
                tracks.recordFleet(slot, FleetMetric.UTILISATION, (float) (utilisation / utilisationGpus));
                tracks.recordFleet(slot, FleetMetric.UTILISATION_GPUS, utilisationGpus);
            }
            if (powerBoards > 0) {
                tracks.recordFleet(slot, FleetMetric.POWER, (float) power);
                tracks.recordFleet(slot, FleetMetric.POWER_BOARDS, powerBoards);
            }
            if (memoryGpus > 0) {
                tracks.recordFleet(slot, FleetMetric.MEMORY_USED, (float) memory);
                tracks.recordFleet(slot, FleetMetric.MEMORY_GPUS, memoryGpus);
            }
        }
    }
}
