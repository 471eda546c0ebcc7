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
     * What is measured of a fleet, read once for all that is told of it.
     *
     * @param roster how many GPUs there are, and of how many something was measured
     */
    record MeasuredTotals(List<MeasuredBoard> boards, KnownGpus roster) {

        /** A board that was measured of late. */
        record MeasuredBoard(String node, DeviceReadings device) {}

        static MeasuredTotals of(GpuFleet fleet) {
            var boards = new ArrayList<MeasuredBoard>();
            var telling = new HashMap<String, Integer>();
            for (var node : fleet.nodes()) {
                var readings = fleet.readings().node(node.name());
                if (readings != null && readings.freshness(fleet.readings().at()) == NodeReadings.Freshness.FRESH) {
                    readings.devices().forEach(device -> boards.add(new MeasuredBoard(node.name(), device)));
                    telling.put(node.name(), (int) readings.devices().stream().filter(MeasuredTotals::tells).count());
                }
            }
            return new MeasuredTotals(boards, KnownGpus.of(fleet, telling));
        }

        /** Whether it is in any of the numbers; one that is broken may tell its errors only. */
        private static boolean tells(DeviceReadings device) {
            var values = device.values();
            return values.has(Metric.UTILISATION) || values.has(Metric.POWER) || values.has(Metric.TEMPERATURE);
        }

        long gpus() {
            return roster.gpus();
        }

        List<MeasuredBoard> with(Metric metric) {
            return boards.stream().filter(board -> board.device().values().has(metric)).toList();
        }
    }

    /** @param wasted how many GPUs are held and idle; not a number where nobody can tell */
    static FleetTotals of(GpuFleet fleet, MeasuredTotals measured, double wasted) {
        var tally = fleet.tally();
        boolean seen = fleet.snapshot().podSight() != PodVisibility.NONE && current(fleet.snapshot());
        return new FleetTotals(seen ? tally.allocated() : Double.NaN, mean(measured, Metric.UTILISATION),
                seen ? tally.free() : Double.NaN, wasted, sum(measured, Metric.POWER),
                most(measured, Metric.TEMPERATURE), measured.roster().missing());
    }

    /** Who holds what is not the present's while the cluster is out of reach. */
    private static boolean current(Snapshot snapshot) {
        return !(snapshot.nodeHealth() instanceof SourceHealth.StaleSource)
                && !(snapshot.podHealth() instanceof SourceHealth.StaleSource);
    }

    /** Whether an exporter told any of it. */
    boolean measured() {
        return !(Double.isNaN(used) && Double.isNaN(power) && Double.isNaN(hottest));
    }

    /** The same without what exporters told. */
    FleetTotals unmeasured() {
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

    private static double mean(MeasuredTotals measured, Metric metric) {
        return measured.with(metric).stream().mapToDouble(board -> value(board.device().values(), metric)).average()
                .orElse(Double.NaN);
    }

    private static double sum(MeasuredTotals measured, Metric metric) {
        var boards = measured.with(metric);
        return boards.isEmpty() ? Double.NaN
                : boards.stream().mapToDouble(board -> value(board.device().values(), metric)).sum();
    }

    private static double most(MeasuredTotals measured, Metric metric) {
        return measured.with(metric).stream().mapToDouble(board -> value(board.device().values(), metric)).max()
                .orElse(Double.NaN);
    }

    private static double value(MetricValues values, Metric metric) {
        return values.get(metric);
    }
}
