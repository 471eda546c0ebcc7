package tessera.ui.doctor;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.doctor.UtilizationHistory;
import tessera.insight.GpuFleet;
import tessera.insight.GpuNode;
import tessera.metrics.history.DeviceKey;
import tessera.metrics.history.HistoryView;
import tessera.metrics.history.StepSeries;
import tessera.metrics.prometheus.answer.StepRange;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.metrics.prometheus.fleet.PastFromPrometheus;
import tessera.metrics.prometheus.fleet.ScrapedNodes;
import tessera.model.Failure;
import tessera.model.reading.DeviceReadings;
import tessera.model.reading.Metric;
import tessera.ui.AppServices;

/** The last hour of GPU utilisation, as measured here or from the cluster's Prometheus, whichever covers more of it. */
public final class MeasuredHour implements UtilizationHistory {

    private static final System.Logger LOG = System.getLogger(MeasuredHour.class.getName());
    /** Of less than that nothing is said that a single reading does not say. */
    private static final Duration LEAST = Duration.ofMinutes(10);
    private static final int POINTS = 61;
    /** The past of a large fleet is not asked for: there is too much of it. */
    private static final int MOST_NODES = 200;

    /** @param now by the clock of whoever remembers */
    private record HourHistory(HistoryView history, Instant now) {

        Optional<UtilizationSpan> busySpell(DeviceKey key, Duration back) {
            return meanOf(history.series(key, Metric.UTILISATION, now.minus(back), now));
        }

        private static Optional<UtilizationSpan> meanOf(StepSeries series) {
            double sum = 0;
            int count = 0;
            for (float value : series.values()) {
                if (!Float.isNaN(value)) {
                    sum += value;
                    count++;
                }
            }
            var over = series.step().multipliedBy(count);
            return over.compareTo(LEAST) < 0 ? Optional.empty()
                    : Optional.of(new UtilizationSpan(sum / count, over.compareTo(LENGTH) > 0 ? LENGTH : over));
        }
    }

    private final List<HourHistory> memories;

    private MeasuredHour(List<HourHistory> memories) {
        this.memories = List.copyOf(memories);
    }

    /**
     * Returns the hour before a moment; waits for Prometheus where one is known.
     *
     * @param fleet those whose devices will be asked about
     */
    public static MeasuredHour before(Instant now, AppServices desk, GpuFleet fleet) throws InterruptedException {
        var memories = new ArrayList<HourHistory>();
        memories.add(new HourHistory(desk.recentHistory(), now));
        var nodes = fleet.nodes().stream().map(GpuNode::name).toList();
        if (desk.prometheusStatus()
                .get() instanceof PrometheusStatus.PrometheusAvailable(var name, _, var knowsGpus, var client)
                && knowsGpus
                && !nodes.isEmpty() && nodes.size() <= MOST_NODES) {
            var there = now.plus(fleet.snapshot().clockSkew());
            try {
                var scraped = ScrapedNodes.of(fleet.snapshot().nodes()).retainNodes(nodes);
                memories.add(
                        new HourHistory(new PastFromPrometheus(client).readPast(scraped, Set.of(Metric.UTILISATION),
                                StepRange.covering(there.minus(LENGTH), there, POINTS)).past(), there));
            } catch (Failure failure) {
                LOG.log(Level.DEBUG, "{0}: {1}", name, failure.problem().problemText());
            }
        }
        return new MeasuredHour(memories);
    }

    @Override
    public Optional<UtilizationSpan> utilizationOf(String node, DeviceReadings device, int instance, Duration back) {
        var whole = DeviceKey.of(node, device);
        var key = instance < 0 ? whole : whole.ofInstance(instance);
        return memories.stream().map(memory -> memory.busySpell(key, back)).flatMap(Optional::stream)
                .max(Comparator.comparing(UtilizationSpan::duration));
    }
}
