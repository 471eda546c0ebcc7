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
 * What all devices of some nodes did together, as a Prometheus remembers it. Where it remembers nothing there are gaps.
 *
 * @param used    the mean busy share of the devices that were measured
 * @param power   what they drew together, in W
 * @param hottest the highest temperature of one of them, in °C
 * @param told    of how many devices of each node any of it is remembered; without nodes of which nothing is
 */
public record FleetPast(StepSeries used, StepSeries power, StepSeries hottest, Map<String, StepSeries> told) {

    /** Of how many nodes to ask at a time: the past of a large fleet is never held as a whole. */
    private static final int PORTION = 100;
    private static final Set<Metric> METRICS = Set.of(Metric.UTILISATION, Metric.POWER, Metric.TEMPERATURE);

    public FleetPast {
        told = Map.copyOf(told);
    }

    /**
     * Reads it; waits for answers.
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
            sum.add(portion, new PastFromPrometheus(client).read(nodes.only(portion), METRICS, span).past());
        }
        return sum.done();
    }

    /** How many devices of each node were remembered at once, at most. */
    public Map<String, Integer> most() {
        var most = new HashMap<String, Integer>();
        told.forEach((node, counted) -> most.put(node, counted.isEmpty() ? 0 : (int) Math.round(counted.max())));
        return most;
    }

    /** Whether nothing is remembered. */
    public boolean isEmpty() {
        return used.isEmpty() && power.isEmpty() && hottest.isEmpty();
    }

    /** What is put together from the past of one portion after the other. */
    private static final class PastSum {

        private final StepRange span;
        private final float[] used;
        private final int[] measured;
        private final float[] power;
        private final float[] hottest;
        private final Map<String, float[]> told = new HashMap<>();

        PastSum(StepRange span) {
            this.span = span;
            used = gaps();
            measured = new int[used.length];
            power = gaps();
            hottest = gaps();
        }

        private float[] gaps() {
            var gaps = new float[span.points()];
            Arrays.fill(gaps, Float.NaN);
            return gaps;
        }

        void add(List<String> nodes, NodePast past) {
            for (var device : past.devices()) {
                if (device.instance() == DeviceKey.WHOLE && nodes.contains(device.node())) {
                    add(past, device);
                }
            }
        }

        private void add(NodePast past, DeviceKey device) {
            var busy = past.series(device, Metric.UTILISATION, span.start(), span.end());
            var drawn = past.series(device, Metric.POWER, span.start(), span.end());
            var warm = past.series(device, Metric.TEMPERATURE, span.start(), span.end());
            var counted = told.computeIfAbsent(device.node(), _ -> gaps());
            for (int point = 0; point < used.length; point++) {
                used[point] = sum(used[point], busy.value(point));
                measured[point] += Float.isNaN(busy.value(point)) ? 0 : 1;
                power[point] = sum(power[point], drawn.value(point));
                hottest[point] = Float.isNaN(hottest[point]) || warm.value(point) > hottest[point]
                        ? warm.value(point)
                        : hottest[point];
                boolean some = !Float.isNaN(sum(sum(busy.value(point), drawn.value(point)), warm.value(point)));
                counted[point] = sum(counted[point], some ? 1 : Float.NaN);
            }
        }

        private static float sum(float before, float more) {
            return Float.isNaN(before) ? more : Float.isNaN(more) ? before : before + more;
        }

        FleetPast done() {
            for (int point = 0; point < used.length; point++) {
                used[point] /= Math.max(1, measured[point]);
            }
            var counts = new HashMap<String, StepSeries>();
            told.forEach((node, counted) -> counts.put(node, series(counted)));
            return new FleetPast(series(used), series(power), series(hottest), counts);
        }

        private StepSeries series(float[] values) {
            return new StepSeries(span.start(), span.step(), values);
        }
    }
}
