package tessera.metrics.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;
import tessera.model.reading.ReportedDeviceUser;

/**
 * Merges the partitions that an exporter reports as devices of consecutive numbers: partition 0 begins a board, the others follow.
 */
final class PartitionedBoards {

    /** What a partition has of the board. */
    private static final Set<Metric> MEMORY = EnumSet.of(Metric.MEMORY_USED, Metric.MEMORY_FREE, Metric.MEMORY_TOTAL);

    private PartitionedBoards() {}

    /**
     * A partition of a board.
     *
     * @param number       among those of its board; −1 for a whole board
     * @param sharesMemory whether each partition sees the memory of the whole board
     */
    record Partition(int number, boolean sharesMemory) {

        static final Partition WHOLE = new Partition(-1, true);

        boolean isWholeBoard() {
            return number < 0;
        }
    }

    /** A device and its partition of a board. */
    record BoardPart(DeviceReadings device, Partition partition) {}

    /** Returns the boards, by their place among those of the node. */
    static List<DeviceReadings> merge(Collection<BoardPart> parts) {
        var boards = new ArrayList<List<BoardPart>>();
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

    private static DeviceReadings mergeBoard(List<BoardPart> parts, int index) {
        var first = parts.getFirst().device();
        var holders = new LinkedHashSet<ReportedDeviceUser>();
        parts.forEach(part -> holders.addAll(part.device().holders()));
        return new DeviceReadings(first.uuid(), index, first.model(), first.bus(), List.copyOf(holders),
                mergeValues(parts), List.of(), first.categories());
    }

    private static MetricValues mergeValues(List<BoardPart> parts) {
        var values = new MetricValues.ValuesDraft();
        for (var metric : Metric.values()) {
            for (var part : parts) {
                var own = part.device().values();
                if (own.isBlank(metric)) {
                    values.markBlank(metric);
                }
                if (own.hasValue(metric)) {
                    values.set(metric, combine(metric, values.get(metric), own.get(metric), part.partition()));
                }
            }
        }
        return values.toValues();
    }

    private static double combine(Metric metric, double before, double more, Partition partition) {
        if (Double.isNaN(before)) {
            return more;
        }
        if (MEMORY.contains(metric) && !partition.sharesMemory()) {
            return before + more;
        }
        return metric == Metric.HEALTH ? Math.min(before, more) : Math.max(before, more);
    }
}
