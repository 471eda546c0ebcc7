package tessera.ui.wall;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tessera.gpu.GpuFleet;
import tessera.model.ClusterSnapshot;
import tessera.model.PodListCompleteness;
import tessera.model.SnapshotCollectionHealth;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceMetricValues;
import tessera.model.reading.DeviceReadings;
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
record WallFleetTotals(double allocated, double used, double free, double wasted, double power, double hottest,
        Map<String, Integer> missing) {

    WallFleetTotals {
        missing = Map.copyOf(missing);
    }

    /** One of the six. */
    enum FleetTotalKind {
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
     * @param nodeGpuCounts how many GPUs there are, and of how many something was measured
     */
    record FleetTotalsInput(List<RecentlyMeasuredGpu> gpus, KnownNodeGpuCounts nodeGpuCounts) {

        /** Recently measured board. */
        record RecentlyMeasuredGpu(String node, DeviceReadings device) {}

        static FleetTotalsInput of(GpuFleet fleet) {
            var boards = new ArrayList<RecentlyMeasuredGpu>();
            var telling = new HashMap<String, Integer>();
            for (var node : fleet.nodes()) {
                var readings = fleet.readings().readingsOf(node.name());
                if (readings != null
                        && readings.freshnessAt(fleet.readings().at()) == NodeReadings.ReadingFreshness.FRESH) {
                    readings.devices().forEach(device -> boards.add(new RecentlyMeasuredGpu(node.name(), device)));
                    telling.put(node.name(),
                            (int) readings.devices().stream().filter(FleetTotalsInput::isCounted).count());
                }
            }
            return new FleetTotalsInput(boards, KnownNodeGpuCounts.of(fleet, telling));
        }

        /** Returns whether the device is in any of the numbers; a broken one may report its errors only. */
        private static boolean isCounted(DeviceReadings device) {
            var values = device.values();
            return values.hasValue(DeviceMetric.UTILISATION) || values.hasValue(DeviceMetric.POWER)
                    || values.hasValue(DeviceMetric.TEMPERATURE);
        }

        long gpuCount() {
            return nodeGpuCounts.gpuCount();
        }

        List<RecentlyMeasuredGpu> boardsWith(DeviceMetric deviceMetric) {
            return gpus.stream().filter(gpu -> gpu.device().values().hasValue(deviceMetric)).toList();
        }
    }

    /** @param wasted how many GPUs are held and idle; not a number where nobody can tell */
    static WallFleetTotals of(GpuFleet fleet, FleetTotalsInput input, double wasted) {
        var counts = fleet.tally();
        boolean seen = fleet.snapshot().podVisibility() != PodListCompleteness.NONE && isCurrent(fleet.snapshot());
        return new WallFleetTotals(seen ? counts.allocated() : Double.NaN, meanOf(input, DeviceMetric.UTILISATION),
                seen ? counts.free() : Double.NaN, wasted, sumOf(input, DeviceMetric.POWER),
                maximumOf(input, DeviceMetric.TEMPERATURE), input.nodeGpuCounts().missingByNode());
    }

    /** Returns whether allocations are current: not while the cluster is out of reach. */
    private static boolean isCurrent(ClusterSnapshot clusterSnapshot) {
        return !(clusterSnapshot.nodeHealth() instanceof SnapshotCollectionHealth.StaleCollection)
                && !(clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.StaleCollection);
    }

    /** Returns whether an exporter reported any of it. */
    boolean isMeasured() {
        return !(Double.isNaN(used) && Double.isNaN(power) && Double.isNaN(hottest));
    }

    /** Returns the same without the exporters' measurements. */
    WallFleetTotals withoutMeasurements() {
        return new WallFleetTotals(allocated, Double.NaN, free, wasted, Double.NaN, Double.NaN, missing);
    }

    double get(FleetTotalKind kind) {
        return switch (kind) {
            case ALLOCATED -> allocated;
            case USED -> used;
            case FREE -> free;
            case WASTED -> wasted;
            case POWER -> power;
            case HOTTEST -> hottest;
        };
    }

    private static double meanOf(FleetTotalsInput input, DeviceMetric deviceMetric) {
        return input.boardsWith(deviceMetric).stream()
                .mapToDouble(gpu -> metricValue(gpu.device().values(), deviceMetric)).average().orElse(Double.NaN);
    }

    private static double sumOf(FleetTotalsInput input, DeviceMetric deviceMetric) {
        var boards = input.boardsWith(deviceMetric);
        if (boards.isEmpty()) {
            return Double.NaN;
        }
        return boards.stream().mapToDouble(gpu -> metricValue(gpu.device().values(), deviceMetric)).sum();
    }

    private static double maximumOf(FleetTotalsInput input, DeviceMetric deviceMetric) {
        return input.boardsWith(deviceMetric).stream()
                .mapToDouble(gpu -> metricValue(gpu.device().values(), deviceMetric)).max().orElse(Double.NaN);
    }

    private static double metricValue(DeviceMetricValues values, DeviceMetric deviceMetric) {
        return values.get(deviceMetric);
    }
}
