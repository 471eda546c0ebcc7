package tessera.metrics.prometheus.fleet;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.StepSeries;
import tessera.metrics.prometheus.PrometheusClient;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.model.Failure;
import tessera.model.reading.Metric;

/**
 * The past of all devices of some nodes together, from a Prometheus. Where it remembers nothing there are gaps.
 *
 * @param used    the mean busy share of the devices that were measured
 * @param power   what they drew together, in W
 * @param hottest the highest temperature of one of them, in °C
 * @param rememberedDevices    of how many devices of each node any of it is remembered; without nodes of which nothing is
 */
public record FleetPast(StepSeries used, StepSeries power, StepSeries hottest,
        Map<String, StepSeries> rememberedDevices) {

    /** Of how many nodes to ask at a time: the past of a large fleet is never held as a whole. */
    private static final int PORTION = 100;
    private static final Set<Metric> METRICS = Set.of(Metric.UTILISATION, Metric.POWER, Metric.TEMPERATURE);

    public FleetPast {
        rememberedDevices = Map.copyOf(rememberedDevices);
    }

    /**
     * Reads the past; blocks until the responses are there.
     *
     * @param span whose moments are multiples of its step
     */
    public static FleetPast read(PrometheusClient client, ScrapedNodes nodes, StepRange span)
            throws Failure, InterruptedException {
        var sum = new PastSum(span);
        var left = new TreeSet<>(nodes.names());
        while (!left.isEmpty()) {
            var portion = left.stream().limit(PORTION).toList();
            left.removeAll(Set.copyOf(portion));
            sum.addPast(portion,
                    new PastFromPrometheus(client).readPast(nodes.retainNodes(portion), METRICS, span).past());
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
    private static final class PastSum {

        private final StepRange span;
        private final float[] used;
        private final int[] measured;
        private final float[] power;
        private final float[] hottest;
        private final Map<String, float[]> told = new HashMap<>();

        PastSum(StepRange span) {
            this.span = span;
            used = newGaps();
            measured = new int[used.length];
            power = newGaps();
            hottest = newGaps();
        }

        private float[] newGaps() {
            var gaps = new float[span.pointCount()];
            Arrays.fill(gaps, Float.NaN);
            return gaps;
        }

        void addPast(List<String> nodes, NodePast past) {
            for (var device : past.devices()) {
                if (device.instance() == DeviceKey.WHOLE && nodes.contains(device.node())) {
                    addDevice(past, device);
                }
            }
        }

        private void addDevice(NodePast past, DeviceKey device) {
            var busy = past.series(device, Metric.UTILISATION, span.start(), span.end());
            var drawn = past.series(device, Metric.POWER, span.start(), span.end());
            var warm = past.series(device, Metric.TEMPERATURE, span.start(), span.end());
            var counted = told.computeIfAbsent(device.node(), _ -> newGaps());
            for (int point = 0; point < used.length; point++) {
                used[point] = sumOf(used[point], busy.valueAt(point));
                measured[point] += Float.isNaN(busy.valueAt(point)) ? 0 : 1;
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
            return Float.isNaN(before) ? more : Float.isNaN(more) ? before : before + more;
        }

        FleetPast build() {
            for (int point = 0; point < used.length; point++) {
                used[point] /= Math.max(1, measured[point]);
            }
            var counts = new HashMap<String, StepSeries>();
            told.forEach((node, counted) -> counts.put(node, seriesOf(counted)));
            return new FleetPast(seriesOf(used), seriesOf(power), seriesOf(hottest), counts);
        }

        private StepSeries seriesOf(float[] values) {
            return new StepSeries(span.start(), span.step(), values);
        }
    }
}
