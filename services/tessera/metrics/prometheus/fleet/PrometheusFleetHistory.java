package tessera.metrics.prometheus.fleet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;

/**
 * The past of all devices of some nodes together, from a Prometheus. Where it remembers nothing there are gaps.
 *
 * @param used    the mean busy share of the devices that were measured
 * @param power   what they drew together, in W
 * @param hottest the highest temperature of one of them, in °C
 * @param rememberedDevices    of how many devices of each node any of it is remembered; without nodes of which nothing is
 */
public record PrometheusFleetHistory(FixedStepSeries used, FixedStepSeries power, FixedStepSeries hottest,
        Map<String, FixedStepSeries> rememberedDevices) {

    /** Of how many nodes to ask at a time: the past of a large fleet is never held as a whole. */
    private static final int PORTION = 100;
    private static final Set<DeviceMetric> METRICS = Set.of(DeviceMetric.UTILISATION, DeviceMetric.POWER,
            DeviceMetric.TEMPERATURE);

    public PrometheusFleetHistory {
        rememberedDevices = Map.copyOf(rememberedDevices);
    }

    /**
     * Reads the past; blocks until the responses are there.
     *
     * @param timeRange whose moments are multiples of its step
     */
    public static PrometheusFleetHistory read(PrometheusClient client, NodesByExporterTarget nodes,
            QueryTimeRange timeRange) throws ProblemException, InterruptedException {
        var sum = new FleetHistoryAccumulator(timeRange);
        var left = new TreeSet<>(nodes.names());
        while (!left.isEmpty()) {
            var portion = left.stream().limit(PORTION).toList();
            left.removeAll(Set.copyOf(portion));
            sum.addPast(portion, new PrometheusNodeHistoryReader(client)
                    .readPast(nodes.retainNodes(portion), METRICS, timeRange).history());
        }
        return sum.build();
    }

    /** Returns the highest number of devices that each node had at once. */
    public Map<String, Integer> maxDevicesByNode() {
        var most = new HashMap<String, Integer>();
        rememberedDevices
                .forEach((node, counted) -> most.put(node, counted.isEmpty() ? 0 : (int) Math.round(counted.max())));
        return most;
    }

    /** Returns whether there is no past. */
    public boolean isEmpty() {
        return used.isEmpty() && power.isEmpty() && hottest.isEmpty();
    }

    /** The sums of one portion's past after the other. */
    private static final class FleetHistoryAccumulator {

        private final QueryTimeRange timeRange;
        private final float[] used;
        private final int[] measuredCounts;
        private final float[] power;
        private final float[] hottest;
        private final Map<String, float[]> countsByNode = new HashMap<>();

        FleetHistoryAccumulator(QueryTimeRange timeRange) {
            this.timeRange = timeRange;
            used = newGaps();
            measuredCounts = new int[used.length];
            power = newGaps();
            hottest = newGaps();
        }

        private float[] newGaps() {
            var gaps = new float[timeRange.pointCount()];
            Arrays.fill(gaps, Float.NaN);
            return gaps;
        }

        void addPast(List<String> nodes, NodeMetricHistory history) {
            for (var device : history.devices()) {
                if (device.instance() == DeviceSeriesKey.WHOLE && nodes.contains(device.node())) {
                    addDevice(history, device);
                }
            }
        }

        private void addDevice(NodeMetricHistory history, DeviceSeriesKey device) {
            var busy = history.series(device, DeviceMetric.UTILISATION, timeRange.start(), timeRange.end());
            var drawn = history.series(device, DeviceMetric.POWER, timeRange.start(), timeRange.end());
            var warm = history.series(device, DeviceMetric.TEMPERATURE, timeRange.start(), timeRange.end());
            var counted = countsByNode.computeIfAbsent(device.node(), _ -> newGaps());
            for (int point = 0; point < used.length; point++) {
                used[point] = sumOf(used[point], busy.valueAt(point));
                if (!Float.isNaN(busy.valueAt(point))) {
                    measuredCounts[point]++;
                }
                power[point] = sumOf(power[point], drawn.valueAt(point));
                hottest[point] = Float.isNaN(hottest[point]) || warm.valueAt(point) > hottest[point]
                        ? warm.valueAt(point)
                        : hottest[point];
                boolean some = !Float
                        .isNaN(sumOf(sumOf(busy.valueAt(point), drawn.valueAt(point)), warm.valueAt(point)));
                counted[point] = sumOf(counted[point], some ? 1 : Float.NaN);
            }
        }

        private static float sumOf(float before, float more) {
            if (Float.isNaN(before)) {
                return more;
            }
            if (Float.isNaN(more)) {
                return before;
            }
            return before + more;
        }

        PrometheusFleetHistory build() {
            for (int point = 0; point < used.length; point++) {
                used[point] /= Math.max(1, measuredCounts[point]);
            }
            var counts = new HashMap<String, FixedStepSeries>();
            countsByNode.forEach((node, counted) -> counts.put(node, seriesOf(counted)));
            return new PrometheusFleetHistory(seriesOf(used), seriesOf(power), seriesOf(hottest), counts);
        }

        private FixedStepSeries seriesOf(float[] values) {
            return new FixedStepSeries(timeRange.start(), timeRange.step(), values);
        }
    }
}
