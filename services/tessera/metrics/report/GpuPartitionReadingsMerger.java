package tessera.metrics.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.ReportedDeviceUser;

/**
 * Merges the partitions that an exporter reports as devices of consecutive numbers: partition 0 begins a board, the others follow.
 */
final class GpuPartitionReadingsMerger {

    /** What a partition has of the board. */
    private static final Set<DeviceMetric> MEMORY = EnumSet.of(DeviceMetric.MEMORY_USED, DeviceMetric.MEMORY_FREE,
            DeviceMetric.MEMORY_TOTAL);

    private GpuPartitionReadingsMerger() {}

    /**
     * A partition of a board.
     *
     * @param number       among those of its board; −1 for a whole board
     * @param sharesMemory whether each partition sees the memory of the whole board
     */
    record GpuPartition(int number, boolean sharesMemory) {

        static final GpuPartition WHOLE = new GpuPartition(-1, true);

        boolean isWholeBoard() {
            return number < 0;
        }
    }

    /** A device and its partition of a board. */
    record GpuPartitionDevice(DeviceReadings device, GpuPartition partition) {}

    /** Returns the boards, by their place among those of the node. */
    static List<DeviceReadings> merge(Collection<GpuPartitionDevice> parts) {
        var boards = new ArrayList<List<GpuPartitionDevice>>();
        for (var part : parts.stream().sorted(Comparator.comparingInt(part -> part.device().index())).toList()) {
            if (part.partition().number() <= 0 || boards.isEmpty()) {
                boards.add(new ArrayList<>());
            }
            boards.getLast().add(part);
        }
        var merged = new ArrayList<DeviceReadings>();
        boards.forEach(board -> merged.add(mergeBoard(board, merged.size())));
        return merged;
    }

    private static DeviceReadings mergeBoard(List<GpuPartitionDevice> parts, int index) {
        var first = parts.getFirst().device();
        var holders = new LinkedHashSet<ReportedDeviceUser>();
        parts.forEach(part -> holders.addAll(part.device().holders()));
        return new DeviceReadings(first.uuid(), index, first.model(), first.bus(), List.copyOf(holders),
                mergeValues(parts), List.of(), first.categories());
    }

    private static DeviceMetricValues mergeValues(List<GpuPartitionDevice> parts) {
        var values = new DeviceMetricValues.MetricValuesBuilder();
        for (var deviceMetric : DeviceMetric.values()) {
            for (var part : parts) {
                var metricValues = part.device().values();
                if (metricValues.isBlank(deviceMetric)) {
                    values.markBlank(deviceMetric);
                }
                if (metricValues.hasValue(deviceMetric)) {
                    values.set(deviceMetric, combine(deviceMetric, values.get(deviceMetric),
                            metricValues.get(deviceMetric), part.partition()));
                }
            }
        }
        return values.toValues();
    }

    private static double combine(DeviceMetric deviceMetric, double before, double more, GpuPartition gpuPartition) {
        if (Double.isNaN(before)) {
            return more;
        }
        if (MEMORY.contains(deviceMetric) && !gpuPartition.sharesMemory()) {
            return before + more;
        }
        if (deviceMetric == DeviceMetric.HEALTH) {
            return Math.min(before, more);
        }
        return Math.max(before, more);
    }
}
