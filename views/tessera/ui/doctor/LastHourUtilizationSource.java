package tessera.ui.doctor;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.doctor.GpuUtilizationHistory;
import tessera.gpu.GpuFleet;
import tessera.gpu.GpuNode;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.metrics.history.FixedStepSeries;
import tessera.metrics.history.ReadableMetricHistory;
import tessera.metrics.prometheus.answer.QueryTimeRange;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.metrics.prometheus.fleet.PrometheusNodeHistoryReader;
import tessera.model.ProblemException;
import tessera.model.reading.DeviceMetric;
import tessera.model.reading.DeviceReadings;
import tessera.ui.DeviceHistorySource;

/** The last hour of GPU utilisation, as measured here or from the cluster's Prometheus, whichever covers more of it. */
public final class LastHourUtilizationSource implements GpuUtilizationHistory {

    private static final System.Logger LOG = System.getLogger(LastHourUtilizationSource.class.getName());
    /** Of less than that nothing is said that a single reading does not say. */
    private static final Duration LEAST = Duration.ofMinutes(10);
    private static final int POINTS = 61;
    /** The past of a large fleet is not asked for: there is too much of it. */
    private static final int MOST_NODES = 200;

    /** @param now by the clock of whoever remembers */
    private record MetricHistoryAtInstant(ReadableMetricHistory history, Instant now) {

        Optional<MeanGpuUtilization> busySpell(DeviceSeriesKey key, Duration back) {
            return meanOf(history.series(key, DeviceMetric.UTILISATION, now.minus(back), now));
        }

        private static Optional<MeanGpuUtilization> meanOf(FixedStepSeries series) {
            double sum = 0;
            int count = 0;
            for (float value : series.values()) {
                if (!Float.isNaN(value)) {
                    sum += value;
                    count++;
                }
            }
            var over = series.step().multipliedBy(count);
            if (over.compareTo(LEAST) < 0) {
                return Optional.empty();
            }
            return Optional.of(new MeanGpuUtilization(sum / count, over.compareTo(LENGTH) > 0 ? LENGTH : over));
        }
    }

    private final List<MetricHistoryAtInstant> memories;

    private LastHourUtilizationSource(List<MetricHistoryAtInstant> memories) {
        this.memories = List.copyOf(memories);
    }

    /**
     * Returns the hour before a moment; waits for Prometheus where one is known.
     *
     * @param fleet those whose devices will be asked about
     */
    public static LastHourUtilizationSource before(Instant now, DeviceHistorySource services, GpuFleet fleet)
            throws InterruptedException {
        var memories = new ArrayList<MetricHistoryAtInstant>();
        memories.add(new MetricHistoryAtInstant(services.recentHistory(), now));
        var nodes = fleet.nodes().stream().map(GpuNode::name).toList();
        if (services.prometheusStatus()
                .get() instanceof PrometheusDiscoveryStatus.PrometheusAvailable(var name, _, var knowsGpus, var client)
                && knowsGpus && !nodes.isEmpty() && nodes.size() <= MOST_NODES) {
            var there = now.plus(fleet.snapshot().clockSkew());
            try {
                var scraped = NodesByExporterTarget.of(fleet.snapshot().nodes()).retainNodes(nodes);
                memories.add(
                        new MetricHistoryAtInstant(
                                new PrometheusNodeHistoryReader(client)
                                        .readPast(scraped, Set.of(DeviceMetric.UTILISATION),
                                                QueryTimeRange.covering(there.minus(LENGTH), there, POINTS))
                                        .history(),
                                there));
            } catch (ProblemException problemException) {
                LOG.log(Level.DEBUG, "{0}: {1}", name, problemException.problem().problemText());
            }
        }
        return new LastHourUtilizationSource(memories);
    }

    @Override
    public Optional<MeanGpuUtilization> utilizationOf(String node, DeviceReadings device, int instance, Duration back) {
        var whole = DeviceSeriesKey.of(node, device);
        var key = instance < 0 ? whole : whole.ofInstance(instance);
        return memories.stream().map(hourSource -> hourSource.busySpell(key, back)).flatMap(Optional::stream)
                .max(Comparator.comparing(MeanGpuUtilization::duration));
    }
}
