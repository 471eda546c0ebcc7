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
import tessera.model.reading.ReportedHolder;

/**
 * Boards of which an exporter tells each partition as a device of its own, numbered one after the other: partition 0 begins a
 * board, and those that follow belong to it.
 */
final class PartitionedBoards {

    /** What a partition has of the board. */
    private static final Set<Metric> MEMORY = EnumSet.of(Metric.MEMORY_USED, Metric.MEMORY_FREE, Metric.MEMORY_TOTAL);

    private PartitionedBoards() {}

    /**
     * Which part of a board a device is.
     *
     * @param number       among those of its board; −1 for a whole board
     * @param sharesMemory whether each partition sees the memory of the whole board
     */
    record Partition(int number, boolean sharesMemory) {

        static final Partition WHOLE = new Partition(-1, true);

        boolean whole() {
            return number < 0;
        }
    }

    /** A device and which part of a board it is. */
    record BoardPart(DeviceReadings device, Partition partition) {}

    /** The boards, by their place among those of the node. */
    static List<DeviceReadings> merge(Collection<BoardPart> parts) {
        var boards = new ArrayList<List<BoardPart>>();
        for (var part : parts.stream().sorted(Comparator.comparingInt(part -> part.device().index())).toList()) {
            if (part.partition().number() <= 0 || boards.isEmpty()) {
                boards.add(new ArrayList<>());
            }
            boards.getLast().add(part);
        }
        var merged = new ArrayList<DeviceReadings>();
        boards.forEach(board -> merged.add(board(board, merged.size())));
        return merged;
    }

    private static DeviceReadings board(List<BoardPart> parts, int index) {
        var first = parts.getFirst().device();
        var holders = new LinkedHashSet<ReportedHolder>();
        parts.forEach(part -> holders.addAll(part.device().holders()));
        return new DeviceReadings(first.uuid(), index, first.model(), first.bus(), List.copyOf(holders),
                values(parts), List.of(), first.categories());
    }

    private static MetricValues values(List<BoardPart> parts) {
        var values = new MetricValues.ValuesDraft();
        for (var metric : Metric.values()) {
            for (var part : parts) {
                var own = part.device().values();
                if (own.blank(metric)) {
                    values.blank(metric);
                }
                if (own.has(metric)) {
                    values.set(metric, together(metric, values.get(metric), own.get(metric), part.partition()));
                }
            }
        }
        return values.done();
    }

    private static double together(Metric metric, double before, double more, Partition partition) {
        if (Double.isNaN(before)) {
            return more;
        }
        if (MEMORY.contains(metric) && !partition.sharesMemory()) {
            return before + more;
        }
        return metric == Metric.HEALTH ? Math.min(before, more) : Math.max(before, more);
    }
}
