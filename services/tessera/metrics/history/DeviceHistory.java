package tessera.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.model.reading.FleetReadings;
import tessera.model.reading.InstanceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;
import tessera.model.reading.NodeReadings;

/**
 * The measurements of a cluster's devices in the last six hours.
 *
 * <ul>
 *   <li><b>Source:</b> readings as they come; of a node only what was measured anew.
 *   <li><b>Shape:</b> one number every 30 seconds, the latest of that time. A time in which nothing was measured is a
 *       gap. Kept of every device are utilisation, memory used, temperature and power, of every MIG instance
 *       utilisation and memory used, of devices in focus every metric, of the fleet every {@link FleetMeasure}. The four
 *       that are kept of every device are true to one part in 2,000, the others have seven digits, so that counters
 *       beyond lose their last ones.
 *   <li><b>Memory:</b> a series of every device costs 0.3 KB for every hour that something was measured in, 1.6 KB when
 *       full; a GPU with its four 7 KB, 8,000 GPUs 55 MB. At most 45,000 series are kept, those in focus apart (64
 *       devices, 5 MB), which is 80 MB in all.
 *   <li><b>Errors:</b> none. Readings older than what is recorded, as after a clock was set back, are ignored.
 *   <li><b>Threads:</b> any may read while one records; a reader holds up recording for the copying of one series.
 * </ul>
 */
public final class DeviceHistory implements HistoryView {

    /** How far it reaches back. */
    public static final Duration SPAN = Duration.ofHours(6);
    /** How many devices can be in focus. */
    public static final int MOST_IN_FOCUS = 64;
    private static final int MOST_SERIES = 45_000;
    private static final List<Metric> OF_INSTANCES = List.of(Metric.UTILISATION, Metric.MEMORY_USED);
    private static final List<Metric> EVERYTHING = List.of(Metric.values());

    private final HistoryTracks tracks;
    private final Map<String, RecordedNode> nodes = new HashMap<>();
    private final LinkedHashSet<DeviceKey> focusedLast = new LinkedHashSet<>();
    private volatile Set<DeviceKey> focused = Set.of();
    private Instant latest = Instant.MIN;
    private long swept = TimeSlots.NONE;

    /** The last recorded sums of a node. */
    private record RecordedNode(Instant at, HistoryTotals totals) {}

    public DeviceHistory() {
        this(MOST_SERIES);
    }

    DeviceHistory(int mostSeries) {
        tracks = new HistoryTracks((int) SPAN.toHours(), mostSeries);
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
        var totals = new HistoryTotals();
        var counted = new HashSet<DeviceKey>();
        long slot = TimeSlots.slotAt(at);
        for (var device : node.devices()) {
            var key = DeviceKey.of(node.node(), device);
            // Two exporters of one node may both report a device.
            if (counted.add(key)) {
                totals.add(device);
                recordValues(key, slot, device.values(), HistoryTracks.HEADLINE);
                for (var instance : device.instances()) {
                    recordInstance(key, slot, instance);
                }
            }
        }
        nodes.put(node.node(), new RecordedNode(at, totals));
        return true;
    }

    private void recordInstance(DeviceKey device, long slot, InstanceReadings instance) {
        recordValues(device.ofInstance(instance.id()), slot, instance.values(), OF_INSTANCES);
    }

    private void recordValues(DeviceKey key, long slot, MetricValues values, List<Metric> usual) {
        tracks.recordDevice(key, slot, focused.contains(key) ? EVERYTHING : usual, values);
    }

    /** Records the fleet's sums; nodes not measured anew count as long as their readings are fresh. */
    private void recordFleet(FleetReadings readings) {
        var sum = new HistoryTotals();
        for (var node : readings.nodes().values()) {
            var seen = nodes.get(node.node());
            if (seen != null && seen.at().equals(node.at())
                    && node.freshnessAt(readings.at()) == NodeReadings.ReadingFreshness.FRESH) {
                sum.add(seen.totals());
            }
        }
        sum.recordInto(tracks, TimeSlots.slotAt(readings.at()));
    }

    private void pruneExpired() {
        long slot = TimeSlots.slotAt(latest);
        if (slot > swept) {
            swept = slot;
            tracks.prune(focused);
            nodes.values().removeIf(seen -> TimeSlots.slotAt(seen.at()) <= slot - tracks.slotCount());
        }
    }

    /**
     * Retains every metric of some devices from now on. Those asked for before are kept too, up to
     * {@link #MOST_IN_FOCUS}; of more, those that were not asked for the longest time are dropped.
     */
    public void focusOn(Set<DeviceKey> devices) {
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
    public Set<DeviceKey> devices() {
        return tracks.devices();
    }

    @Override
    public StepSeries series(DeviceKey device, Metric metric, Instant from, Instant to) {
        return tracks.series(device, metric, from, to);
    }

    @Override
    public StepSeries fleetSeries(FleetMeasure measure, Instant from, Instant to) {
        return tracks.fleetSeries(measure, from, to);
    }

    HistoryTracks tracks() {
        return tracks;
    }
}
