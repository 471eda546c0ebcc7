package tessera.ui.wall;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.insight.GpuFleet;
import tessera.model.PodVisibility;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;
import tessera.model.reading.NodeReadings;

/**
 * A fleet in six numbers. A number that is not known is not a number.
 *
 * @param allocated GPUs somebody holds
 * @param used      the mean busy share of the boards that are measured
 * @param free      GPUs nobody holds
 * @param wasted    GPUs that are held and idle
 * @param power     what all measured boards draw, in W
 * @param hottest   the highest temperature of a board, in °C
 * @param missing   of how many GPUs of each node nobody told how busy or how warm they are, or what they draw: these are in none
 *                  of what is measured
 */
record FleetTotals(double allocated, double used, double free, double wasted, double power, double hottest,
        Map<String, Integer> missing) {

    FleetTotals {
        missing = Map.copyOf(missing);
    }

    /** One of the six. */
    enum TotalQuantity {
        ALLOCATED,
        USED,
        FREE,
        WASTED,
        POWER,
        HOTTEST
    }

    /**
     * Measurements of a fleet, read once for all of its totals.
     *
     * @param roster how many GPUs there are, and of how many something was measured
     */
    record MeasuredTotals(List<MeasuredBoard> boards, KnownGpus roster) {

        /** Recently measured board. */
        record MeasuredBoard(String node, DeviceReadings device) {}

        static MeasuredTotals of(GpuFleet fleet) {
            var boards = new ArrayList<MeasuredBoard>();
            var telling = new HashMap<String, Integer>();
            for (var node : fleet.nodes()) {
                var readings = fleet.readings().readingsOf(node.name());
                if (readings != null
                        && readings.freshnessAt(fleet.readings().at()) == NodeReadings.ReadingFreshness.FRESH) {
                    readings.devices().forEach(device -> boards.add(new MeasuredBoard(node.name(), device)));
                    telling.put(node.name(),
                            (int) readings.devices().stream().filter(MeasuredTotals::isCounted).count());
                }
            }
            return new MeasuredTotals(boards, KnownGpus.of(fleet, telling));
        }

        /** Returns whether the device is in any of the numbers; a broken one may report its errors only. */
        private static boolean isCounted(DeviceReadings device) {
            var values = device.values();
            return values.hasValue(Metric.UTILISATION) || values.hasValue(Metric.POWER)
                    || values.hasValue(Metric.TEMPERATURE);
        }

        long gpuCount() {
            return roster.gpuCount();
        }

        List<MeasuredBoard> boardsWith(Metric metric) {
            return boards.stream().filter(board -> board.device().values().hasValue(metric)).toList();
        }
    }

    /** @param wasted how many GPUs are held and idle; not a number where nobody can tell */
    static FleetTotals of(GpuFleet fleet, MeasuredTotals measured, double wasted) {
        var tally = fleet.tally();
        boolean seen = fleet.snapshot().podVisibility() != PodVisibility.NONE && isCurrent(fleet.snapshot());
        return new FleetTotals(seen ? tally.allocated() : Double.NaN, meanOf(measured, Metric.UTILISATION),
                seen ? tally.free() : Double.NaN, wasted, sumOf(measured, Metric.POWER),
                maximumOf(measured, Metric.TEMPERATURE), measured.roster().missingByNode());
    }

    /** Returns whether allocations are current: not while the cluster is out of reach. */
    private static boolean isCurrent(Snapshot snapshot) {
        return !(snapshot.nodeHealth() instanceof SourceHealth.StaleSource)
                && !(snapshot.podHealth() instanceof SourceHealth.StaleSource);
    }

    /** Returns whether an exporter reported any of it. */
    boolean isMeasured() {
        return !(Double.isNaN(used) && Double.isNaN(power) && Double.isNaN(hottest));
    }

    /** Returns the same without the exporters' measurements. */
    FleetTotals withoutMeasurements() {
        return new FleetTotals(allocated, Double.NaN, free, wasted, Double.NaN, Double.NaN, missing);
    }

    double get(TotalQuantity quantity) {
        return switch (quantity) {
            case ALLOCATED -> allocated;
            case USED -> used;
            case FREE -> free;
            case WASTED -> wasted;
            case POWER -> power;
            case HOTTEST -> hottest;
        };
    }

    private static double meanOf(MeasuredTotals measured, Metric metric) {
        return measured.boardsWith(metric).stream().mapToDouble(board -> metricValue(board.device().values(), metric))
                .average()
                .orElse(Double.NaN);
    }

    private static double sumOf(MeasuredTotals measured, Metric metric) {
        var boards = measured.boardsWith(metric);
        return boards.isEmpty() ? Double.NaN
                : boards.stream().mapToDouble(board -> metricValue(board.device().values(), metric)).sum();
    }

    private static double maximumOf(MeasuredTotals measured, Metric metric) {
        return measured.boardsWith(metric).stream().mapToDouble(board -> metricValue(board.device().values(), metric))
                .max()
                .orElse(Double.NaN);
    }

    private static double metricValue(MetricValues values, Metric metric) {
        return values.get(metric);
    }
}
